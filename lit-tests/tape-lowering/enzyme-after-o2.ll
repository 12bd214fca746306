; Loops are vectorised as well after O2: pointers are stored in vectors.

; RUN: %if opaque-pointers %{ %opt -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c01_static_trip_boxes.out.opaque.llvm%enzyme.ll | FileCheck %s --check-prefix=C01 %}
; RUN: %if typed-pointers %{ %opt %typed -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c01_static_trip_boxes.out.typed.llvm%enzyme.ll | FileCheck %s --check-prefix=C01 %}
; RUN: %if opaque-pointers %{ %opt -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c02_runtime_trip_boxes.out.opaque.llvm%enzyme.ll | FileCheck %s --check-prefix=C02 %}
; RUN: %if typed-pointers %{ %opt %typed -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c02_runtime_trip_boxes.out.typed.llvm%enzyme.ll | FileCheck %s --check-prefix=C02 %}
; RUN: %if opaque-pointers %{ %opt -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c03_dynamic_trip_boxes.out.opaque.llvm%enzyme.ll | FileCheck %s --check-prefix=C03 %}
; RUN: %if typed-pointers %{ %opt %typed -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c03_dynamic_trip_boxes.out.typed.llvm%enzyme.ll | FileCheck %s --check-prefix=C03 %}
; RUN: %if opaque-pointers %{ %opt -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c04_nested_static.out.opaque.llvm%enzyme.ll | FileCheck %s --check-prefix=C04 %}
; RUN: %if typed-pointers %{ %opt %typed -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c04_nested_static.out.typed.llvm%enzyme.ll | FileCheck %s --check-prefix=C04 %}
; RUN: %if opaque-pointers %{ %opt -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c07_split_mixed_anon.out.opaque.llvm%enzyme.ll | FileCheck %s --check-prefix=C07 %}
; RUN: %if typed-pointers %{ %opt %typed -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c07_split_mixed_anon.out.typed.llvm%enzyme.ll | FileCheck %s --check-prefix=C07 %}
; RUN: %if opaque-pointers %{ %opt -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c08_split_loops.out.opaque.llvm%enzyme.ll | FileCheck %s --check-prefix=C08 %}
; RUN: %if typed-pointers %{ %opt %typed -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c08_split_loops.out.typed.llvm%enzyme.ll | FileCheck %s --check-prefix=C08 %}
; RUN: %if opaque-pointers %{ %opt -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c09_subcall_struct_tape.out.opaque.llvm%enzyme.ll | FileCheck %s --check-prefix=C09 %}
; RUN: %if typed-pointers %{ %opt %typed -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c09_subcall_struct_tape.out.typed.llvm%enzyme.ll | FileCheck %s --check-prefix=C09 %}
; RUN: %if opaque-pointers %{ %opt -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c11_recursive.out.opaque.llvm%enzyme.ll | FileCheck %s --check-prefix=C11 %}
; RUN: %if typed-pointers %{ %opt %typed -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c11_recursive.out.typed.llvm%enzyme.ll | FileCheck %s --check-prefix=C11 %}
; RUN: %if opaque-pointers %{ %opt -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c12_array_of_tracked.out.opaque.llvm%enzyme.ll | FileCheck %s --check-prefix=C12 %}
; RUN: %if typed-pointers %{ %opt %typed -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c12_array_of_tracked.out.typed.llvm%enzyme.ll | FileCheck %s --check-prefix=C12 %}
; RUN: %if opaque-pointers %{ %opt -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c13_alloca_fromstack.out.opaque.llvm%enzyme.ll | FileCheck %s --check-prefix=C13 %}
; RUN: %if typed-pointers %{ %opt %typed -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c13_alloca_fromstack.out.typed.llvm%enzyme.ll | FileCheck %s --check-prefix=C13 %}
; RUN: %if opaque-pointers %{ %opt -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c14_user_malloc.out.opaque.llvm%enzyme.ll | FileCheck %s --check-prefix=C14 %}
; RUN: %if typed-pointers %{ %opt %typed -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c14_user_malloc.out.typed.llvm%enzyme.ll | FileCheck %s --check-prefix=C14 %}
; RUN: %if opaque-pointers %{ %opt -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c16_gc_alloc.out.opaque.llvm%enzyme.ll | FileCheck %s --check-prefix=C16 %}
; RUN: %if typed-pointers %{ %opt %typed -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c16_gc_alloc.out.typed.llvm%enzyme.ll | FileCheck %s --check-prefix=C16 %}
; RUN: %if opaque-pointers %{ %opt -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c19_branch_phi_bool.out.opaque.llvm%enzyme.ll | FileCheck %s --check-prefix=C19 %}
; RUN: %if typed-pointers %{ %opt %typed -passes="default<O2>,tape-lowering,verify" -S %inputs/enzyme/c19_branch_phi_bool.out.typed.llvm%enzyme.ll | FileCheck %s --check-prefix=C19 %}

; C01: define
; C01-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
; C02: define
; C02-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
; C03: define
; C03: call {{.*}} @realloc(
; C03-NOT: call {{.*}} @malloc(
; C04: define
; C04-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
; C07: define
; C07-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
; C08: define
; C08-NOT: !{!"jl_tape_type.{{[^"]*}}.p0-4"
; C09: define
; C09-NOT: julia
; C11: define
; C11: @julia.gc_alloc_obj(
; C11-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
; C12: define
; C12: @ijl_alloc_svec(
; C13: define
; C13: @julia.gc_alloc_obj(
; C13-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
; C14: define
; C14: @ijl_alloc_svec(
; C16: define
; C16: @ijl_alloc_svec(
; C19: define
; C19: @ijl_alloc_svec(
