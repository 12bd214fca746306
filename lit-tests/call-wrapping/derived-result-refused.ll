; A pointer into an object is no root: nothing would keep the object alive on the way back.
; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ not %wrap %t/opaque.ll 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %wrap %typed %t/typed.ll 2>&1 | FileCheck %s %}

; CHECK:     error: call-wrapping: [JGP205 derived-result] in function 'caller':
; CHECK:     error: call-wrapping: [JGP205 derived-result] in function 'defined':
; CHECK-NOT: define

;--- opaque.ll
declare { i64, ptr addrspace(13) } @lazy() "lazy-compiled"
define void @caller() {
  %r = call { i64, ptr addrspace(13) } @lazy()
  ret void
}
define ptr addrspace(11) @defined() "lazy-compiled" {
  ret ptr addrspace(11) null
}

;--- typed.ll
declare { i64, i8 addrspace(13)* } @lazy() "lazy-compiled"
define void @caller() {
  %r = call { i64, i8 addrspace(13)* } @lazy()
  ret void
}
define i8 addrspace(11)* @defined() "lazy-compiled" {
  ret i8 addrspace(11)* null
}
