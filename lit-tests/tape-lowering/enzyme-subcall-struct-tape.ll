; A tape that is a struct, passed by value: it is in no memory at all, and the module comes out as it was.

; RUN: %if opaque-pointers %{ %opt -passes=verify -S %inputs/enzyme/c09_subcall_struct_tape.out.opaque.llvm%enzyme.ll -o %t.opaque.input %}
; RUN: %if opaque-pointers %{ %tape %inputs/enzyme/c09_subcall_struct_tape.out.opaque.llvm%enzyme.ll -o %t.opaque.output %}
; RUN: %if opaque-pointers %{ diff %t.opaque.input %t.opaque.output %}
; RUN: %if typed-pointers %{ %opt %typed -passes=verify -S %inputs/enzyme/c09_subcall_struct_tape.out.typed.llvm%enzyme.ll -o %t.typed.input %}
; RUN: %if typed-pointers %{ %tape %typed %inputs/enzyme/c09_subcall_struct_tape.out.typed.llvm%enzyme.ll -o %t.typed.output %}
; RUN: %if typed-pointers %{ diff %t.typed.input %t.typed.output %}
