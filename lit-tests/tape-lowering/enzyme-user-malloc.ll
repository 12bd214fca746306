; The program's own malloc, lent to an exported function, stays with its free in the primal. Its copies in the derivative, and the
; caches of pointers to them, are tapes.

; RUN: %if opaque-pointers %{ %tape %inputs/enzyme/c14_user_malloc.out.opaque.llvm%enzyme.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %inputs/enzyme/c14_user_malloc.out.opaque.llvm%enzyme.ll %}
; RUN: %if typed-pointers %{ %tape %typed %inputs/enzyme/c14_user_malloc.out.typed.llvm%enzyme.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %inputs/enzyme/c14_user_malloc.out.typed.llvm%enzyme.ll %}

; CHECK-LABEL: define double @f(
; CHECK: %m = call {{.*}} @malloc(i64 8)
; CHECK: call void @free({{.*}} %m)
; CHECK-LABEL: define internal void @diffef(
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
; CHECK-COUNT-2: call [[T]] @ijl_alloc_svec(
; CHECK: {{%.*}} = call [[T]] @{{jl_alloc_genericmemory|ijl_alloc_array_1d}}([[T]] addrspacecast ({{.*}}.16.p0
; CHECK: %"m'mi" = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 8,
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 8,
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
