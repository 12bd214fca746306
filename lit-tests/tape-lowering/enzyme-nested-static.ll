; Two nested loops, one cache for both: its size is a product.

; RUN: %if opaque-pointers %{ %tape %inputs/enzyme/c04_nested_static.out.opaque.llvm%enzyme.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %inputs/enzyme/c04_nested_static.out.opaque.llvm%enzyme.ll %}
; RUN: %if typed-pointers %{ %tape %typed %inputs/enzyme/c04_nested_static.out.typed.llvm%enzyme.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %inputs/enzyme/c04_nested_static.out.typed.llvm%enzyme.ll %}

; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
; CHECK-LABEL: define internal void @diffef(
; CHECK-COUNT-2: call [[T]] @ijl_alloc_svec(
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
; CHECK-COUNT-2: call void {{.*}}@julia.write_barrier(
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
