; What was wrapped is said in remarks, and counted for `stats`.
; RUN: %opt '-passes=call-wrapping<stats>' -pass-remarks=call-wrapping -pass-remarks-missed=call-wrapping -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt '-passes=call-wrapping<stats>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=QUIET

; CHECK-DAG: remark: {{.*}} lazy call not wrapped: nothing may stand between a musttail call
; CHECK-DAG: remark: {{.*}} lazy call wrapped:
; CHECK-DAG: remark: {{.*}} lazily compiled definition wrapped:
; CHECK:     call-wrapping: 1 calls and 1 definitions wrapped, 1 left alone
; QUIET-NOT: remark
; QUIET:     call-wrapping: 1 calls and 1 definitions wrapped, 1 left alone

declare double @lazy(double) "lazy-compiled"
define double @f(double %x) {
  %q = call double @lazy(double %x)
  %r = musttail call double @lazy(double %q)
  ret double %r
}
define double @g(double %x) "lazy-compiled" {
  ret double %x
}
