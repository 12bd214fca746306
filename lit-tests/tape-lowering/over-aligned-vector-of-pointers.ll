; A vector access's alignment does not make another kind of object: pointers of run-time number are a SimpleVector,
; whose data lies 8 bytes behind an address that is aligned to 16.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %m = call [[T]] @ijl_alloc_svec(
; CHECK: store <2 x [[T]]> %v, {{.*}}, align 8

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define void @f(<2 x ptr addrspace(10)> %v, i64 %n, i64 %i) {
  %s = mul i64 %n, 8
  %m = call ptr @malloc(i64 %s)
  %c = getelementptr inbounds ptr addrspace(10), ptr %m, i64 %i
  store <2 x ptr addrspace(10)> %v, ptr %c, align 16
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

define void @f(<2 x {} addrspace(10)*> %v, i64 %n, i64 %i) {
  %s = mul i64 %n, 8
  %m = call i8* @malloc(i64 %s)
  %a = bitcast i8* %m to {} addrspace(10)**
  %c = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %a, i64 %i
  %d = bitcast {} addrspace(10)** %c to <2 x {} addrspace(10)*>*
  store <2 x {} addrspace(10)*> %v, <2 x {} addrspace(10)*>* %d, align 16
  ret void
}
