; Stack memory of the program that Enzyme moved to the heap: the primal and its shadow become objects, passed by address to
; internal functions.

; RUN: %if opaque-pointers %{ %tape %inputs/enzyme/c13_alloca_fromstack.out.opaque.llvm%enzyme.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %inputs/enzyme/c13_alloca_fromstack.out.opaque.llvm%enzyme.ll %}
; RUN: %if typed-pointers %{ %tape %typed %inputs/enzyme/c13_alloca_fromstack.out.typed.llvm%enzyme.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %inputs/enzyme/c13_alloca_fromstack.out.typed.llvm%enzyme.ll %}

; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
; CHECK-LABEL: define internal {{.*}} @augmented_h(
; CHECK-SAME: [[T]] %cell, [[T]] %"cell'")
; CHECK-LABEL: define internal {{.*}} @augmented_g(
; The shadow, then the primal.
; CHECK: %"{{malloccall|cell}}'mi" = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 8,
; CHECK: %{{malloccall|cell}} = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 8,
; CHECK-NOT: enzyme_fromstack
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
