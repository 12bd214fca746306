; A transition function that is declared with another type is refused, not called wrongly.
; RUN: not %wrap %s 2>&1 | FileCheck %s
; RUN: %if typed-pointers %{ not %wrap %typed %s 2>&1 | FileCheck %s %}

; CHECK:     error: call-wrapping: [JGP003 bad-declaration] 'jl_gc_safe_enter' is declared as i32 ()
; CHECK-NOT: define
declare i32 @jl_gc_safe_enter()
declare void @lazy() "lazy-compiled"
define void @f() {
  call void @lazy()
  ret void
}
