; Calls that cannot be wrapped stay as they are, each with a remark that says why.
; RUN: %wrap -pass-remarks-missed=call-wrapping %s 2>%t.remarks | FileCheck %s --implicit-check-not=jl_gc_
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %if typed-pointers %{ %wrap %typed %s | FileCheck %s --implicit-check-not=jl_gc_ %}
; RUN: %check-stable call-wrapping %s
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %s %}

declare double @lazy(double) "lazy-compiled"
declare double @llvm.fabs.f64(double)
declare i32 @setjmp(i64) returns_twice

; REMARK: lazy call not wrapped: nothing may stand between a musttail call and its return
; CHECK-LABEL: define double @musttail_call(
; CHECK-NEXT:    %r = musttail call double @lazy(double %x)
define double @musttail_call(double %x) {
  %r = musttail call double @lazy(double %x)
  ret double %r
}

; REMARK: lazy call not wrapped: a call that returns twice
; CHECK-LABEL: define i32 @returns_twice(
; CHECK-NEXT:    %r = call i32 @setjmp(i64 0)
define i32 @returns_twice() {
  %r = call i32 @setjmp(i64 0) "lazy-compiled"
  ret i32 %r
}

; REMARK: lazy call not wrapped: its "gc-transition" bundle
; CHECK-LABEL: define double @gc_transition(
; CHECK-NEXT:    %r = call double @lazy(double %x) [ "gc-transition"() ]
define double @gc_transition(double %x) {
  %r = call double @lazy(double %x) [ "gc-transition"() ]
  ret double %r
}

; REMARK: lazy call not wrapped: it is inline assembly
; CHECK-LABEL: define void @inline_asm(
; CHECK-NEXT:    call void asm sideeffect "nop", ""()
define void @inline_asm() {
  call void asm sideeffect "nop", ""() "lazy-compiled"
  ret void
}

; REMARK: lazy call not wrapped: it is an intrinsic
; CHECK-LABEL: define double @intrinsic(
; CHECK-NEXT:    %r = call double @llvm.fabs.f64(double %x)
define double @intrinsic(double %x) {
  %r = call double @llvm.fabs.f64(double %x) "lazy-compiled"
  ret double %r
}

; REMARK: lazy call not wrapped: callbr has no single place
; CHECK-LABEL: define void @asm_goto(
; CHECK-NEXT:    callbr void asm
define void @asm_goto() {
  callbr void asm sideeffect "", ""() "lazy-compiled" to label %one []
one:
  ret void
}
; REMARK-NOT: remark:
