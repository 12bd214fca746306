; Objects among data in a structure return come back a second time in Julia's separate roots
; argument. Without one nobody roots them between the callee's leave and the caller's next load.
; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %wrap %t/opaque.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %wrap %typed %t/typed.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable call-wrapping %t/opaque.ll %}
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %t/typed.ll %}
; RUN: %if opaque-pointers %{ not %wrap %t/refused.ll 2>&1 | FileCheck %s --check-prefix=REFUSED %}
; RUN: %if typed-pointers %{ not %wrap %typed %t/refused-typed.ll 2>&1 | FileCheck %s --check-prefix=REFUSED %}

; CHECK-LABEL: define void @alloca(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call void @lazy(
; CHECK-NEXT:    call void @jl_gc_safe_leave(
; CHECK-LABEL: define void @handed_on(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call void @lazy(
; CHECK-NEXT:    call void @jl_gc_safe_leave(
; CHECK-LABEL: define void @named(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call void @lazy_named(
; CHECK-NEXT:    call void @jl_gc_safe_leave(

; REFUSED:      error: call-wrapping: [JGP204 unrooted-sret] in function 'no_argument':
; REFUSED:      error: call-wrapping: [JGP204 unrooted-sret] in function 'no_roots':
; REFUSED:      error: call-wrapping: [JGP204 unrooted-sret] in function 'defined':
; REFUSED-NOT:  define

;--- opaque.ll
declare void @lazy(ptr sret({ ptr addrspace(10), double }), ptr, double) "lazy-compiled"
declare void @lazy_named(ptr sret({ ptr addrspace(10), double }), ptr "julia.return_roots"="1") "lazy-compiled"
define void @alloca(double %x) {
  %out = alloca { ptr addrspace(10), double }
  %roots = alloca [1 x ptr addrspace(10)]
  call void @lazy(ptr sret({ ptr addrspace(10), double }) %out, ptr %roots, double %x)
  ret void
}
define void @handed_on(ptr sret({ ptr addrspace(10), double }) %out, ptr %roots, double %x) {
  call void @lazy(ptr sret({ ptr addrspace(10), double }) %out, ptr %roots, double %x)
  ret void
}
define void @named(ptr sret({ ptr addrspace(10), double }) %out, ptr %p) {
  %roots = getelementptr i8, ptr %p, i64 16
  call void @lazy_named(ptr sret({ ptr addrspace(10), double }) %out, ptr %roots)
  ret void
}

;--- refused.ll
declare void @lazy(ptr sret({ ptr addrspace(10), double })) "lazy-compiled"
declare void @lazy2(ptr sret({ ptr addrspace(10), double }), ptr) "lazy-compiled"
define void @no_argument() {
  %out = alloca { ptr addrspace(10), double }
  call void @lazy(ptr sret({ ptr addrspace(10), double }) %out)
  ret void
}
define void @no_roots() {
  %out = alloca { ptr addrspace(10), double }
  %other = alloca double
  call void @lazy2(ptr sret({ ptr addrspace(10), double }) %out, ptr %other)
  ret void
}
define void @defined(ptr sret({ ptr addrspace(10), double }) %out, double %x) "lazy-compiled" {
  ret void
}

;--- typed.ll
declare void @lazy({ {} addrspace(10)*, double }* sret({ {} addrspace(10)*, double }), [1 x {} addrspace(10)*]*, double) "lazy-compiled"
declare void @lazy_named({ {} addrspace(10)*, double }* sret({ {} addrspace(10)*, double }), i8* "enzymejl_returnRoots") "lazy-compiled"
define void @alloca(double %x) {
  %out = alloca { {} addrspace(10)*, double }
  %roots = alloca [1 x {} addrspace(10)*]
  call void @lazy({ {} addrspace(10)*, double }* sret({ {} addrspace(10)*, double }) %out, [1 x {} addrspace(10)*]* %roots, double %x)
  ret void
}
define void @handed_on({ {} addrspace(10)*, double }* sret({ {} addrspace(10)*, double }) %out, [1 x {} addrspace(10)*]* %roots, double %x) {
  call void @lazy({ {} addrspace(10)*, double }* sret({ {} addrspace(10)*, double }) %out, [1 x {} addrspace(10)*]* %roots, double %x)
  ret void
}
define void @named({ {} addrspace(10)*, double }* sret({ {} addrspace(10)*, double }) %out, i8* %p) {
  %roots = getelementptr i8, i8* %p, i64 16
  call void @lazy_named({ {} addrspace(10)*, double }* sret({ {} addrspace(10)*, double }) %out, i8* %roots)
  ret void
}

;--- refused-typed.ll
declare void @lazy({ {} addrspace(10)*, double }* sret({ {} addrspace(10)*, double })) "lazy-compiled"
declare void @lazy2({ {} addrspace(10)*, double }* sret({ {} addrspace(10)*, double }), double*) "lazy-compiled"
define void @no_argument() {
  %out = alloca { {} addrspace(10)*, double }
  call void @lazy({ {} addrspace(10)*, double }* sret({ {} addrspace(10)*, double }) %out)
  ret void
}
define void @no_roots() {
  %out = alloca { {} addrspace(10)*, double }
  %other = alloca double
  call void @lazy2({ {} addrspace(10)*, double }* sret({ {} addrspace(10)*, double }) %out, double* %other)
  ret void
}
define void @defined({ {} addrspace(10)*, double }* sret({ {} addrspace(10)*, double }) %out, double* %x) "lazy-compiled" {
  ret void
}
