; A memset of as many words as the tape has: it stays one call, behind the head of the SimpleVector.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %m = call [[T]] @ijl_alloc_svec(
; CHECK: [[DATA:%.*]] = getelementptr inbounds {{.*}} i64 1
; CHECK: call void @llvm.memset.p11{{.*}}, i8 0, i64 %s, i1
; CHECK: store atomic [[T]] %x

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @f(ptr addrspace(10) %x, i64 %n) {
  %s = mul i64 %n, 8
  %m = call ptr @malloc(i64 %s)
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 %s, i1 false)
  store ptr addrspace(10) %x, ptr %m, align 8
  call void @safepoint()
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()
declare void @llvm.memset.p0i8.i64(i8*, i8, i64, i1)

define void @f({} addrspace(10)* %x, i64 %n) {
  %s = mul i64 %n, 8
  %m = call i8* @malloc(i64 %s)
  call void @llvm.memset.p0i8.i64(i8* %m, i8 0, i64 %s, i1 false)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  call void @safepoint()
  ret void
}
