; No glob means LLVM's intrinsics, Julia's intrinsics or its runtime: they are not compiled lazily.
; REQUIRES: opaque-pointers
; RUN: %opt '-passes=call-wrapping<callees=*;entries=*>,verify' -S %s | FileCheck %s
; RUN: %check-stable 'call-wrapping<callees=*;entries=*>' %s

declare ptr @julia.get_pgcstack()
declare double @llvm.fabs.f64(double)
declare i64 @deferred_codegen(i64)
declare ptr addrspace(10) @ijl_box_float64(double)
declare double @julia_g_1(double)

; The tape helpers of this plugin, for one.
; CHECK-LABEL: define internal void @julia.tape.helper(
; CHECK-NEXT:    ret void
define internal void @julia.tape.helper() {
  ret void
}

; CHECK-LABEL: define double @f(
; CHECK:         call double @f.body(
; CHECK-LABEL: define internal double @f.body(
; CHECK-NEXT:    %pgcstack = call ptr @julia.get_pgcstack()
; CHECK-NEXT:    call double @llvm.fabs.f64(
; CHECK-NEXT:    call i64 @deferred_codegen(
; CHECK-NEXT:    call ptr addrspace(10) @ijl_box_float64(
; CHECK-NEXT:    call i8 @jl_gc_safe_enter(
; CHECK-NEXT:    call double @julia_g_1(
; CHECK-NEXT:    call void @jl_gc_safe_leave(
; CHECK-NEXT:    ret double
define double @f(double %x) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %abs = call double @llvm.fabs.f64(double %x)
  %p = call i64 @deferred_codegen(i64 0)
  %o = call ptr addrspace(10) @ijl_box_float64(double %abs)
  %r = call double @julia_g_1(double %abs)
  ret double %r
}
