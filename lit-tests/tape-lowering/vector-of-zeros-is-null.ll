; LLVM merges neighbouring null stores into one of a vector of integers; the words stay pointers.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: @jl_tape_type.object.16.p0_1
; CHECK: call void @llvm.memset.p11{{.*}}, i8 0, i64 16, i1 true)
; CHECK: call void @safepoint()
; CHECK: store {{.*}} zeroinitializer
; CHECK-COUNT-2: call void {{.*}}@julia.write_barrier(
; CHECK: call void @safepoint()

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 16)
  call void @safepoint()
  store <2 x i64> zeroinitializer, ptr %m, align 8
  %b = getelementptr inbounds ptr addrspace(10), ptr %m, i64 1
  store ptr addrspace(10) %x, ptr %m, align 8
  store ptr addrspace(10) %x, ptr %b, align 8
  call void @safepoint()
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 16)
  call void @safepoint()
  %i = bitcast i8* %m to <2 x i64>*
  store <2 x i64> zeroinitializer, <2 x i64>* %i, align 8
  %a = bitcast i8* %m to {} addrspace(10)**
  %b = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %a, i64 1
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  store {} addrspace(10)* %x, {} addrspace(10)** %b, align 8
  call void @safepoint()
  ret void
}
