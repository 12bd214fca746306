; A module that uses tracked pointers but no tape comes out byte for byte as it was, with all declarations, attributes and metadata;
; so does one without either.

; REQUIRES: opaque-pointers
; RUN: %opt -passes=verify -S %s -o %t.input
; RUN: %tape %s -o %t.output 2>%t.messages
; RUN: diff %t.input %t.output
; RUN: count 0 < %t.messages

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr addrspace(10)) nounwind readnone
declare ptr @julia.get_pgcstack()

define ptr addrspace(10) @f(ptr addrspace(10) %x, i64 %n) nounwind {
  %pgcstack = call ptr @julia.get_pgcstack()
  %slot = alloca ptr addrspace(10), align 8
  store ptr addrspace(10) %x, ptr %slot, align 8
  %m = call ptr @malloc(i64 %n)
  store double 1.0, ptr %m, align 8
  tail call void @use(ptr addrspace(10) %x)
  call void @free(ptr %m)
  %y = load ptr addrspace(10), ptr %slot, align 8, !tbaa !0
  ret ptr addrspace(10) %y
}

!0 = !{!1, !1, i64 0}
!1 = !{!"jtbaa_value", !2, i64 0}
!2 = !{!"jtbaa"}
