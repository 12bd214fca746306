; Caches of a number of objects that is known at run time become SimpleVectors, and nothing is left of malloc and free.

; RUN: %if opaque-pointers %{ %tape %inputs/enzyme/c02_runtime_trip_boxes.out.opaque.llvm%enzyme.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %inputs/enzyme/c02_runtime_trip_boxes.out.opaque.llvm%enzyme.ll %}
; RUN: %if typed-pointers %{ %tape %typed %inputs/enzyme/c02_runtime_trip_boxes.out.typed.llvm%enzyme.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %inputs/enzyme/c02_runtime_trip_boxes.out.typed.llvm%enzyme.ll %}

; CHECK-NOT: jl_tape_type
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
; CHECK-LABEL: define internal void @diffef(
; CHECK-COUNT-2: call [[T]] @ijl_alloc_svec(
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
; CHECK-COUNT-2: call void {{.*}}@julia.write_barrier(
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
; CHECK-NOT: jl_tape_type
