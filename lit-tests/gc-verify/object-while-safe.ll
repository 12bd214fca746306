; Objects loaded, made, or reported to the collector inside a GC-safe region.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=object-while-safe> 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %verify-typed<rules=object-while-safe> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV016 object-while-safe] in function 'loaded':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV016 object-while-safe] in function 'made':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV016 object-while-safe] in function 'told':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV016 object-while-safe] in function 'called':
; CHECK-NOT: error:

define void @loaded(CELL13 %p) {
  %s = call i8 @jl_gc_safe_enter()
  %x = load OBJ, CELL13 %p, align 8
  call void @jl_gc_safe_leave(i8 %s)
  ret void
}

define void @made(PTR %task) {
  %s = call i8 @jl_gc_safe_enter()
  %x = call OBJ @julia.gc_alloc_obj(PTR %task, i64 8, OBJ @T)
  call void @jl_gc_safe_leave(i8 %s)
  ret void
}

define void @told(OBJ %o, OBJ %x) {
  %s = call i8 @jl_gc_safe_enter()
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  call void @jl_gc_safe_leave(i8 %s)
  ret void
}

define OBJ @eager(OBJ %x) {
  ret OBJ %x
}

define void @called(OBJ %o) {
  %s = call i8 @jl_gc_safe_enter()
  %x = call OBJ @eager(OBJ %o)
  call void @jl_gc_safe_leave(i8 %s)
  ret void
}
