; The pointer is undef on one path: the word must not hold garbage, and a barrier must not read its tag.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK-NOT: undef
; CHECK: store atomic [[T]]
; CHECK-NOT: undef
; CHECK: ret void

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i1 %b) {
entry:
  %m = call ptr @malloc(i64 8)
  br i1 %b, label %join, label %other
other:
  br label %join
join:
  %y = phi ptr addrspace(10) [ %x, %entry ], [ undef, %other ]
  %z = select i1 %b, ptr addrspace(10) %y, ptr addrspace(10) undef
  call void @safepoint()
  store ptr addrspace(10) %z, ptr %m, align 8
  call void @safepoint()
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define void @f({} addrspace(10)* %x, i1 %b) {
entry:
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  br i1 %b, label %join, label %other
other:
  br label %join
join:
  %y = phi {} addrspace(10)* [ %x, %entry ], [ undef, %other ]
  %z = select i1 %b, {} addrspace(10)* %y, {} addrspace(10)* undef
  call void @safepoint()
  store {} addrspace(10)* %z, {} addrspace(10)** %a, align 8
  call void @safepoint()
  ret void
}
