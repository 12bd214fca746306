; Calls through aliases, ifuncs and casts of lazily compiled functions are lazy.
; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %opt '-passes=call-wrapping<callees=named_*>,verify' -S %t/opaque.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %opt %typed '-passes=call-wrapping<callees=named_*>,verify' -S %t/typed.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable 'call-wrapping<callees=named_*>' %t/opaque.ll %}
; RUN: %if typed-pointers %{ %check-stable 'call-wrapping<callees=named_*>' %typed %t/typed.ll %}

; CHECK: @alias = alias double (double), {{.*}} @lazy
; CHECK: @ifunc = ifunc double (double), {{.*}} @resolver

; CHECK-LABEL: define double @calls(
; CHECK-NEXT:    call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double @alias(
; CHECK-NEXT:    call void @jl_gc_safe_leave(
; CHECK-NEXT:    call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double @ifunc(
; CHECK-NEXT:    call void @jl_gc_safe_leave(
; CHECK-NEXT:    call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double @named_alias(
; CHECK-NEXT:    call void @jl_gc_safe_leave(
; CHECK-NEXT:    call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call i64 {{.*}}@lazy
; CHECK-NEXT:    call void @jl_gc_safe_leave(
; CHECK-NEXT:    call double @eager_ifunc(
; CHECK-NEXT:    ret double

; The definition behind an alias is an entry; its alias stays with the wrapper.
; CHECK-LABEL: define double @lazy(
; CHECK:         call i8 @jl_gc_unsafe_enter()
; CHECK-NEXT:    call double @lazy.body(
; CHECK-LABEL: define double @target(
; CHECK:         call double @target.body(

; A resolver is no callee.
; CHECK-LABEL: define {{.*}} @resolver(
; CHECK-NOT:     jl_gc_
; CHECK:         ret
; CHECK-LABEL: define double @other(
; CHECK:         call double @other.body(

;--- opaque.ll
@alias = alias double (double), ptr @lazy
@named_alias = alias double (double), ptr @target
@ifunc = ifunc double (double), ptr @resolver
@eager_ifunc = ifunc double (double), ptr @eager_resolver

define double @calls(double %x) {
  %a = call double @alias(double %x)
  %b = call double @ifunc(double %x)
  %c = call double @named_alias(double %x)
  %d = call i64 @lazy(i64 1)
  %e = call double @eager_ifunc(double %x)
  ret double %e
}
define double @lazy(double %x) "lazy-compiled" {
  ret double %x
}
define double @target(double %x) {
  ret double %x
}
define ptr @resolver() {
  %f = select i1 undef, ptr @lazy, ptr @other
  ret ptr %f
}
define double @other(double %x) {
  ret double %x
}
define ptr @eager_resolver() {
  ret ptr @target
}

;--- typed.ll
@alias = alias double (double), double (double)* @lazy
@named_alias = alias double (double), double (double)* @target
@ifunc = ifunc double (double), double (double)* ()* @resolver
@eager_ifunc = ifunc double (double), double (double)* ()* @eager_resolver

define double @calls(double %x) {
  %a = call double @alias(double %x)
  %b = call double @ifunc(double %x)
  %c = call double @named_alias(double %x)
  %d = call i64 bitcast (double (double)* @lazy to i64 (i64)*)(i64 1)
  %e = call double @eager_ifunc(double %x)
  ret double %e
}
define double @lazy(double %x) "lazy-compiled" {
  ret double %x
}
define double @target(double %x) {
  ret double %x
}
define double (double)* @resolver() {
  %f = select i1 undef, double (double)* @lazy, double (double)* @other
  ret double (double)* %f
}
define double @other(double %x) {
  ret double %x
}
define double (double)* @eager_resolver() {
  ret double (double)* @target
}
