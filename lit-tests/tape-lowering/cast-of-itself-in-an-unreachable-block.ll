; A block that no path reaches may use values in any order, even of themselves; the pass must come to an end.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: @julia.gc_alloc_obj(
; CHECK: ret void

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)

define void @f(ptr addrspace(10) %x) {
entry:
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
dead:
  %p = bitcast ptr %p to ptr
  %s = select i1 true, ptr %p, ptr %m
  call void @free(ptr %s)
  br label %dead
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)

define void @f({} addrspace(10)* %x) {
entry:
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
dead:
  %p = bitcast i8* %p to i8*
  %s = select i1 true, i8* %p, i8* %m
  call void @free(i8* %s)
  br label %dead
}
