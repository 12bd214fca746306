; Julia takes a pointer in address space 12 out of the live set of the call that it is passed to,
; and 1.12 and later null its slot there, inside the GC-safe region. The object itself is passed,
; in address space 10, and kept alive by the leave.
; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %wrap %t/opaque.ll | FileCheck %s --check-prefixes=CHECK,OPAQUE %}
; RUN: %if typed-pointers %{ %wrap %typed %t/typed.ll | FileCheck %s --check-prefixes=CHECK,TYPED %}
; RUN: %if opaque-pointers %{ %check-stable call-wrapping %t/opaque.ll %}
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %t/typed.ll %}

; CHECK-LABEL: define double @f(
; CHECK:         call i8 @jl_gc_safe_enter()
; OPAQUE-NEXT:   %r = call double @lazy(ptr addrspace(10) nonnull %o, double %x, ptr addrspace(12) null)
; TYPED-NEXT:    %r = call double bitcast ({{.*}} @lazy to {{.*}})({} addrspace(10)* nonnull %o, double %x, {} addrspace(12)* null)
; CHECK-NEXT:    call void @jl_gc_safe_leave(i8 %{{.*}}) [ "jl_roots"({{.*}} addrspace(10){{\*?}} %o) ]
; CHECK-NEXT:    ret double %r

; Through a bitcast, and for an indirect callee.
; CHECK-LABEL: define double @g(
; OPAQUE:        call double %p(ptr addrspace(10) %o)
; TYPED:         call double %{{.*}}(i8 addrspace(10)* %{{.*}})
; CHECK-NEXT:    call void @jl_gc_safe_leave(i8 %{{.*}}) [ "jl_roots"({{.*}} addrspace(10){{\*?}} %{{.*}}) ]

;--- opaque.ll
declare double @lazy(ptr addrspace(12), double, ptr addrspace(12)) "lazy-compiled"
define double @f(ptr addrspace(10) %o, double %x) {
  %c = addrspacecast ptr addrspace(10) %o to ptr addrspace(12)
  %r = call double @lazy(ptr addrspace(12) nonnull %c, double %x, ptr addrspace(12) null)
  ret double %r
}
define double @g(ptr addrspace(10) %o, ptr %p) {
  %c = addrspacecast ptr addrspace(10) %o to ptr addrspace(12)
  %r = call double %p(ptr addrspace(12) %c) "lazy-compiled"
  ret double %r
}

;--- typed.ll
declare double @lazy({} addrspace(12)*, double, {} addrspace(12)*) "lazy-compiled"
define double @f({} addrspace(10)* %o, double %x) {
  %c = addrspacecast {} addrspace(10)* %o to {} addrspace(12)*
  %r = call double @lazy({} addrspace(12)* nonnull %c, double %x, {} addrspace(12)* null)
  ret double %r
}
define double @g({} addrspace(10)* %o, double (i8 addrspace(12)*)* %p) {
  %c = addrspacecast {} addrspace(10)* %o to {} addrspace(12)*
  %d = bitcast {} addrspace(12)* %c to i8 addrspace(12)*
  %r = call double %p(i8 addrspace(12)* %d) "lazy-compiled"
  ret double %r
}
