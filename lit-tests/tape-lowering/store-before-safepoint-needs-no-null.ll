; Every pointer word is stored, by a store that LLVM keeps, before the collector can look: no null store.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK-NOT: memset
; CHECK-NOT: store {{.*}} null
; CHECK: store atomic [[T]] %x, {{.*}} release, align 8
; CHECK: store atomic [[T]] %x, {{.*}} release, align 8
; CHECK-NEXT: call void @safepoint()

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 16)
  store ptr addrspace(10) %x, ptr %m, align 8
  %b = getelementptr inbounds ptr addrspace(10), ptr %m, i64 1
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
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %b = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %a, i64 1
  store {} addrspace(10)* %x, {} addrspace(10)** %b, align 8
  call void @safepoint()
  ret void
}
