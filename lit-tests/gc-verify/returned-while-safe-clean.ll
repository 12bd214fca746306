; Objects returned GC-unsafe, and data returned GC-safe.

; RUN: %if opaque-pointers %{ %verify-opaque 2>&1 | count 0 %}
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}

define internal OBJ @entry.body(OBJ %x) noinline {
  ret OBJ %x
}

define OBJ @entry(OBJ %x) {
  %s = call i8 @jl_gc_unsafe_enter()
  %r = call OBJ @entry.body(OBJ %x)
  ret OBJ %r
}

define internal double @data.body(OBJ %x) noinline {
  ret double 0.0
}

define double @data(OBJ %x) {
  %s = call i8 @jl_gc_unsafe_enter()
  %r = call double @data.body(OBJ %x)
  call void @jl_gc_unsafe_leave(i8 %s)
  ret double %r
}

define OBJ @after(OBJ %x) {
  %s = call i8 @jl_gc_safe_enter()
  call void @jl_gc_safe_leave(i8 %s)
  ret OBJ %x
}
