; As default-o2-before-and-after.ll, with typed pointers.
; GC-VERIFY: without tail-call: LLVM's O2, which runs last, marks calls tail again
; REQUIRES: typed-pointers
; RUN: %opt %typed '-passes=default<O2>,call-wrapping,verify' -S %s | FileCheck %s
; RUN: %opt %typed '-passes=call-wrapping,default<O2>,verify' -S %s | FileCheck %s --check-prefixes=CHECK,AFTER
; RUN: %check-stable 'call-wrapping,default<O2>,call-wrapping' %typed %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

declare {}*** @julia.get_pgcstack()
declare {} addrspace(10)* @new()
declare double @lazy({} addrspace(10)*, double) readonly willreturn nounwind "lazy-compiled"

; CHECK-LABEL: define double @f(
; AFTER:         call i8 @jl_gc_safe_enter()
; AFTER-NEXT:    call double @lazy(
; AFTER-NEXT:    call void @jl_gc_safe_leave({{.*}}) [ "jl_roots"({} addrspace(10)* %o) ]
; CHECK:         load double
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double @lazy(
; CHECK-NEXT:    call void @jl_gc_safe_leave({{.*}}) [ "jl_roots"({} addrspace(10)* %o) ]
; CHECK:         ret double
define double @f(double %x) {
  %stack = call {}*** @julia.get_pgcstack()
  %o = call {} addrspace(10)* @new()
  %unused = call double @lazy({} addrspace(10)* %o, double %x)
  %b = bitcast {} addrspace(10)* %o to double addrspace(10)*
  %d = addrspacecast double addrspace(10)* %b to double addrspace(11)*
  %v = load double, double addrspace(11)* %d
  %r = call double @lazy({} addrspace(10)* %o, double %v)
  ret double %r
}
