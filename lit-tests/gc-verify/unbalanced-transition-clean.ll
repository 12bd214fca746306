; Transitions as call-wrapping writes them and LLVM merges them; a token that goes elsewhere.

; RUN: %if opaque-pointers %{ %verify-opaque 2>&1 | count 0 %}
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}

define double @call(double %x) {
  %s = call i8 @jl_gc_safe_enter()
  %r = call double @lazy(double %x)
  call void @jl_gc_safe_leave(i8 %s)
  ret double %r
}

define void @unwind(double %x) personality PERSONALITY {
  %s = call i8 @jl_gc_safe_enter()
  %y = invoke double @lazy(double %x) to label %ok unwind label %pad
ok:
  call void @jl_gc_safe_leave(i8 %s)
  ret void
pad:
  %l = landingpad { PTR, i32 } cleanup
  call void @jl_gc_safe_leave(i8 %s)
  resume { PTR, i32 } %l
}

define void @merged(i1 %b) {
  br i1 %b, label %yes, label %no
yes:
  %s = call i8 @jl_gc_safe_enter()
  br label %done
no:
  %t = call i8 @jl_gc_safe_enter()
  br label %done
done:
  %token = phi i8 [ %s, %yes ], [ %t, %no ]
  call void @jl_gc_safe_leave(i8 %token)
  ret void
}

define void @loop(i1 %b) {
  br label %loop
loop:
  %s = call i8 @jl_gc_safe_enter()
  %t = call i8 @jl_gc_unsafe_enter()
  call void @jl_gc_unsafe_leave(i8 %t)
  call void @jl_gc_safe_leave(i8 %s)
  br i1 %b, label %loop, label %done
done:
  ret void
}

define void @noreturn(i1 %b) {
  %s = call i8 @jl_gc_safe_enter()
  call void @safepoint()
  unreachable
}

define internal OBJ @entry.body(OBJ %x) noinline {
  ret OBJ %x
}

; An object is returned GC-unsafe.
define OBJ @entry(OBJ %x) "lazy-compiled" {
  %s = call i8 @jl_gc_unsafe_enter()
  %r = call OBJ @entry.body(OBJ %x)
  ret OBJ %r
}

define i8 @enter() {
  %s = call i8 @jl_gc_safe_enter()
  ret i8 %s
}

define void @leave(i8 %s) {
  call void @jl_gc_safe_leave(i8 %s)
  ret void
}

; Entered and left under the same condition, which a phi node carries the token past.
define void @conditional(i1 %b) {
  br i1 %b, label %enter, label %call
enter:
  %s = call i8 @jl_gc_safe_enter()
  br label %call
call:
  %t = phi i8 [ %s, %enter ], [ 0, %0 ]
  %r = call double @lazy(double 0.0)
  br i1 %b, label %leave, label %done
leave:
  call void @jl_gc_safe_leave(i8 %t)
  br label %done
done:
  ret void
}

; 0 is GC-unsafe, as code that handles objects is entered.
define void @constant_of_the_state_before() {
  %s = call i8 @jl_gc_safe_enter()
  call void @safepoint()
  call void @jl_gc_safe_leave(i8 0)
  ret void
}
