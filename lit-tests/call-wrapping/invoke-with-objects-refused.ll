; Julia's root placement sees neither arguments nor results of invoke.
; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ not %wrap %t/opaque.ll 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %wrap %typed %t/typed.ll 2>&1 | FileCheck %s %}

; CHECK:      error: call-wrapping: [JGP201 lazy-invoke-with-objects] in function 'argument':
; CHECK-NEXT:   at: {{.*}}invoke double @takes(
; CHECK:        why:
; CHECK-NEXT:   help:
; CHECK:      error: call-wrapping: [JGP201 lazy-invoke-with-objects] in function 'result':
; CHECK-NOT:  define

;--- opaque.ll
declare double @takes(ptr addrspace(11)) "lazy-compiled"
declare { i64, ptr addrspace(10) } @gives() "lazy-compiled"
define void @argument(ptr addrspace(11) %d) personality i64 0 {
  %r = invoke double @takes(ptr addrspace(11) %d) to label %ok unwind label %bad
ok:
  ret void
bad:
  %lp = landingpad i32 cleanup
  resume i32 %lp
}
define void @result() personality i64 0 {
  %r = invoke { i64, ptr addrspace(10) } @gives() to label %ok unwind label %bad
ok:
  ret void
bad:
  %lp = landingpad i32 cleanup
  resume i32 %lp
}

;--- typed.ll
declare double @takes(double addrspace(11)*) "lazy-compiled"
declare { i64, {} addrspace(10)* } @gives() "lazy-compiled"
define void @argument(double addrspace(11)* %d) personality i64 0 {
  %r = invoke double @takes(double addrspace(11)* %d) to label %ok unwind label %bad
ok:
  ret void
bad:
  %lp = landingpad i32 cleanup
  resume i32 %lp
}
define void @result() personality i64 0 {
  %r = invoke { i64, {} addrspace(10)* } @gives() to label %ok unwind label %bad
ok:
  ret void
bad:
  %lp = landingpad i32 cleanup
  resume i32 %lp
}
