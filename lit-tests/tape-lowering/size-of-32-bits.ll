; size_t has the bits that the declaration says.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: [[S:%.*]] = zext i32 %s to i64
; CHECK-NEXT: [[N:%.*]] = lshr i64 [[S]], 3
; CHECK-NEXT: %m = call [[T]] @ijl_alloc_svec(i64 [[N]])
; CHECK-LABEL: define void @g(
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 8,

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i32)
define void @f(ptr addrspace(10) %x, i32 %n) {
  %s = mul i32 %n, 8
  %m = call ptr @malloc(i32 %s)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}
define void @g(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i32 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i32)
define void @f({} addrspace(10)* %x, i32 %n) {
  %s = mul i32 %n, 8
  %m = call i8* @malloc(i32 %s)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
define void @g({} addrspace(10)* %x) {
  %m = call i8* @malloc(i32 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
