; Null stores need no barrier, and a memset behind a safepoint is no initialisation of the allocation.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: call void @llvm.memset.p11{{.*}}, i8 0, i64 8, i1 true)
; CHECK: call void @safepoint()
; CHECK: call void @llvm.memset.p11{{.*}}, i8 0, i64 8, i1 true)
; CHECK-NOT: write_barrier
; CHECK: ret void

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()
declare void @use(ptr addrspace(10))
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  call void @safepoint()
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 8, i1 false)
  %y = load ptr addrspace(10), ptr %m, align 8
  call void @use(ptr addrspace(10) %y)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()
declare void @use({} addrspace(10)*)
declare void @llvm.memset.p0i8.i64(i8*, i8, i64, i1)

define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  call void @safepoint()
  call void @llvm.memset.p0i8.i64(i8* %m, i8 0, i64 8, i1 false)
  %a = bitcast i8* %m to {} addrspace(10)**
  %y = load {} addrspace(10)*, {} addrspace(10)** %a, align 8
  call void @use({} addrspace(10)* %y)
  ret void
}
