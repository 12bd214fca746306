; After root placement LLVM takes `tail` as "reads no alloca" and deletes stores to the GC frame. It
; goes from every call of a function that changes, and stays elsewhere.
; RUN: %wrap %s | FileCheck %s
; RUN: %if typed-pointers %{ %wrap %typed %s | FileCheck %s %}
; RUN: %check-stable call-wrapping %s
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %s %}

declare void @lazy() "lazy-compiled"
declare void @other()

; CHECK-LABEL: define void @caller(
; CHECK-NOT:     tail call
; CHECK:         notail call void @other()
; CHECK-NEXT:    ret void
define void @caller() {
  tail call void @other()
  tail call void @lazy()
  tail call void @other()
  notail call void @other()
  ret void
}

; A call that was wrapped earlier, and that an optimisation has marked (or inlined) since.
; CHECK-LABEL: define void @wrapped_before(
; CHECK-NOT:     tail
; CHECK:         ret void
define void @wrapped_before() {
  %s = tail call i8 @jl_gc_safe_enter()
  tail call void @lazy()
  tail call void @jl_gc_safe_leave(i8 %s)
  ret void
}
; CHECK-LABEL: define void @inlined_since(
; CHECK-NOT:     tail
; CHECK:         ret void
define void @inlined_since() {
  %s = tail call i8 @jl_gc_safe_enter()
  tail call void @other()
  tail call void @jl_gc_safe_leave(i8 %s)
  ret void
}
declare i8 @jl_gc_safe_enter()
declare void @jl_gc_safe_leave(i8)

; CHECK-LABEL: define void @unchanged(
; CHECK-NEXT:    tail call void @other()
define void @unchanged() {
  tail call void @other()
  ret void
}

; The body of an entry counts as changed.
; CHECK-LABEL: define internal void @entry.body(
; CHECK-NEXT:    {{^}}  call void @other()
define void @entry() "lazy-compiled" {
  tail call void @other()
  ret void
}
