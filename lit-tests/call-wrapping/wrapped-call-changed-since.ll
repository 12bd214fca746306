; What was wrapped before another pass turned plain memory into objects is brought up to date: the
; leave keeps every object alive, and a wrapper that hands an object over does not leave.
; REQUIRES: opaque-pointers
; RUN: %wrap %s | FileCheck %s
; RUN: %check-stable call-wrapping %s

declare i8 @jl_gc_safe_enter()
declare void @jl_gc_safe_leave(i8)
declare i8 @jl_gc_unsafe_enter()
declare void @jl_gc_unsafe_leave(i8)
declare void @lazy(ptr addrspace(10), ptr addrspace(10)) "lazy-compiled"

; CHECK-LABEL: define void @f(
; CHECK-NEXT:    %s = call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call void @lazy(
; CHECK-NEXT:    call void @jl_gc_safe_leave(i8 %s) [ "jl_roots"(ptr addrspace(10) %o, ptr addrspace(10) %t) ]
; CHECK-NEXT:    ret void
define void @f(ptr addrspace(10) %o, ptr addrspace(10) %t) {
  %s = call i8 @jl_gc_safe_enter()
  call void @lazy(ptr addrspace(10) %t, ptr addrspace(10) %o)
  call void @jl_gc_safe_leave(i8 %s) [ "jl_roots"(ptr addrspace(10) %o) ]
  ret void
}

; CHECK-LABEL: define ptr addrspace(10) @g(
; CHECK-NEXT:    %s = call i8 @jl_gc_unsafe_enter()
; CHECK-NEXT:    %r = call ptr addrspace(10) @g.body()
; CHECK-NEXT:    ret ptr addrspace(10) %r
define ptr addrspace(10) @g() "lazy-compiled" {
  %s = call i8 @jl_gc_unsafe_enter()
  %r = call ptr addrspace(10) @g.body()
  call void @jl_gc_unsafe_leave(i8 %s)
  ret ptr addrspace(10) %r
}
define internal ptr addrspace(10) @g.body() {
  ret ptr addrspace(10) null
}
