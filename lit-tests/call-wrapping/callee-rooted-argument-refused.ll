; Where no tracked pointer is known behind a pointer in address space 12, and in a definition, which
; would have to root it before its enter, nothing keeps the object alive.
; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ not %wrap %t/opaque.ll 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %wrap %typed %t/typed.ll 2>&1 | FileCheck %s %}

; CHECK: error: call-wrapping: [JGP203 callee-rooted-argument] in function 'argument': no tracked pointer is known
; CHECK: error: call-wrapping: [JGP203 callee-rooted-argument] in function 'phi':
; CHECK: error: call-wrapping: [JGP203 callee-rooted-argument] in function 'aggregate':
; CHECK: error: call-wrapping: [JGP203 callee-rooted-argument] in function 'defined':
; CHECK-NOT: define

;--- opaque.ll
declare double @lazy(ptr addrspace(12)) "lazy-compiled"
declare double @lazy_aggregate({ ptr addrspace(12), i64 }) "lazy-compiled"
define double @argument(ptr addrspace(12) %c) {
  %r = call double @lazy(ptr addrspace(12) %c)
  ret double %r
}
define double @phi(ptr addrspace(10) %o, i1 %b) {
entry:
  %c = addrspacecast ptr addrspace(10) %o to ptr addrspace(12)
  br i1 %b, label %one, label %join
one:
  br label %join
join:
  %p = phi ptr addrspace(12) [ %c, %one ], [ null, %entry ]
  %r = call double @lazy(ptr addrspace(12) %p)
  ret double %r
}
define double @aggregate({ ptr addrspace(12), i64 } %s) {
  %r = call double @lazy_aggregate({ ptr addrspace(12), i64 } %s)
  ret double %r
}
define double @defined(ptr addrspace(12) %c) "lazy-compiled" {
  ret double 0.0
}

;--- typed.ll
declare double @lazy({} addrspace(12)*) "lazy-compiled"
declare double @lazy_aggregate({ {} addrspace(12)*, i64 }) "lazy-compiled"
define double @argument({} addrspace(12)* %c) {
  %r = call double @lazy({} addrspace(12)* %c)
  ret double %r
}
define double @phi({} addrspace(10)* %o, i1 %b) {
entry:
  %c = addrspacecast {} addrspace(10)* %o to {} addrspace(12)*
  br i1 %b, label %one, label %join
one:
  br label %join
join:
  %p = phi {} addrspace(12)* [ %c, %one ], [ null, %entry ]
  %r = call double @lazy({} addrspace(12)* %p)
  ret double %r
}
define double @aggregate({ {} addrspace(12)*, i64 } %s) {
  %r = call double @lazy_aggregate({ {} addrspace(12)*, i64 } %s)
  ret double %r
}
define double @defined({} addrspace(12)* %c) "lazy-compiled" {
  ret double 0.0
}
