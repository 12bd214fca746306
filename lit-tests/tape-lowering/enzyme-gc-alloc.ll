; Objects of the program itself are none of the pass's business. Two of its four caches hold data and stay.

; RUN: %if opaque-pointers %{ %tape %inputs/enzyme/c16_gc_alloc.out.opaque.llvm%enzyme.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %inputs/enzyme/c16_gc_alloc.out.opaque.llvm%enzyme.ll %}
; RUN: %if typed-pointers %{ %tape %typed %inputs/enzyme/c16_gc_alloc.out.typed.llvm%enzyme.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %inputs/enzyme/c16_gc_alloc.out.typed.llvm%enzyme.ll %}

; CHECK-LABEL: define {{.*}} @box(
; CHECK: %o = call {{.*}} @julia.gc_alloc_obj({{.*}}@task, i64 8, {{.*}}@Float64)
; CHECK-LABEL: define internal {{.*}} @diffef(
; CHECK: = call [[T]] @ijl_alloc_svec(
; CHECK-COUNT-2: = call {{.*}} @malloc(
; CHECK: = call [[T]] @{{jl_alloc_genericmemory|ijl_alloc_array_1d}}([[T]] addrspacecast ({{.*}}.16.p0
; CHECK-COUNT-2: call void @free({{.*}}), !enzyme_cache_free
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
