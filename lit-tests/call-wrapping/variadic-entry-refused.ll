; Variable arguments cannot be handed on. A variadic callee is none of our business.
; RUN: split-file %s %t
; RUN: not %wrap %t/entry.ll 2>&1 | FileCheck %s
; RUN: %if typed-pointers %{ not %wrap %typed %t/entry.ll 2>&1 | FileCheck %s %}
; RUN: %wrap %t/callee.ll | FileCheck %s --check-prefix=CALLEE
; RUN: %check-stable call-wrapping %t/callee.ll
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %t/callee.ll %}

; CHECK:     error: call-wrapping: [JGP208 variadic-entry] in function 'f':
; CHECK-NOT: define

; CALLEE:      call i8 @jl_gc_safe_enter()
; CALLEE-NEXT: call double (double, ...) @lazy(double %x, i64 1)
; CALLEE-NEXT: call void @jl_gc_safe_leave(

;--- entry.ll
define double @f(double %x, ...) "lazy-compiled" {
  ret double %x
}
;--- callee.ll
declare double @lazy(double, ...) "lazy-compiled"
define double @f(double %x) {
  %r = call double (double, ...) @lazy(double %x, i64 1)
  ret double %r
}
