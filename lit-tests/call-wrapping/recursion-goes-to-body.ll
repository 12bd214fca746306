; In its own body a function is called straight, without a second transition, unless the call is
; lazy itself. Mutual recursion goes through the wrappers.
; RUN: %opt '-passes=call-wrapping<entries=self+even+odd>,verify' -S %s | FileCheck %s
; RUN: %if typed-pointers %{ %opt %typed '-passes=call-wrapping<entries=self+even+odd>,verify' -S %s | FileCheck %s %}
; RUN: %check-stable 'call-wrapping<entries=self+even+odd>' %s
; RUN: %if typed-pointers %{ %check-stable 'call-wrapping<entries=self+even+odd>' %typed %s %}

; CHECK-LABEL: define i64 @self(
; CHECK:         call i64 @self.body(
; CHECK-LABEL: define internal i64 @self.body(
; CHECK:         %a = call i64 @self.body(
; CHECK-NEXT:    call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    %b = call i64 @self(
; CHECK-NEXT:    call void @jl_gc_safe_leave(
define i64 @self(i64 %n) {
  %a = call i64 @self(i64 %n)
  %b = call i64 @self(i64 %a) "lazy-compiled"
  ret i64 %b
}

; Marked as a whole, so that each of its calls is lazy.
; CHECK-LABEL: define internal i64 @marked.body(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call i64 @marked(
; CHECK-NEXT:    call void @jl_gc_safe_leave(
define i64 @marked(i64 %n) "lazy-compiled" {
  %a = call i64 @marked(i64 %n)
  ret i64 %a
}

; CHECK-LABEL: define internal i64 @even.body(
; CHECK-NEXT:    call i64 @odd(
; CHECK-LABEL: define internal i64 @odd.body(
; CHECK-NEXT:    call i64 @even(
define i64 @even(i64 %n) {
  %a = call i64 @odd(i64 %n)
  ret i64 %a
}
define i64 @odd(i64 %n) {
  %a = call i64 @even(i64 %n)
  ret i64 %a
}
