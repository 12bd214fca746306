; A slot whose type has vectors in it changes as any other: a tracked pointer in a word that shows none would not be rooted.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK-NOT: alloca {{.*}}x {{ptr|i8\*}}>
; CHECK: ret void

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()
declare void @use(ptr addrspace(10))

define void @f(ptr addrspace(10) %x, i64 %i) {
  %slot = alloca [4 x <2 x ptr>], align 16
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  %c = getelementptr inbounds [4 x <2 x ptr>], ptr %slot, i64 0, i64 %i, i64 1
  store ptr %m, ptr %c, align 8
  call void @safepoint()
  %r = load ptr, ptr %c, align 8
  %y = load ptr addrspace(10), ptr %r, align 8
  call void @use(ptr addrspace(10) %y)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()
declare void @use({} addrspace(10)*)

define void @f({} addrspace(10)* %x, i64 %i) {
  %slot = alloca [4 x <2 x i8*>], align 16
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %c = getelementptr inbounds [4 x <2 x i8*>], [4 x <2 x i8*>]* %slot, i64 0, i64 %i, i64 1
  store i8* %m, i8** %c, align 8
  call void @safepoint()
  %r = load i8*, i8** %c, align 8
  %b = bitcast i8* %r to {} addrspace(10)**
  %y = load {} addrspace(10)*, {} addrspace(10)** %b, align 8
  call void @use({} addrspace(10)* %y)
  ret void
}
