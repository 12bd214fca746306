; A constant is an object that is rooted for good; a struct of nulls is no object at all.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: store atomic [[T]] addrspacecast
; CHECK-NOT: write_barrier
; CHECK: ret void

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 16)
  call void @safepoint()
  store ptr addrspace(10) addrspacecast (ptr inttoptr (i64 1234560 to ptr) to ptr addrspace(10)), ptr %m, align 8
  store { ptr addrspace(10), double } { ptr addrspace(10) null, double 1.0 }, ptr %m, align 8
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 16)
  call void @safepoint()
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* addrspacecast ({}* inttoptr (i64 1234560 to {}*) to {} addrspace(10)*), {} addrspace(10)** %a, align 8
  %b = bitcast i8* %m to { {} addrspace(10)*, double }*
  store { {} addrspace(10)*, double } { {} addrspace(10)* null, double 1.0 }, { {} addrspace(10)*, double }* %b, align 8
  ret void
}
