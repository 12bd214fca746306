; A call that does not return leaves nothing, and a definition that does not return has no leave.
; RUN: %wrap %s | FileCheck %s
; RUN: %if typed-pointers %{ %wrap %typed %s | FileCheck %s %}
; RUN: %check-stable call-wrapping %s
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %s %}

declare void @throws(i64) "lazy-compiled"

; CHECK-LABEL: define void @caller(
; CHECK-NEXT:    call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call void @throws(i64 %x)
; CHECK-NEXT:    unreachable
define void @caller(i64 %x) {
  call void @throws(i64 %x) noreturn
  unreachable
}

; CHECK-LABEL: define void @defined(
; CHECK:         call i8 @jl_gc_unsafe_enter()
; CHECK-NEXT:    call void @defined.body()
; CHECK-NEXT:    unreachable
define void @defined() noreturn "lazy-compiled" {
  unreachable
}
