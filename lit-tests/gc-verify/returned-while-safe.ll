; An object returned in a GC-safe region, or behind the leave of a function that is entered GC-safe.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=returned-while-safe> 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %verify-typed<rules=returned-while-safe> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV017 returned-while-safe] in function 'region':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV017 returned-while-safe] in function 'entry':
; CHECK-NOT: error:

define OBJ @region(OBJ %x) {
  %s = call i8 @jl_gc_safe_enter()
  ret OBJ %x
}

define internal OBJ @entry.body(OBJ %x) noinline {
  ret OBJ %x
}

define OBJ @entry(OBJ %x) {
  %s = call i8 @jl_gc_unsafe_enter()
  %r = call OBJ @entry.body(OBJ %x)
  call void @jl_gc_unsafe_leave(i8 %s)
  ret OBJ %r
}
