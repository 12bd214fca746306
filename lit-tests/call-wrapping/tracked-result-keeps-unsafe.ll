; A result that carries a tracked pointer, at any depth, is handed over GC-unsafe: the callee does
; not leave, and the caller always does.
; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %wrap %t/opaque.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %wrap %typed %t/typed.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable call-wrapping %t/opaque.ll %}
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %t/typed.ll %}

; CHECK-LABEL: define {{.*}} @pointer(
; CHECK:         call i8 @jl_gc_unsafe_enter()
; CHECK-NEXT:    [[R:%.*]] = call {{.*}} @pointer.body({{.*}} %o)
; CHECK-NEXT:    ret {{.*}} [[R]]

; CHECK-LABEL: define {{.*}} @nested(
; CHECK:         call i8 @jl_gc_unsafe_enter()
; CHECK-NEXT:    [[R:%.*]] = call {{.*}} @nested.body()
; CHECK-NEXT:    ret {{.*}} [[R]]

; A plain pointer carries nothing.
; CHECK-LABEL: define {{.*}} @plain(
; CHECK:         [[STATE:%.*]] = call i8 @jl_gc_unsafe_enter()
; CHECK-NEXT:    [[R:%.*]] = call {{.*}} @plain.body()
; CHECK-NEXT:    call void @jl_gc_unsafe_leave(i8 [[STATE]])
; CHECK-NEXT:    ret {{.*}} [[R]]

; CHECK-LABEL: define void @nothing(
; CHECK:         [[STATE:%.*]] = call i8 @jl_gc_unsafe_enter()
; CHECK-NEXT:    call void @nothing.body()
; CHECK-NEXT:    call void @jl_gc_unsafe_leave(i8 [[STATE]])
; CHECK-NEXT:    ret void

; CHECK-LABEL: define {{.*}} @caller(
; CHECK:         [[STATE:%.*]] = call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    %r = call {{.*}} @pointer({{.*}} %o)
; CHECK-NEXT:    call void @jl_gc_safe_leave(i8 [[STATE]]) [ "jl_roots"({{.*}} %o) ]
; CHECK-NEXT:    ret {{.*}} %r

;--- opaque.ll
define ptr addrspace(10) @pointer(ptr addrspace(10) %o) "lazy-compiled" {
  ret ptr addrspace(10) %o
}
define { i64, [2 x <2 x ptr addrspace(10)>] } @nested() "lazy-compiled" {
  ret { i64, [2 x <2 x ptr addrspace(10)>] } zeroinitializer
}
define { ptr, [2 x <2 x double>] } @plain() "lazy-compiled" {
  ret { ptr, [2 x <2 x double>] } zeroinitializer
}
define void @nothing() "lazy-compiled" {
  ret void
}
define ptr addrspace(10) @caller(ptr addrspace(10) %o) {
  %r = call ptr addrspace(10) @pointer(ptr addrspace(10) %o)
  ret ptr addrspace(10) %r
}

;--- typed.ll
define {} addrspace(10)* @pointer({} addrspace(10)* %o) "lazy-compiled" {
  ret {} addrspace(10)* %o
}
define { i64, [2 x <2 x {} addrspace(10)*>] } @nested() "lazy-compiled" {
  ret { i64, [2 x <2 x {} addrspace(10)*>] } zeroinitializer
}
define { i8*, [2 x <2 x double>] } @plain() "lazy-compiled" {
  ret { i8*, [2 x <2 x double>] } zeroinitializer
}
define void @nothing() "lazy-compiled" {
  ret void
}
define {} addrspace(10)* @caller({} addrspace(10)* %o) {
  %r = call {} addrspace(10)* @pointer({} addrspace(10)* %o)
  ret {} addrspace(10)* %r
}
