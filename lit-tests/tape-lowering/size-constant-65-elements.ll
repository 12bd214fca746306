; More than 64 elements are a SimpleVector, as for a length known at run time: one type for every length.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-NOT: jl_tape_type
; CHECK-LABEL: define void @f(
; CHECK: %m = call [[T]] @ijl_alloc_svec(i64 65)
; CHECK-NOT: memset
; CHECK-NOT: jl_tape_type

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i64 %i) {
  %m = call ptr @malloc(i64 520)
  %c = getelementptr inbounds ptr addrspace(10), ptr %m, i64 %i
  store ptr addrspace(10) %x, ptr %c, align 8
  call void @safepoint()
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define void @f({} addrspace(10)* %x, i64 %i) {
  %m = call i8* @malloc(i64 520)
  %a = bitcast i8* %m to {} addrspace(10)**
  %c = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %a, i64 %i
  store {} addrspace(10)* %x, {} addrspace(10)** %c, align 8
  call void @safepoint()
  ret void
}
