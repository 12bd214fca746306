; An object that is live across a safepoint only as part of another value, as one of two, or by its data: the
; function needs julia.get_pgcstack as much as with the object itself.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: @taken_out(
; CHECK-NEXT: %pgcstack = call {{.*}}@julia.get_pgcstack()
; CHECK-LABEL: @merged(
; CHECK-NEXT: entry:
; CHECK-NEXT: %pgcstack = call {{.*}}@julia.get_pgcstack()
; CHECK-LABEL: @chosen(
; CHECK-NEXT: %pgcstack = call {{.*}}@julia.get_pgcstack()
; CHECK-LABEL: @derived_chosen(
; CHECK-NEXT: %pgcstack = call {{.*}}@julia.get_pgcstack()
; CHECK-LABEL: @data(
; CHECK-NEXT: %pgcstack = call {{.*}}@julia.get_pgcstack()
; CHECK-LABEL: @number(
; CHECK-NEXT: %s = call
; CHECK-LABEL: define void @f(

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare ptr addrspace(10) @new()
declare { i64, ptr addrspace(10) } @new_pair()
declare void @collect()

define ptr addrspace(10) @taken_out() {
  %s = call { i64, ptr addrspace(10) } @new_pair()
  %a = extractvalue { i64, ptr addrspace(10) } %s, 1
  call void @collect()
  ret ptr addrspace(10) %a
}

define ptr addrspace(10) @merged(ptr addrspace(10) %y, i1 %b) {
entry:
  %a = call ptr addrspace(10) @new()
  br i1 %b, label %other, label %join
other:
  br label %join
join:
  %p = phi ptr addrspace(10) [ %a, %entry ], [ %y, %other ]
  call void @collect()
  ret ptr addrspace(10) %p
}

define ptr addrspace(10) @chosen(ptr addrspace(10) %y, i1 %b) {
  %a = call ptr addrspace(10) @new()
  %p = select i1 %b, ptr addrspace(10) %a, ptr addrspace(10) %y
  call void @collect()
  ret ptr addrspace(10) %p
}

define i64 @derived_chosen(ptr addrspace(10) %y, i1 %b) {
  %a = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %e = addrspacecast ptr addrspace(10) %y to ptr addrspace(11)
  %p = select i1 %b, ptr addrspace(11) %d, ptr addrspace(11) %e
  %c = bitcast ptr addrspace(11) %p to ptr addrspace(11)
  call void @collect()
  %v = load i64, ptr addrspace(11) %c, align 8
  ret i64 %v
}

define i64 @data() {
  %a = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %c = bitcast ptr addrspace(11) %d to ptr addrspace(11)
  %p = load ptr addrspace(13), ptr addrspace(11) %c, align 8
  call void @collect()
  %v = load i64, ptr addrspace(13) %p, align 8
  ret i64 %v
}

; The number is no object.
define i64 @number() {
  %s = call { i64, ptr addrspace(10) } @new_pair()
  call void @collect()
  %n = extractvalue { i64, ptr addrspace(10) } %s, 0
  ret i64 %n
}

define void @f() {
  %m = call ptr @malloc(i64 8)
  %x = call ptr addrspace(10) @taken_out()
  %a = bitcast ptr %m to ptr
  store ptr addrspace(10) %x, ptr %a, align 8
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare {} addrspace(10)* @new()
declare { i64, {} addrspace(10)* } @new_pair()
declare void @collect()

define {} addrspace(10)* @taken_out() {
  %s = call { i64, {} addrspace(10)* } @new_pair()
  %a = extractvalue { i64, {} addrspace(10)* } %s, 1
  call void @collect()
  ret {} addrspace(10)* %a
}

define {} addrspace(10)* @merged({} addrspace(10)* %y, i1 %b) {
entry:
  %a = call {} addrspace(10)* @new()
  br i1 %b, label %other, label %join
other:
  br label %join
join:
  %p = phi {} addrspace(10)* [ %a, %entry ], [ %y, %other ]
  call void @collect()
  ret {} addrspace(10)* %p
}

define {} addrspace(10)* @chosen({} addrspace(10)* %y, i1 %b) {
  %a = call {} addrspace(10)* @new()
  %p = select i1 %b, {} addrspace(10)* %a, {} addrspace(10)* %y
  call void @collect()
  ret {} addrspace(10)* %p
}

define i64 @derived_chosen({} addrspace(10)* %y, i1 %b) {
  %a = call {} addrspace(10)* @new()
  %d = addrspacecast {} addrspace(10)* %a to {} addrspace(11)*
  %e = addrspacecast {} addrspace(10)* %y to {} addrspace(11)*
  %p = select i1 %b, {} addrspace(11)* %d, {} addrspace(11)* %e
  %c = bitcast {} addrspace(11)* %p to i64 addrspace(11)*
  call void @collect()
  %v = load i64, i64 addrspace(11)* %c, align 8
  ret i64 %v
}

define i64 @data() {
  %a = call {} addrspace(10)* @new()
  %d = addrspacecast {} addrspace(10)* %a to {} addrspace(11)*
  %c = bitcast {} addrspace(11)* %d to i64 addrspace(13)* addrspace(11)*
  %p = load i64 addrspace(13)*, i64 addrspace(13)* addrspace(11)* %c, align 8
  call void @collect()
  %v = load i64, i64 addrspace(13)* %p, align 8
  ret i64 %v
}

; The number is no object.
define i64 @number() {
  %s = call { i64, {} addrspace(10)* } @new_pair()
  call void @collect()
  %n = extractvalue { i64, {} addrspace(10)* } %s, 0
  ret i64 %n
}

define void @f() {
  %m = call i8* @malloc(i64 8)
  %x = call {} addrspace(10)* @taken_out()
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
