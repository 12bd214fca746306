; A call that is GC-safe already is left alone, with a remark: in one block, across blocks, through
; phi nodes of the saved state. Behind a leave, and in a nested GC-unsafe stretch, it is not safe.
; RUN: %wrap -pass-remarks-missed=call-wrapping %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %if typed-pointers %{ %wrap %typed %s | FileCheck %s %}
; RUN: %check-stable call-wrapping %s
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %s %}

declare i8 @jl_gc_safe_enter()
declare void @jl_gc_safe_leave(i8)
declare i8 @jl_gc_unsafe_enter()
declare void @jl_gc_unsafe_leave(i8)
declare double @lazy(double) "lazy-compiled"

; REMARK-COUNT-6: remark: {{.*}} lazy call not wrapped: it is GC-safe already
; REMARK-NOT: remark:

; CHECK-LABEL: define double @one_block(
; CHECK-NEXT:    call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double @lazy(
; CHECK-NEXT:    call void @jl_gc_safe_leave(
; CHECK-NEXT:    ret double
define double @one_block(double %x) {
  %s = call i8 @jl_gc_safe_enter()
  %r = call double @lazy(double %x)
  call void @jl_gc_safe_leave(i8 %s)
  ret double %r
}

; CHECK-LABEL: define double @branches(
; CHECK-COUNT-1: call i8 @jl_gc_safe_enter()
; CHECK-NOT:     jl_gc_safe_enter
; CHECK:         ret double
define double @branches(double %x, i1 %c) {
  %s = call i8 @jl_gc_safe_enter()
  br i1 %c, label %one, label %two
one:
  %r1 = call double @lazy(double %x)
  br label %join
two:
  %r2 = call double @lazy(double %x)
  br label %join
join:
  %r = phi double [ %r1, %one ], [ %r2, %two ]
  call void @jl_gc_safe_leave(i8 %s)
  ret double %r
}

; CHECK-LABEL: define double @phi_of_states(
; CHECK:       join:
; CHECK:         call double @lazy(double %x)
; CHECK-NEXT:    call void @jl_gc_safe_leave(i8 %s)
; CHECK-NEXT:    call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double @lazy(
; CHECK-NEXT:    call void @jl_gc_safe_leave(
; CHECK-NEXT:    ret double
define double @phi_of_states(double %x, i1 %c) {
  br i1 %c, label %one, label %two
one:
  %s1 = call i8 @jl_gc_safe_enter()
  br label %join
two:
  %s2 = call i8 @jl_gc_safe_enter()
  br label %join
join:
  %s = phi i8 [ %s1, %one ], [ %s2, %two ]
  %q = call double @lazy(double %x)
  call void @jl_gc_safe_leave(i8 %s)
  %r = call double @lazy(double %x)
  ret double %r
}

; CHECK-LABEL: define double @nested(
; CHECK-NEXT:    call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call i8 @jl_gc_unsafe_enter()
; CHECK-NEXT:    call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double @lazy(
; CHECK-NEXT:    call void @jl_gc_safe_leave(
; CHECK-NEXT:    call void @jl_gc_unsafe_leave(
; CHECK-NEXT:    call double @lazy(
; CHECK-NEXT:    call void @jl_gc_safe_leave(
define double @nested(double %x) {
  %s = call i8 @jl_gc_safe_enter()
  %u = call i8 @jl_gc_unsafe_enter()
  %q = call double @lazy(double %x)
  call void @jl_gc_unsafe_leave(i8 %u)
  %r = call double @lazy(double %x)
  call void @jl_gc_safe_leave(i8 %s)
  ret double %r
}

; CHECK-LABEL: define double @loop(
; CHECK-COUNT-1: call i8 @jl_gc_safe_enter()
; CHECK-NOT:     jl_gc_safe_enter
; CHECK:         ret double
define double @loop(double %x, i1 %c) {
entry:
  br label %head
head:
  %s = call i8 @jl_gc_safe_enter()
  br label %middle
middle:
  %r = call double @lazy(double %x)
  br label %latch
latch:
  call void @jl_gc_safe_leave(i8 %s)
  br i1 %c, label %head, label %exit
exit:
  ret double %r
}
