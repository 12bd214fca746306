; Transitions that some path does not undo, undoes twice or in the wrong order; unwind edges and loops included.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=unbalanced-transition> 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %verify-typed<rules=unbalanced-transition> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV015 unbalanced-transition] in function 'no_leave':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV015 unbalanced-transition] in function 'no_enter':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV015 unbalanced-transition] in function 'one_path':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV015 unbalanced-transition] in function 'twice':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV015 unbalanced-transition] in function 'wrong_order':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV015 unbalanced-transition] in function 'loop':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV015 unbalanced-transition] in function 'unwind':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV015 unbalanced-transition] in function 'lazily_compiled':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV015 unbalanced-transition] in function 'safe_left_as_unsafe':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV015 unbalanced-transition] in function 'unsafe_left_as_safe':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV015 unbalanced-transition] in function 'left_into_a_constant':
; CHECK-NOT: error:

define void @no_leave() {
  %s = call i8 @jl_gc_safe_enter()
  ret void
}

define void @no_enter() {
  call void @jl_gc_safe_leave(i8 undef)
  ret void
}

define void @one_path(i1 %b) {
  %s = call i8 @jl_gc_safe_enter()
  br i1 %b, label %leave, label %done
leave:
  call void @jl_gc_safe_leave(i8 %s)
  br label %done
done:
  ret void
}

define void @twice() {
  %s = call i8 @jl_gc_safe_enter()
  call void @jl_gc_safe_leave(i8 %s)
  call void @jl_gc_safe_leave(i8 %s)
  ret void
}

define void @wrong_order() {
  %s = call i8 @jl_gc_safe_enter()
  %t = call i8 @jl_gc_unsafe_enter()
  call void @jl_gc_safe_leave(i8 %s)
  call void @jl_gc_unsafe_leave(i8 %t)
  ret void
}

define void @loop(i1 %b) {
  br label %loop
loop:
  %s = call i8 @jl_gc_safe_enter()
  br i1 %b, label %loop, label %done
done:
  call void @jl_gc_safe_leave(i8 %s)
  ret void
}

define void @unwind(double %x) personality PERSONALITY {
  %s = call i8 @jl_gc_safe_enter()
  %y = invoke double @lazy(double %x) to label %ok unwind label %pad
ok:
  call void @jl_gc_safe_leave(i8 %s)
  ret void
pad:
  %l = landingpad { PTR, i32 } cleanup
  resume { PTR, i32 } %l
}

define void @lazily_compiled(OBJ %x) "lazy-compiled" {
  call void @use(OBJ %x)
  ret void
}

; GC-safe, the thread would run on during a collection.
define void @safe_left_as_unsafe() {
  %s = call i8 @jl_gc_safe_enter()
  call void @safepoint()
  call void @jl_gc_unsafe_leave(i8 %s)
  ret void
}

define void @unsafe_left_as_safe() {
  %s = call i8 @jl_gc_unsafe_enter()
  call void @safepoint()
  call void @jl_gc_safe_leave(i8 %s)
  ret void
}

; 2 is GC-safe.
define void @left_into_a_constant() {
  %s = call i8 @jl_gc_safe_enter()
  call void @safepoint()
  call void @jl_gc_safe_leave(i8 2)
  ret void
}
