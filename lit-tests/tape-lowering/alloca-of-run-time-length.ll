; Julia roots no alloca whose size it does not know.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %s = call [[T]] @ijl_alloc_svec(i64 %n)

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare void @safepoint()
declare void @use(ptr addrspace(10))

define void @f(ptr addrspace(10) %x, i64 %n) {
  %s = alloca ptr addrspace(10), i64 %n, align 8
  store ptr addrspace(10) %x, ptr %s, align 8
  call void @safepoint()
  %y = load ptr addrspace(10), ptr %s, align 8
  call void @use(ptr addrspace(10) %y)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare void @safepoint()
declare void @use({} addrspace(10)*)

define void @f({} addrspace(10)* %x, i64 %n) {
  %s = alloca {} addrspace(10)*, i64 %n, align 8
  store {} addrspace(10)* %x, {} addrspace(10)** %s, align 8
  call void @safepoint()
  %y = load {} addrspace(10)*, {} addrspace(10)** %s, align 8
  call void @use({} addrspace(10)* %y)
  ret void
}
