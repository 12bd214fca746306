; Several callees at one indirect site. All of them are entered GC-safe, so one of this module
; becomes an entry, marked or not, and one from elsewhere must be lazily compiled.
; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %wrap %t/opaque.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %wrap %typed %t/typed.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable call-wrapping %t/opaque.ll %}
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %t/typed.ll %}
; RUN: %if opaque-pointers %{ not %wrap %t/refused.ll 2>&1 | FileCheck %s --check-prefix=REFUSED %}
; RUN: %if typed-pointers %{ not %wrap %typed %t/refused-typed.ll 2>&1 | FileCheck %s --check-prefix=REFUSED %}

; CHECK-LABEL: define double @defined(
; CHECK:         call i8 @jl_gc_unsafe_enter()
; CHECK-NEXT:    call double @defined.body(
; CHECK-NEXT:    call void @jl_gc_unsafe_leave(

; CHECK-LABEL: define double @untouched(
; CHECK-NEXT:    ret double

; CHECK-LABEL: define double @select_of_three(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double %f(double %x)
; CHECK-NEXT:    call void @jl_gc_safe_leave(

; CHECK-LABEL: define double @select_of_others(
; CHECK-NOT:     jl_gc_safe_
; CHECK:         ret double

; REFUSED:      error: call-wrapping: [JGP206 callee-not-lazy] in function 'f': 'julia_eager' is not lazily compiled
; REFUSED-NEXT:   at: {{.*}}call double %f(double %x)
; REFUSED-NOT:  define

;--- opaque.ll
declare double @lazy1(double) "lazy-compiled"
declare double @lazy2(double) "lazy-compiled"
define double @defined(double %x) {
  ret double %x
}
define double @untouched(double %x) {
  ret double %x
}
define double @select_of_three(double %x, i1 %b, i1 %c) {
  %slot = alloca ptr
  %s = select i1 %b, ptr @lazy1, ptr @defined
  store ptr %s, ptr %slot
  store ptr @lazy2, ptr %slot
  %f = load ptr, ptr %slot
  %r = call double %f(double %x)
  ret double %r
}
define double @select_of_others(double %x, i1 %b) {
  %f = select i1 %b, ptr @untouched, ptr @defined
  %r = call double %f(double %x)
  ret double %r
}

;--- typed.ll
declare double @lazy1(double) "lazy-compiled"
declare double @lazy2(double) "lazy-compiled"
define double @defined(double %x) {
  ret double %x
}
define double @untouched(double %x) {
  ret double %x
}
define double @select_of_three(double %x, i1 %b, i1 %c) {
  %slot = alloca double (double)*
  %s = select i1 %b, double (double)* @lazy1, double (double)* @defined
  store double (double)* %s, double (double)** %slot
  store double (double)* @lazy2, double (double)** %slot
  %f = load double (double)*, double (double)** %slot
  %r = call double %f(double %x)
  ret double %r
}
define double @select_of_others(double %x, i1 %b) {
  %f = select i1 %b, double (double)* @untouched, double (double)* @defined
  %r = call double %f(double %x)
  ret double %r
}

;--- refused.ll
declare double @julia_eager(double)
declare i64 @deferred_codegen(i64)
define double @f(double %x, i1 %b) {
  %i = call i64 @deferred_codegen(i64 1)
  %p = inttoptr i64 %i to ptr
  %f = select i1 %b, ptr %p, ptr @julia_eager
  %r = call double %f(double %x)
  ret double %r
}

;--- refused-typed.ll
declare double @julia_eager(double)
declare i64 @deferred_codegen(i64)
define double @f(double %x, i1 %b) {
  %i = call i64 @deferred_codegen(i64 1)
  %p = inttoptr i64 %i to double (double)*
  %f = select i1 %b, double (double)* %p, double (double)* @julia_eager
  %r = call double %f(double %x)
  ret double %r
}
