; Memory of no size, or memory that nobody touches, holds no pointer.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-NOT: julia
; CHECK: call {{.*}} @malloc(i64 0)
; CHECK: call {{.*}} @malloc(i64 64)
; CHECK-NOT: julia

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)

define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 0)
  %n = call ptr @malloc(i64 64)
  %s = alloca [0 x ptr addrspace(10)], align 8
  %t = alloca {}, align 8
  call void @free(ptr %m)
  call void @free(ptr %n)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)

define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 0)
  %n = call i8* @malloc(i64 64)
  %s = alloca [0 x {} addrspace(10)*], align 8
  %t = alloca {}, align 8
  call void @free(i8* %m)
  call void @free(i8* %n)
  ret void
}
