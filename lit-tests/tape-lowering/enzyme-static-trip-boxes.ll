; Caches of a known number of objects: both lie in objects, and nothing is left of malloc and free.

; RUN: %if opaque-pointers %{ %tape %inputs/enzyme/c01_static_trip_boxes.out.opaque.llvm%enzyme.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %inputs/enzyme/c01_static_trip_boxes.out.opaque.llvm%enzyme.ll %}
; RUN: %if typed-pointers %{ %tape %typed %inputs/enzyme/c01_static_trip_boxes.out.typed.llvm%enzyme.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %inputs/enzyme/c01_static_trip_boxes.out.typed.llvm%enzyme.ll %}

; CHECK: @jl_tape_type.object.64.p0-7 = external global i8, align 16
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
; CHECK-LABEL: define internal void @diffef(
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
; CHECK-COUNT-2: @julia.gc_alloc_obj({{.*}}, i64 64, {{.*}}@jl_tape_type.object.64.p0-7
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
; CHECK-COUNT-2: call void {{.*}}@julia.write_barrier(
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
