; A function that is called lazily at one place and directly at another: only the lazy call is
; wrapped, and the definition is entered right from both.
; RUN: %wrap %s | FileCheck %s
; RUN: %if typed-pointers %{ %wrap %typed %s | FileCheck %s %}
; RUN: %check-stable call-wrapping %s
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %s %}

; CHECK-LABEL: define double @f(
; CHECK:         [[STATE:%.*]] = call i8 @jl_gc_unsafe_enter()
; CHECK-NEXT:    [[R:%.*]] = call double @f.body(double %x)
; CHECK-NEXT:    call void @jl_gc_unsafe_leave(i8 [[STATE]])
; CHECK-NEXT:    ret double [[R]]
define double @f(double %x) {
  ret double %x
}

; CHECK-LABEL: define double @caller(
; CHECK-NEXT:    call double @f(
; CHECK-NEXT:    call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double @f(
; CHECK-NEXT:    call void @jl_gc_safe_leave(
; CHECK-NEXT:    ret double
define double @caller(double %x) {
  %a = call double @f(double %x)
  %b = call double @f(double %a) "lazy-compiled"
  ret double %b
}
