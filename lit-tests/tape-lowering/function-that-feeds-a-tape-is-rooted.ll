; An object that goes into a tape is made in a function that handles no tape: it must live there, too.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: @two(
; CHECK-NEXT: %pgcstack = call {{.*}}@julia.get_pgcstack()
; CHECK-NEXT: %a = call {{.*}}@new()
; Nothing is live across a safepoint here.
; CHECK-LABEL: @one(
; CHECK-NEXT: %a = call {{.*}}@new()
; CHECK-LABEL: define void @f(

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare ptr addrspace(10) @new()

define ptr addrspace(10) @two() {
  %a = tail call ptr addrspace(10) @new()
  %b = tail call ptr addrspace(10) @new()
  ret ptr addrspace(10) %a
}

define ptr addrspace(10) @one() {
  %a = call ptr addrspace(10) @new()
  ret ptr addrspace(10) %a
}

define void @f() {
  %m = call ptr @malloc(i64 8)
  %x = call ptr addrspace(10) @two()
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare {} addrspace(10)* @new()

define {} addrspace(10)* @two() {
  %a = tail call {} addrspace(10)* @new()
  %b = tail call {} addrspace(10)* @new()
  ret {} addrspace(10)* %a
}

define {} addrspace(10)* @one() {
  %a = call {} addrspace(10)* @new()
  ret {} addrspace(10)* %a
}

define void @f() {
  %m = call i8* @malloc(i64 8)
  %x = call {} addrspace(10)* @two()
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
