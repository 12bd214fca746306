; LLVM may delete a plain store in favour of a later one behind the safepoint; only stores that it keeps count as
; initialisation, and aggregates cannot be stored so.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: call void @llvm.memset.p11{{.*}}, i8 0, i64 16, i1 true)
; CHECK: store { [[T]], double } %v

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define void @f({ ptr addrspace(10), double } %v) {
  %m = call ptr @malloc(i64 16)
  store { ptr addrspace(10), double } %v, ptr %m, align 8
  call void @safepoint()
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define void @f({ {} addrspace(10)*, double } %v) {
  %m = call i8* @malloc(i64 16)
  %a = bitcast i8* %m to { {} addrspace(10)*, double }*
  store { {} addrspace(10)*, double } %v, { {} addrspace(10)*, double }* %a, align 8
  call void @safepoint()
  ret void
}
