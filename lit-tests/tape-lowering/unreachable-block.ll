; A block that no path reaches may use values in any order, even of themselves.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %m = call [[T]] @ijl_alloc_svec(
; CHECK: ret void
; CHECK-NOT: @malloc(

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define void @f(ptr addrspace(10) %x, i64 %n) {
entry:
  %s = mul i64 %n, 8
  %m = call ptr @malloc(i64 %s)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
dead:
  %p = phi ptr [ %q, %dead ], [ %m, %dead2 ]
  %q = getelementptr i8, ptr %q, i64 8
  %r = select i1 true, ptr %r, ptr %p
  store ptr addrspace(10) %x, ptr %r, align 8
  br label %dead
dead2:
  br label %dead
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

define void @f({} addrspace(10)* %x, i64 %n) {
entry:
  %s = mul i64 %n, 8
  %m = call i8* @malloc(i64 %s)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
dead:
  %p = phi i8* [ %q, %dead ], [ %m, %dead2 ]
  %q = getelementptr i8, i8* %q, i64 8
  %r = select i1 true, i8* %r, i8* %p
  %b = bitcast i8* %r to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %b, align 8
  br label %dead
dead2:
  br label %dead
}
