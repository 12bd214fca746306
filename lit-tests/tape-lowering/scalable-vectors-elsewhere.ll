; A type of unknown size somewhere else in the module is no business of the pass.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @other(
; CHECK: load <vscale x 2 x i64>
; CHECK-LABEL: define void @f(
; CHECK: @julia.gc_alloc_obj(

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define void @other(<vscale x 2 x i64>* %p) {
  %v = load <vscale x 2 x i64>, <vscale x 2 x i64>* %p, align 16
  store <vscale x 2 x i64> %v, <vscale x 2 x i64>* %p, align 16
  ret void
}
define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

define void @other(<vscale x 2 x i64>* %p) {
  %v = load <vscale x 2 x i64>, <vscale x 2 x i64>* %p, align 16
  store <vscale x 2 x i64> %v, <vscale x 2 x i64>* %p, align 16
  ret void
}
define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
