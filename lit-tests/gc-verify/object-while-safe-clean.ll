; The lazy call's own result, data, objects that live for ever or are in slots, and objects outside of the region.

; RUN: %if opaque-pointers %{ %verify-opaque 2>&1 | count 0 %}
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}

define OBJ @lazy_result(OBJ %o) {
  %p = call PTR @julia.get_pgcstack()
  %s = call i8 @jl_gc_safe_enter()
  %x = call OBJ @lazy_object(OBJ %o)
  call void @jl_gc_safe_leave(i8 %s) [ "jl_roots"(OBJ %o) ]
  ret OBJ %x
}

define double @around(CELL13 %p, double %x) {
  %o = load OBJ, CELL13 %p, align 8
  %s = call i8 @jl_gc_safe_enter()
  %y = call double @lazy(double %x)
  call void @jl_gc_safe_leave(i8 %s)
  %q = load OBJ, CELL13 %p, align 8
  ret double %y
}

define void @unsafe_again(PTR %task) {
  %s = call i8 @jl_gc_safe_enter()
  %t = call i8 @jl_gc_unsafe_enter()
  %x = call OBJ @julia.gc_alloc_obj(PTR %task, i64 8, OBJ @T)
  call void @jl_gc_unsafe_leave(i8 %t)
  call void @jl_gc_safe_leave(i8 %s)
  ret void
}

; What lives for ever, and what the function's own slot holds.
@k = external global OBJ
define void @harmless_loads(OBJ %o) {
  %p = call PTR @julia.get_pgcstack()
  %slot = alloca OBJ, align 8
  store OBJ %o, CELL %slot, align 8
  %s = call i8 @jl_gc_safe_enter()
  %k = load OBJ, CELL @k, align 8, !invariant.load !0
  %a = call OBJ @lazy_object(OBJ %k)
  %x = load OBJ, CELL %slot, align 8
  %b = call OBJ @lazy_object(OBJ %x)
  call void @jl_gc_safe_leave(i8 %s)
  ret void
}

!0 = !{}
