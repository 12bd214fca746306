; An invoke without objects leaves on both edges, on the unwind edge right behind the landing pad.
; RUN: %wrap %s | FileCheck %s
; RUN: %if typed-pointers %{ %wrap %typed %s | FileCheck %s %}
; RUN: %check-stable call-wrapping %s
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %s %}

declare double @lazy(i64) "lazy-compiled"

; CHECK-LABEL: define double @f(
; CHECK-NEXT:    [[STATE:%.*]] = call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    %r = invoke double @lazy(i64 %n)
; CHECK-NEXT:            to label %ok unwind label %bad
; CHECK:       ok:
; CHECK-NEXT:    call void @jl_gc_safe_leave(i8 [[STATE]])
; CHECK-NEXT:    ret double %r
; CHECK:       bad:
; CHECK-NEXT:    %lp = landingpad i32
; CHECK-NEXT:            cleanup
; CHECK-NEXT:    call void @jl_gc_safe_leave(i8 [[STATE]])
; CHECK-NEXT:    resume i32 %lp
define double @f(i64 %n) personality i64 0 {
  %r = invoke double @lazy(i64 %n) to label %ok unwind label %bad
ok:
  ret double %r
bad:
  %lp = landingpad i32 cleanup
  resume i32 %lp
}
