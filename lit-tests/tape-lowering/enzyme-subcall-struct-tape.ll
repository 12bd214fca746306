; A tape that is a struct, passed by value: it is in no memory at all, and the module comes out as it was.

; RUN: %opt -passes=verify -S %inputs/enzyme/c09_subcall_struct_tape.out.opaque.llvm%llvm.ll -o %t.opaque.input
; RUN: %tape %inputs/enzyme/c09_subcall_struct_tape.out.opaque.llvm%llvm.ll -o %t.opaque.output
; RUN: diff %t.opaque.input %t.opaque.output
; RUN: %if typed-pointers %{ %opt %typed -passes=verify -S %inputs/enzyme/c09_subcall_struct_tape.out.typed.llvm%llvm.ll -o %t.typed.input %}
; RUN: %if typed-pointers %{ %tape %typed %inputs/enzyme/c09_subcall_struct_tape.out.typed.llvm%llvm.ll -o %t.typed.output %}
; RUN: %if typed-pointers %{ diff %t.typed.input %t.typed.output %}
