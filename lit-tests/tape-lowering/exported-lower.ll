; With exported=lower the caller says that whoever uses the function follows: its type changes, and a warning says to what.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %opt -passes="tape-lowering<exported=lower>,verify" -S %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable "tape-lowering<exported=lower>" %t/opaque.ll %}
; RUN: %if typed-pointers %{ %opt -passes="tape-lowering<exported=lower>,verify" -S %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable "tape-lowering<exported=lower>" %typed %t/typed.ll %}

; CHECK-LABEL: define {{.*}} @f(
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj(
; CHECK: ret [[T]] %m

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define ptr @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret ptr %m
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

define i8* @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret i8* %m
}
