; The two factors of calloc make one size; both orders are in use.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %m = call [[T]] @ijl_alloc_svec(i64 %n)
; CHECK-LABEL: define void @g(
; CHECK: [[S:%.*]] = add i64 %n, 7
; CHECK: [[N:%.*]] = lshr i64 [[S]], 3
; CHECK: %m = call [[T]] @ijl_alloc_svec(i64 [[N]])
; CHECK-LABEL: define void @h(
; CHECK: [[P:%.*]] = mul i64 %n, %k
; CHECK: [[S:%.*]] = add i64 [[P]], 7
; CHECK: [[N:%.*]] = lshr i64 [[S]], 3
; CHECK: %m = call [[T]] @ijl_alloc_svec(i64 [[N]])

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @calloc(i64, i64)

define void @f(ptr addrspace(10) %x, i64 %n) {
  %m = call ptr @calloc(i64 %n, i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}
define void @g(ptr addrspace(10) %x, i64 %n) {
  %m = call ptr @calloc(i64 1, i64 %n)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}
define void @h(ptr addrspace(10) %x, i64 %n, i64 %k) {
  %m = call ptr @calloc(i64 %n, i64 %k)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @calloc(i64, i64)

define void @f({} addrspace(10)* %x, i64 %n) {
  %m = call i8* @calloc(i64 %n, i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
define void @g({} addrspace(10)* %x, i64 %n) {
  %m = call i8* @calloc(i64 1, i64 %n)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
define void @h({} addrspace(10)* %x, i64 %n, i64 %k) {
  %m = call i8* @calloc(i64 %n, i64 %k)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
