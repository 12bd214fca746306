; A tape in a struct that is returned, stored in a slot, loaded and passed by value: the type of each changes alike,
; and a named struct becomes a literal one.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %slot = alloca { [[T]], double, [2 x {{.*}}] }, align 8
; CHECK: %t = call { [[T]], double, [2 x {{.*}}] } @augmented(
; CHECK: store { [[T]], double, [2 x {{.*}}] } %t
; CHECK: call void @reverse({ [[T]], double, [2 x {{.*}}] } %u)
; CHECK-LABEL: define internal {{.*}} @augmented(
; CHECK: insertvalue { [[T]], double, [2 x {{.*}}] } {{.*}}, [[T]] %m, 0
; CHECK-LABEL: define internal void @reverse(
; CHECK: %t = extractvalue { [[T]], double, [2 x {{.*}}] } %r, 0

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr addrspace(10))

%ret = type { ptr, double, [2 x ptr] }
define internal %ret @augmented(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  %r = insertvalue %ret undef, ptr %m, 0
  %s = insertvalue %ret %r, double 1.0, 1
  ret %ret %s
}
define internal void @reverse(%ret %r) {
  %t = extractvalue %ret %r, 0
  %y = load ptr addrspace(10), ptr %t, align 8
  call void @free(ptr %t)
  call void @use(ptr addrspace(10) %y)
  ret void
}
define void @f(ptr addrspace(10) %x) {
  %slot = alloca %ret, align 8
  %t = call %ret @augmented(ptr addrspace(10) %x)
  store %ret %t, ptr %slot, align 8
  %u = load %ret, ptr %slot, align 8
  call void @reverse(%ret %u)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)
declare void @use({} addrspace(10)*)

%ret = type { i8*, double, [2 x i8*] }
define internal %ret @augmented({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %r = insertvalue %ret undef, i8* %m, 0
  %s = insertvalue %ret %r, double 1.0, 1
  ret %ret %s
}
define internal void @reverse(%ret %r) {
  %t = extractvalue %ret %r, 0
  %a = bitcast i8* %t to {} addrspace(10)**
  %y = load {} addrspace(10)*, {} addrspace(10)** %a, align 8
  call void @free(i8* %t)
  call void @use({} addrspace(10)* %y)
  ret void
}
define void @f({} addrspace(10)* %x) {
  %slot = alloca %ret, align 8
  %t = call %ret @augmented({} addrspace(10)* %x)
  store %ret %t, %ret* %slot, align 8
  %u = load %ret, %ret* %slot, align 8
  call void @reverse(%ret %u)
  ret void
}
