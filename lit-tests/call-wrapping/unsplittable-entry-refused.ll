; Definitions that cannot hand their arguments on.
; REQUIRES: opaque-pointers
; RUN: not %wrap %s 2>&1 | FileCheck %s

; CHECK: error: call-wrapping: [JGP209 unsplittable-entry] in function 'bare': the definition is 'naked'
; CHECK: error: call-wrapping: [JGP209 unsplittable-entry] in function 'pushed': a parameter is 'inalloca'
; CHECK: error: call-wrapping: [JGP209 unsplittable-entry] in function 'prepared': a parameter is 'preallocated'
; CHECK-NOT: define
define void @bare() naked "lazy-compiled" {
  unreachable
}
define void @pushed(ptr inalloca(i64) %p) "lazy-compiled" {
  ret void
}
define void @prepared(ptr preallocated(i64) %p) "lazy-compiled" {
  ret void
}
