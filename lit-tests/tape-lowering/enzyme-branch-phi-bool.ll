; Caches of booleans and of numbers beside one of objects: only that one is lowered.

; RUN: %if opaque-pointers %{ %tape %inputs/enzyme/c19_branch_phi_bool.out.opaque.llvm%enzyme.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %inputs/enzyme/c19_branch_phi_bool.out.opaque.llvm%enzyme.ll %}
; RUN: %if typed-pointers %{ %tape %typed %inputs/enzyme/c19_branch_phi_bool.out.typed.llvm%enzyme.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %inputs/enzyme/c19_branch_phi_bool.out.typed.llvm%enzyme.ll %}

; CHECK-LABEL: define internal void @diffef(
; CHECK-COUNT-2: = call {{.*}} @malloc(
; CHECK: = call [[T]] @ijl_alloc_svec(
; CHECK-COUNT-2: call void @free({{.*}}), !enzyme_cache_free
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
