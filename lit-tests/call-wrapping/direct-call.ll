; A lazy call is known by the attribute on the function or on the call, or by a glob.
; RUN: %opt '-passes=call-wrapping<callees=julia_?_*+named>,verify' -S %s | FileCheck %s
; RUN: %if typed-pointers %{ %opt %typed '-passes=call-wrapping<callees=julia_?_*+named>,verify' -S %s | FileCheck %s %}
; RUN: %check-stable 'call-wrapping<callees=julia_?_*+named>' %s
; RUN: %if typed-pointers %{ %check-stable 'call-wrapping<callees=julia_?_*+named>' %typed %s %}

declare double @marked(double) "lazy-compiled"
declare double @plain(double)
declare double @julia_f_12(double)
declare double @julia_fg_12(double)
declare void @named()

; CHECK-LABEL: define double @function_marked(
; CHECK-NEXT:    [[STATE:%.*]] = call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    %r = call double @marked(double %x)
; CHECK-NEXT:    call void @jl_gc_safe_leave(i8 [[STATE]]){{$}}
; CHECK-NEXT:    ret double %r
define double @function_marked(double %x) {
  %r = call double @marked(double %x)
  ret double %r
}

; CHECK-LABEL: define double @site_marked(
; CHECK-NEXT:    [[STATE:%.*]] = call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    %r = call double @plain(double %x)
; CHECK-NEXT:    call void @jl_gc_safe_leave(i8 [[STATE]])
; CHECK-NEXT:    %s = call double @plain(double %r)
; CHECK-NEXT:    ret double %s
define double @site_marked(double %x) {
  %r = call double @plain(double %x) "lazy-compiled"
  %s = call double @plain(double %r)
  ret double %s
}

; CHECK-LABEL: define double @matched(
; CHECK-NEXT:    [[STATE:%.*]] = call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    %r = call double @julia_f_12(double %x)
; CHECK-NEXT:    call void @jl_gc_safe_leave(i8 [[STATE]])
; CHECK-NEXT:    [[STATE:%.*]] = call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call void @named()
; CHECK-NEXT:    call void @jl_gc_safe_leave(i8 [[STATE]])
; CHECK-NEXT:    %s = call double @julia_fg_12(double %r)
; CHECK-NEXT:    ret double %s
define double @matched(double %x) {
  %r = call double @julia_f_12(double %x)
  call void @named()
  %s = call double @julia_fg_12(double %r)
  ret double %s
}
