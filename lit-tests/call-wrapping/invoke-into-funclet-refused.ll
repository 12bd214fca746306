; A funclet pad leaves no room for a call on the unwind edge, and none in a funclet may lack its
; bundle.
; REQUIRES: opaque-pointers
; RUN: not %wrap %s 2>&1 | FileCheck %s

declare i32 @__CxxFrameHandler3(...)
declare double @lazy(i64) "lazy-compiled"

; CHECK: error: call-wrapping: [JGP202 exception-funclet] in function 'unwinds':
; CHECK: error: call-wrapping: [JGP202 exception-funclet] in function 'inside':
; CHECK-NOT: define
define void @unwinds(i64 %n) personality ptr @__CxxFrameHandler3 {
  %r = invoke double @lazy(i64 %n) to label %ok unwind label %bad
ok:
  ret void
bad:
  %pad = cleanuppad within none []
  cleanupret from %pad unwind to caller
}
define void @inside(i64 %n) personality ptr @__CxxFrameHandler3 {
  %r = invoke double @eager(i64 %n) to label %ok unwind label %bad
ok:
  ret void
bad:
  %pad = cleanuppad within none []
  %s = call double @lazy(i64 %n) [ "funclet"(token %pad) ]
  cleanupret from %pad unwind to caller
}
declare double @eager(i64)
