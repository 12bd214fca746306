; Memory of the program itself, lent to an exported function: no tape, it stays where it is. A tape is stored or returned.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define {{.*}} @exported(
; CHECK-SAME: {{ptr|i8\*}} %p
; CHECK-LABEL: define {{.*}} @f(
; CHECK: %m = call {{.*}} @malloc(i64 8)
; CHECK: call void @free({{.*}} %m)

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)

define ptr addrspace(10) @exported(ptr %p) {
  %y = load ptr addrspace(10), ptr %p, align 8
  ret ptr addrspace(10) %y
}
define ptr addrspace(10) @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  %y = call ptr addrspace(10) @exported(ptr %m)
  call void @free(ptr %m)
  ret ptr addrspace(10) %y
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)

define {} addrspace(10)* @exported(i8* %p) {
  %a = bitcast i8* %p to {} addrspace(10)**
  %y = load {} addrspace(10)*, {} addrspace(10)** %a, align 8
  ret {} addrspace(10)* %y
}
define {} addrspace(10)* @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %y = call {} addrspace(10)* @exported(i8* %m)
  call void @free(i8* %m)
  ret {} addrspace(10)* %y
}
