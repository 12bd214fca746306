; Julia roots no alloca outside of the entry block: each round gets an object.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: entry:
; CHECK: @julia.get_pgcstack()
; CHECK: loop:
; CHECK-NOT: alloca
; CHECK: %a = call {{.*}} @julia.gc_alloc_obj(

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare void @safepoint()
declare void @use(ptr addrspace(10))

define void @f(ptr addrspace(10) %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = alloca ptr addrspace(10), align 8
  store ptr addrspace(10) %x, ptr %a, align 8
  call void @safepoint()
  %y = load ptr addrspace(10), ptr %a, align 8
  call void @use(ptr addrspace(10) %y)
  %next = add i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop
done:
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare void @safepoint()
declare void @use({} addrspace(10)*)

define void @f({} addrspace(10)* %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = alloca {} addrspace(10)*, align 8
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  call void @safepoint()
  %y = load {} addrspace(10)*, {} addrspace(10)** %a, align 8
  call void @use({} addrspace(10)* %y)
  %next = add i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop
done:
  ret void
}
