; The address of an object, or in one, is freed.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=free-of-object> 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %verify-typed<rules=free-of-object> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV006 free-of-object] in function 'objref':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV006 free-of-object] in function 'cast':
; CHECK-NOT: error:

define void @objref(OBJ %o) {
  %d = addrspacecast OBJ %o to D11
  %p = call PTR @julia.pointer_from_objref(D11 %d)
  call void @free(PTR %p)
  ret void
}

define void @cast(PTR %task) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 8, OBJ @T)
  %p = addrspacecast OBJ %o to PTR
  call void @free(PTR %p)
  ret void
}
