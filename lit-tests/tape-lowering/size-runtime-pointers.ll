; A SimpleVector counts words, and its data starts one word in. Where the arithmetic does not show whole words, the size is
; rounded up.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-NOT: jl_tape_type
; CHECK-LABEL: define void @words(
; CHECK: [[N:%.*]] = lshr i64 %s, 3
; CHECK-NEXT: %m = call [[T]] @ijl_alloc_svec(i64 [[N]])
; CHECK-NEXT: [[OBJ:%.*]] = addrspacecast [[T]] %m to
; CHECK: getelementptr inbounds {{.*}} i64 1
; CHECK: store atomic [[T]] %x
; CHECK-LABEL: define void @bytes(
; CHECK: [[S:%.*]] = add i64 %s, 7
; CHECK-NEXT: [[N:%.*]] = lshr i64 [[S]], 3
; CHECK-NEXT: %m = call [[T]] @ijl_alloc_svec(i64 [[N]])
; CHECK-NOT: jl_tape_type

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define void @words(ptr addrspace(10) %x, i64 %n) {
  %s = mul nuw nsw i64 %n, 8
  %m = call ptr @malloc(i64 %s)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}
define void @bytes(ptr addrspace(10) %x, i64 %s) {
  %m = call ptr @malloc(i64 %s)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

define void @words({} addrspace(10)* %x, i64 %n) {
  %s = mul nuw nsw i64 %n, 8
  %m = call i8* @malloc(i64 %s)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
define void @bytes({} addrspace(10)* %x, i64 %s) {
  %m = call i8* @malloc(i64 %s)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
