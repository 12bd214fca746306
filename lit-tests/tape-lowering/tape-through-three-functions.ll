; Made in one function, handed through another, read in a third. The one that only holds it needs the GC stack too:
; without it Julia roots nothing there.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK-NEXT: call {{.*}} @julia.get_pgcstack()
; CHECK: %t = call [[T]] @augmented(
; CHECK-NEXT: call void @safepoint()
; CHECK-NEXT: call void @reverse([[T]] %t)
; CHECK-LABEL: define internal {{.*}} @augmented(
; CHECK: @julia.gc_alloc_obj(
; CHECK-LABEL: define internal void @reverse(
; CHECK-NEXT: call {{.*}} @julia.get_pgcstack()
; CHECK: %y = load [[T]], {{.*}}addrspace(11)

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()
declare void @use(ptr addrspace(10))

define internal ptr @augmented(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret ptr %m
}
define internal void @reverse(ptr %t) {
  %y = load ptr addrspace(10), ptr %t, align 8
  call void @free(ptr %t)
  call void @use(ptr addrspace(10) %y)
  ret void
}
define void @f(ptr addrspace(10) %x) {
  %t = call ptr @augmented(ptr addrspace(10) %x)
  call void @safepoint()
  call void @reverse(ptr %t)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)
declare void @safepoint()
declare void @use({} addrspace(10)*)

define internal i8* @augmented({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret i8* %m
}
define internal void @reverse(i8* %t) {
  %a = bitcast i8* %t to {} addrspace(10)**
  %y = load {} addrspace(10)*, {} addrspace(10)** %a, align 8
  call void @free(i8* %t)
  call void @use({} addrspace(10)* %y)
  ret void
}
define void @f({} addrspace(10)* %x) {
  %t = call i8* @augmented({} addrspace(10)* %x)
  call void @safepoint()
  call void @reverse(i8* %t)
  ret void
}
