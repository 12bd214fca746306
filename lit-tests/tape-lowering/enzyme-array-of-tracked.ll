; Cells of three objects each: every one is a child of the barrier. The cache of data stays in malloc memory, and its free with it.

; RUN: %if opaque-pointers %{ %tape %inputs/enzyme/c12_array_of_tracked.out.opaque.llvm%enzyme.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %inputs/enzyme/c12_array_of_tracked.out.opaque.llvm%enzyme.ll %}
; RUN: %if typed-pointers %{ %tape %typed %inputs/enzyme/c12_array_of_tracked.out.typed.llvm%enzyme.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %inputs/enzyme/c12_array_of_tracked.out.typed.llvm%enzyme.ll %}

; CHECK-LABEL: define internal void @diffef(
; CHECK-COUNT-2: = call [[T]] @ijl_alloc_svec(
; CHECK: = call {{.*}} @malloc(
; CHECK-NOT: {{call .* @(malloc|realloc|calloc)\(}}
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %{{[0-9]+}}, [[T]] %{{[0-9]+}}, [[T]] %{{[0-9]+}}, [[T]] %{{[0-9]+}})
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %{{[0-9]+}}, [[T]] %{{[0-9]+}}, [[T]] %{{[0-9]+}}, [[T]] %{{[0-9]+}})
; CHECK: call void @free({{.*}} %{{.*}}), !enzyme_cache_free
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
