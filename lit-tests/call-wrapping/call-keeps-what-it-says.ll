; The wrapped call keeps its calling convention, argument attributes, fast-math flags, metadata and
; bundles.
; RUN: %wrap %s | FileCheck %s
; RUN: %if typed-pointers %{ %wrap %typed %s | FileCheck %s %}
; RUN: %check-stable call-wrapping %s
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %s %}

declare fastcc double @lazy(i32, double) "lazy-compiled"

; CHECK-LABEL: define double @f(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    %r = call fast fastcc noundef double @lazy(i32 inreg signext %i, double 1.000000e+00) [[ATTRIBUTES:#[0-9]+]] [ "deopt"(i32 %i) ], !range.of [[NODE:![0-9]+]]
; CHECK-NEXT:    call void @jl_gc_safe_leave(
; CHECK: attributes [[ATTRIBUTES]] = { cold }
; CHECK: [[NODE]] = !{!"x"}
define double @f(i32 %i) {
  %r = call fast fastcc noundef double @lazy(i32 signext inreg %i, double 1.0) cold [ "deopt"(i32 %i) ], !range.of !0
  ret double %r
}
!0 = !{!"x"}
