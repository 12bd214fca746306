; A structure return whose content is all tracked is an alloca that Julia roots; the callee leaves,
; as its result itself carries nothing.
; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %wrap %t/opaque.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %wrap %typed %t/typed.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable call-wrapping %t/opaque.ll %}
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %t/typed.ll %}

; CHECK-LABEL: define void @defined(
; CHECK:         call i8 @jl_gc_unsafe_enter()
; CHECK-NEXT:    call void @defined.body({{.*}} sret({{.*}}) align 8 %out, {{.*}} %o)
; CHECK-NEXT:    call void @jl_gc_unsafe_leave(

; CHECK-LABEL: define void @caller(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call void @defined({{.*}} sret({{.*}}) %out, {{.*}} %o)
; CHECK-NEXT:    call void @jl_gc_safe_leave(i8 %{{.*}}) [ "jl_roots"({{.*}} %o) ]
; CHECK-NEXT:    ret void

;--- opaque.ll
define void @defined(ptr sret([2 x ptr addrspace(10)]) align 8 %out, ptr addrspace(10) %o) "lazy-compiled" {
  store ptr addrspace(10) %o, ptr %out
  ret void
}
define void @caller(ptr addrspace(10) %o) {
  %out = alloca [2 x ptr addrspace(10)]
  call void @defined(ptr sret([2 x ptr addrspace(10)]) %out, ptr addrspace(10) %o)
  ret void
}

;--- typed.ll
define void @defined([2 x {} addrspace(10)*]* sret([2 x {} addrspace(10)*]) align 8 %out, {} addrspace(10)* %o) "lazy-compiled" {
  ret void
}
define void @caller({} addrspace(10)* %o) {
  %out = alloca [2 x {} addrspace(10)*]
  call void @defined([2 x {} addrspace(10)*]* sret([2 x {} addrspace(10)*]) %out, {} addrspace(10)* %o)
  ret void
}
