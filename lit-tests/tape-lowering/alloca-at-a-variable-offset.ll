; With data beside the pointers Julia roots no alloca that is stored to at an offset it does not know.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK-NOT: alloca
; CHECK: %s = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 64, {{.*}}@jl_tape_type.object.64.p0_2_4_6

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare void @safepoint()

define void @f(ptr addrspace(10) %x, i64 %i) {
  %s = alloca [4 x { ptr addrspace(10), double }], align 8
  %a = getelementptr inbounds [4 x { ptr addrspace(10), double }], ptr %s, i64 0, i64 %i, i32 0
  store ptr addrspace(10) %x, ptr %a, align 8
  %d = getelementptr inbounds [4 x { ptr addrspace(10), double }], ptr %s, i64 0, i64 %i, i32 1
  store double 1.0, ptr %d, align 8
  call void @safepoint()
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare void @safepoint()

define void @f({} addrspace(10)* %x, i64 %i) {
  %s = alloca [4 x { {} addrspace(10)*, double }], align 8
  %a = getelementptr inbounds [4 x { {} addrspace(10)*, double }], [4 x { {} addrspace(10)*, double }]* %s, i64 0, i64 %i, i32 0
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %d = getelementptr inbounds [4 x { {} addrspace(10)*, double }], [4 x { {} addrspace(10)*, double }]* %s, i64 0, i64 %i, i32 1
  store double 1.0, double* %d, align 8
  call void @safepoint()
  ret void
}
