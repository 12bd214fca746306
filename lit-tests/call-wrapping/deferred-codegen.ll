; Enzyme.jl's deferred functions: the address comes from a call of deferred_codegen, of whatever
; type, and reaches the call through casts, phi, select, freeze and local slots.
; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %wrap %t/opaque.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %wrap %typed %t/typed.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable call-wrapping %t/opaque.ll %}
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %t/typed.ll %}

; CHECK-LABEL: define double @inttoptr64(
; CHECK:         call i64 @deferred_codegen(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double %f(double %x)
; CHECK-NEXT:    call void @jl_gc_safe_leave(

; CHECK-LABEL: define double @inttoptr32(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double %f(double %x)
; CHECK-NEXT:    call void @jl_gc_safe_leave(

; CHECK-LABEL: define double @pointer(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double %f(double %x)
; CHECK-NEXT:    call void @jl_gc_safe_leave(

; CHECK-LABEL: define double @address_space(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double %f(double %x)
; CHECK-NEXT:    call void @jl_gc_safe_leave(

; CHECK-LABEL: define double @phi_of_loop(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double %f(double %x)
; CHECK-NEXT:    call void @jl_gc_safe_leave(

; CHECK-LABEL: define double @select_and_freeze(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double %f(double %x)
; CHECK-NEXT:    call void @jl_gc_safe_leave(

; Two fields of one slot are two things.
; CHECK-LABEL: define double @slot(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    %r1 = call double %f(double %x)
; CHECK-NEXT:    call void @jl_gc_safe_leave(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    %r2 = call double %f2(double %x)
; CHECK-NEXT:    call void @jl_gc_safe_leave(
; CHECK-NOT:     jl_gc_safe_
; CHECK:         %r3 = call double %h(double %x)
; CHECK-NOT:     jl_gc_safe_
; CHECK:         ret double

; CHECK-LABEL: define double @unrelated(
; CHECK-NOT:     jl_gc_safe_
; CHECK:         ret double

;--- opaque.ll
declare i64 @deferred_codegen(i64)

define double @inttoptr64(double %x) {
  %i = call i64 @deferred_codegen(i64 1)
  %f = inttoptr i64 %i to ptr
  %r = call double %f(double %x)
  ret double %r
}
define double @inttoptr32(double %x) {
  %i = call i32 @deferred_codegen(i64 1)
  %w = zext i32 %i to i64
  %f = inttoptr i64 %w to ptr
  %r = call double %f(double %x)
  ret double %r
}
define double @pointer(double %x) {
  %f = call ptr @deferred_codegen(i64 1)
  %r = call double %f(double %x)
  ret double %r
}
define double @address_space(double %x) {
  %p = call ptr addrspace(1) @deferred_codegen(i64 1)
  %f = addrspacecast ptr addrspace(1) %p to ptr
  %r = call double %f(double %x)
  ret double %r
}
define double @phi_of_loop(double %x, i1 %c) {
entry:
  %p = call ptr @deferred_codegen(i64 1)
  br label %loop
loop:
  %f = phi ptr [ %p, %entry ], [ %f, %loop ]
  %r = call double %f(double %x)
  br i1 %c, label %loop, label %exit
exit:
  ret double %r
}
define double @select_and_freeze(double %x, i1 %c) {
  %p = call ptr @deferred_codegen(i64 1)
  %q = call ptr @deferred_codegen(i64 2)
  %s = select i1 %c, ptr %p, ptr %q
  %f = freeze ptr %s
  %r = call double %f(double %x)
  ret double %r
}
define double @slot(double %x, ptr %g) {
  %slot = alloca { i64, ptr }
  %i = call i64 @deferred_codegen(i64 1)
  store i64 %i, ptr %slot
  %second = getelementptr { i64, ptr }, ptr %slot, i64 0, i32 1
  store ptr %g, ptr %second
  %l = load i64, ptr %slot
  %f = inttoptr i64 %l to ptr
  %r1 = call double %f(double %x)
  %f2 = load ptr, ptr %slot
  %r2 = call double %f2(double %x)
  %h = load ptr, ptr %second
  %r3 = call double %h(double %x)
  ret double %r3
}
define double @unrelated(double %x, ptr %f) {
  %i = call i64 @deferred_codegen(i64 1)
  %c = icmp eq i64 %i, 0
  %r = call double %f(double %x)
  ret double %r
}

;--- typed.ll
declare i64 @deferred_codegen(i64)

define double @inttoptr64(double %x) {
  %i = call i64 @deferred_codegen(i64 1)
  %f = inttoptr i64 %i to double (double)*
  %r = call double %f(double %x)
  ret double %r
}
define double @inttoptr32(double %x) {
  %i = call i32 bitcast (i64 (i64)* @deferred_codegen to i32 (i64)*)(i64 1)
  %f = inttoptr i32 %i to double (double)*
  %r = call double %f(double %x)
  ret double %r
}
define double @pointer(double %x) {
  %p = call i8* bitcast (i64 (i64)* @deferred_codegen to i8* (i64)*)(i64 1)
  %f = bitcast i8* %p to double (double)*
  %r = call double %f(double %x)
  ret double %r
}
define double @address_space(double %x) {
  %p = call i8 addrspace(1)* bitcast (i64 (i64)* @deferred_codegen to i8 addrspace(1)* (i64)*)(i64 1)
  %g = bitcast i8 addrspace(1)* %p to double (double) addrspace(1)*
  %f = addrspacecast double (double) addrspace(1)* %g to double (double)*
  %r = call double %f(double %x)
  ret double %r
}
define double @phi_of_loop(double %x, i1 %c) {
entry:
  %i = call i64 @deferred_codegen(i64 1)
  %p = inttoptr i64 %i to double (double)*
  br label %loop
loop:
  %f = phi double (double)* [ %p, %entry ], [ %f, %loop ]
  %r = call double %f(double %x)
  br i1 %c, label %loop, label %exit
exit:
  ret double %r
}
define double @select_and_freeze(double %x, i1 %c) {
  %p = call i64 @deferred_codegen(i64 1)
  %q = call i64 @deferred_codegen(i64 2)
  %s = select i1 %c, i64 %p, i64 %q
  %z = freeze i64 %s
  %f = inttoptr i64 %z to double (double)*
  %r = call double %f(double %x)
  ret double %r
}
define double @slot(double %x, double (double)* %g) {
  %slot = alloca { i64, double (double)* }
  %i = call i64 @deferred_codegen(i64 1)
  %first = getelementptr { i64, double (double)* }, { i64, double (double)* }* %slot, i64 0, i32 0
  store i64 %i, i64* %first
  %second = getelementptr { i64, double (double)* }, { i64, double (double)* }* %slot, i64 0, i32 1
  store double (double)* %g, double (double)** %second
  %l = load i64, i64* %first
  %f = inttoptr i64 %l to double (double)*
  %r1 = call double %f(double %x)
  %cast = bitcast { i64, double (double)* }* %slot to double (double)**
  %f2 = load double (double)*, double (double)** %cast
  %r2 = call double %f2(double %x)
  %h = load double (double)*, double (double)** %second
  %r3 = call double %h(double %x)
  ret double %r3
}
define double @unrelated(double %x, double (double)* %f) {
  %i = call i64 @deferred_codegen(i64 1)
  %c = icmp eq i64 %i, 0
  %r = call double %f(double %x)
  ret double %r
}
