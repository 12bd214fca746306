; A glob that names nothing is most likely misspelt: brackets stand for themselves, and entries are definitions.

; RUN: %opt -passes='call-wrapping<callees=g+julia_[fg]+f?;entries=g*+f>,verify' -S %s 2>&1 | FileCheck %s

; CHECK-NOT: warning
; CHECK: warning: call-wrapping: [JGP200 glob-matches-nothing] 'julia_[fg]' of callees= matches no function of the module
; CHECK: warning: call-wrapping: [JGP200 glob-matches-nothing] 'f?' of callees= matches no function of the module
; CHECK: warning: call-wrapping: [JGP200 glob-matches-nothing] 'g*' of entries= matches no definition of the module
; CHECK-NOT: warning

declare double @g(double)

define double @f(double %x) {
  %r = call double @g(double %x)
  ret double %r
}
