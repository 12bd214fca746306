; A function of the module's own that is called malloc is a function like any other, and so is one that is declared otherwise.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-NOT: julia
; CHECK-LABEL: define void @f(
; CHECK: %m = call {{.*}} @malloc(i64 8)
; CHECK-NOT: julia

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @calloc(ptr)
define ptr @malloc(i64 %n) {
  ret ptr null
}
define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  %n = call ptr @calloc(ptr %m)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @calloc(i8*)
define i8* @malloc(i64 %n) {
  ret i8* null
}
define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %n = call i8* @calloc(i8* %m)
  ret void
}
