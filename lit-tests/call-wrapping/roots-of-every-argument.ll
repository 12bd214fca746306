; The leave keeps alive whatever object the call may reach: tracked and derived pointers, at any
; depth, once each; what the call's own bundles name; no constants.
; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %wrap %t/opaque.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %wrap %typed %t/typed.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable call-wrapping %t/opaque.ll %}
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %t/typed.ll %}

; CHECK-LABEL: define double @pointers(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double @lazy_pointers(
; CHECK-NEXT:    call void @jl_gc_safe_leave(i8 %{{.*}}) [ "jl_roots"({{[^%]*}} %o, {{[^%]*}} %d, {{[^%]*}} %l) ]

; CHECK-LABEL: define double @aggregates(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double @lazy_aggregates(
; CHECK-NEXT:    call void @jl_gc_safe_leave(i8 %{{.*}}) [ "jl_roots"({{[^%]*}} %s, {{[^%]*}} %v) ]

; CHECK-LABEL: define double @bundles(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double @lazy_memory({{[^%]*}} %m) [ "jl_roots"({{[^%]*}} %o, {{[^%]*}} null), "other"(i32 1) ]
; CHECK-NEXT:    call void @jl_gc_safe_leave(i8 %{{.*}}) [ "jl_roots"({{[^%]*}} %o) ]

;--- opaque.ll
declare double @lazy_pointers(ptr addrspace(10), ptr addrspace(11), ptr addrspace(13), ptr, ptr addrspace(10), ptr addrspace(10)) "lazy-compiled"
declare double @lazy_aggregates({ i32, [2 x { ptr addrspace(10), double }] }, <2 x ptr addrspace(10)>, { ptr, i64 }) "lazy-compiled"
declare double @lazy_memory(ptr) "lazy-compiled"

define double @pointers(ptr addrspace(10) %o, ptr addrspace(11) %d, ptr addrspace(13) %l, ptr %p) {
  %r = call double @lazy_pointers(ptr addrspace(10) %o, ptr addrspace(11) %d, ptr addrspace(13) %l, ptr %p, ptr addrspace(10) null, ptr addrspace(10) %o)
  ret double %r
}
define double @aggregates({ i32, [2 x { ptr addrspace(10), double }] } %s, <2 x ptr addrspace(10)> %v, { ptr, i64 } %plain) {
  %r = call double @lazy_aggregates({ i32, [2 x { ptr addrspace(10), double }] } %s, <2 x ptr addrspace(10)> %v, { ptr, i64 } %plain)
  ret double %r
}
define double @bundles(ptr %m, ptr addrspace(10) %o) {
  %r = call double @lazy_memory(ptr %m) [ "jl_roots"(ptr addrspace(10) %o, ptr addrspace(10) null), "other"(i32 1) ]
  ret double %r
}

;--- typed.ll
declare double @lazy_pointers({} addrspace(10)*, double addrspace(11)*, double addrspace(13)*, double*, {} addrspace(10)*, {} addrspace(10)*) "lazy-compiled"
declare double @lazy_aggregates({ i32, [2 x { {} addrspace(10)*, double }] }, <2 x {} addrspace(10)*>, { i8*, i64 }) "lazy-compiled"
declare double @lazy_memory(double*) "lazy-compiled"

define double @pointers({} addrspace(10)* %o, double addrspace(11)* %d, double addrspace(13)* %l, double* %p) {
  %r = call double @lazy_pointers({} addrspace(10)* %o, double addrspace(11)* %d, double addrspace(13)* %l, double* %p, {} addrspace(10)* null, {} addrspace(10)* %o)
  ret double %r
}
define double @aggregates({ i32, [2 x { {} addrspace(10)*, double }] } %s, <2 x {} addrspace(10)*> %v, { i8*, i64 } %plain) {
  %r = call double @lazy_aggregates({ i32, [2 x { {} addrspace(10)*, double }] } %s, <2 x {} addrspace(10)*> %v, { i8*, i64 } %plain)
  ret double %r
}
define double @bundles(double* %m, {} addrspace(10)* %o) {
  %r = call double @lazy_memory(double* %m) [ "jl_roots"({} addrspace(10)* %o, {} addrspace(10)* null), "other"(i32 1) ]
  ret double %r
}
