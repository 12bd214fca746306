; A cache is written once, and so Enzyme and Julia may tag its accesses as constant memory; as an object it is written again
; with every null.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define {{.*}} @f(
; CHECK-NOT: {{tbaa|invariant}}
; CHECK: store atomic [[T]] %x
; CHECK-NOT: {{tbaa|invariant}}
; CHECK: %y = load [[T]], {{.*}} !nonnull
; CHECK-NOT: {{tbaa|invariant}}
; CHECK: ret [[T]]

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define ptr addrspace(10) @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8, !tbaa !0
  call void @safepoint()
  %y = load ptr addrspace(10), ptr %m, align 8, !tbaa !0, !invariant.load !3, !nonnull !3
  ret ptr addrspace(10) %y
}
!0 = !{!1, !1, i64 0, i64 1}
!1 = !{!"jtbaa_const", !2, i64 0}
!2 = !{!"jtbaa"}
!3 = !{}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define {} addrspace(10)* @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8, !tbaa !0
  call void @safepoint()
  %y = load {} addrspace(10)*, {} addrspace(10)** %a, align 8, !tbaa !0, !invariant.load !3, !nonnull !3
  ret {} addrspace(10)* %y
}
!0 = !{!1, !1, i64 0, i64 1}
!1 = !{!"jtbaa_const", !2, i64 0}
!2 = !{!"jtbaa"}
!3 = !{}
