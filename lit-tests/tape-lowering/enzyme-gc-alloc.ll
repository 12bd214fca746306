; Objects of the program itself are none of the pass's business. Two of its four caches hold data and stay.

; RUN: %tape %inputs/enzyme/c16_gc_alloc.out.opaque.llvm%llvm.ll | FileCheck %s -DT="ptr addrspace(10)"
; RUN: %check-stable tape-lowering %inputs/enzyme/c16_gc_alloc.out.opaque.llvm%llvm.ll
; RUN: %if typed-pointers %{ %tape %typed %inputs/enzyme/c16_gc_alloc.out.typed.llvm%llvm.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %inputs/enzyme/c16_gc_alloc.out.typed.llvm%llvm.ll %}

; CHECK-LABEL: define {{.*}} @box(
; CHECK: %o = call {{.*}} @julia.gc_alloc_obj({{.*}}@task, i64 8, {{.*}}@Float64)
; CHECK-LABEL: define internal {{.*}} @diffef(
; CHECK: %malloccall = call [[T]] @ijl_alloc_svec(
; CHECK: %malloccall12 = call {{.*}} @malloc(
; CHECK: %malloccall24 = call {{.*}} @malloc(
; CHECK: %malloccall36 = call [[T]] @{{jl_alloc_genericmemory|ijl_alloc_array_1d}}([[T]] addrspacecast ({{.*}}.16.p0
; CHECK-COUNT-2: call void @free({{.*}}), !enzyme_cache_free
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
