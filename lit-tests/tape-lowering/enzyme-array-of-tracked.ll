; Cells of three objects each: every one is a child of the barrier. The cache of data stays in malloc memory, and its free with it.

; RUN: %tape %inputs/enzyme/c12_array_of_tracked.out.opaque.llvm%llvm.ll | FileCheck %s -DT="ptr addrspace(10)"
; RUN: %check-stable tape-lowering %inputs/enzyme/c12_array_of_tracked.out.opaque.llvm%llvm.ll
; RUN: %if typed-pointers %{ %tape %typed %inputs/enzyme/c12_array_of_tracked.out.typed.llvm%llvm.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %inputs/enzyme/c12_array_of_tracked.out.typed.llvm%llvm.ll %}

; CHECK-LABEL: define internal void @diffef(
; CHECK: %malloccall = call [[T]] @ijl_alloc_svec(
; CHECK: %malloccall12 = call [[T]] @ijl_alloc_svec(
; CHECK: %malloccall24 = call {{.*}} @malloc(
; CHECK-NOT: {{call .* @(malloc|realloc|calloc)\(}}
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %{{[0-9]+}}, [[T]] %{{[0-9]+}}, [[T]] %{{[0-9]+}}, [[T]] %{{[0-9]+}})
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %{{[0-9]+}}, [[T]] %{{[0-9]+}}, [[T]] %{{[0-9]+}}, [[T]] %{{[0-9]+}})
; CHECK: call void @free({{.*}} %{{.*}}), !enzyme_cache_free
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
