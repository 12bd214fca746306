; A call that is GC-safe on one path and unsafe on another cannot be wrapped right.
; RUN: not %wrap %s 2>&1 | FileCheck %s
; RUN: %if typed-pointers %{ not %wrap %typed %s 2>&1 | FileCheck %s %}

declare i8 @jl_gc_safe_enter()
declare double @lazy(double) "lazy-compiled"

; CHECK:      error: call-wrapping: [JGP207 transition-on-some-paths] in function 'f':
; CHECK-NEXT:   at: {{.*}}call double @lazy(
; CHECK-NOT:  define
define double @f(double %x, i1 %c) {
entry:
  br i1 %c, label %one, label %join
one:
  %s = call i8 @jl_gc_safe_enter()
  br label %join
join:
  %r = call double @lazy(double %x)
  ret double %r
}
