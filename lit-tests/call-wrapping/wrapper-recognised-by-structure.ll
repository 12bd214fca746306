; A definition that enters the GC-unsafe state before anything else is a wrapper, and the local
; function it hands its arguments to is a body, whatever their names. Neither is split again.
; RUN: %opt '-passes=call-wrapping<entries=*>,verify' -pass-remarks-missed=call-wrapping -S %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %check-stable 'call-wrapping<entries=*>' %s
; RUN: %if typed-pointers %{ %check-stable 'call-wrapping<entries=*>' %typed %s %}

declare i8 @jl_gc_unsafe_enter()
declare void @jl_gc_unsafe_leave(i8)

; REMARK: lazily compiled definition not wrapped: the definition already enters the GC-unsafe state
; CHECK-LABEL: define i64 @front(
; CHECK-NEXT:    call i8 @jl_gc_unsafe_enter()
; CHECK-NEXT:    call i64 @inside(
define i64 @front(i64 %n, i64 %unused) "lazy-compiled" {
  %s = call i8 @jl_gc_unsafe_enter()
  %r = call i64 @inside(i64 %n)
  call void @jl_gc_unsafe_leave(i8 %s)
  ret i64 %r
}

; CHECK-LABEL: define internal i64 @inside(
; CHECK-NEXT:    ret i64 %n
define internal i64 @inside(i64 %n) {
  ret i64 %n
}

; Entering later is no wrapper: something may have come before.
; CHECK-LABEL: define i64 @late(
; CHECK-NEXT:  entry:
; CHECK-NEXT:    call i8 @jl_gc_unsafe_enter()
; CHECK-NEXT:    call i64 @late.body(
define i64 @late(i64 %n) {
  %q = call i64 @inside(i64 %n)
  %s = call i8 @jl_gc_unsafe_enter()
  %r = call i64 @inside(i64 %q)
  call void @jl_gc_unsafe_leave(i8 %s)
  ret i64 %r
}
