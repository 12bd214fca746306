; An empty tape may be null, and is freed all the same: nothing is left to do.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %t = call [[T]] @augmented([[T]] %x, i1 %b)
; CHECK: call void @reverse([[T]] %t, i1 %b)
; CHECK: call void @reverse([[T]] null, i1 false)
; CHECK-LABEL: define internal {{.*}} @augmented(
; CHECK: ret [[T]] %m
; CHECK: ret [[T]] null
; CHECK-LABEL: define internal void @reverse(
; CHECK-SAME: [[T]] %t
; CHECK-NOT: @free
; CHECK: ret void

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr addrspace(10))

define internal ptr @augmented(ptr addrspace(10) %x, i1 %b) {
  br i1 %b, label %tape, label %empty
tape:
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret ptr %m
empty:
  ret ptr null
}
define internal void @reverse(ptr %t, i1 %b) {
  br i1 %b, label %tape, label %done
tape:
  %y = load ptr addrspace(10), ptr %t, align 8
  call void @use(ptr addrspace(10) %y)
  br label %done
done:
  call void @free(ptr nonnull %t)
  ret void
}
define void @f(ptr addrspace(10) %x, i1 %b) {
  %t = call ptr @augmented(ptr addrspace(10) %x, i1 %b)
  call void @reverse(ptr %t, i1 %b)
  call void @reverse(ptr null, i1 false)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)
declare void @use({} addrspace(10)*)

define internal i8* @augmented({} addrspace(10)* %x, i1 %b) {
  br i1 %b, label %tape, label %empty
tape:
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret i8* %m
empty:
  ret i8* null
}
define internal void @reverse(i8* %t, i1 %b) {
  br i1 %b, label %tape, label %done
tape:
  %a = bitcast i8* %t to {} addrspace(10)**
  %y = load {} addrspace(10)*, {} addrspace(10)** %a, align 8
  call void @use({} addrspace(10)* %y)
  br label %done
done:
  call void @free(i8* nonnull %t)
  ret void
}
define void @f({} addrspace(10)* %x, i1 %b) {
  %t = call i8* @augmented({} addrspace(10)* %x, i1 %b)
  call void @reverse(i8* %t, i1 %b)
  call void @reverse(i8* null, i1 false)
  ret void
}
