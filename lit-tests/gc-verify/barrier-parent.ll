; The parent is an address inside of an object, or null.

; RUN: not %verify-opaque<rules=barrier-parent> 2>&1 | FileCheck %s
; RUN: %if typed-pointers %{ not %verify-typed<rules=barrier-parent> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV004 barrier-parent] in function 'inside':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV004 barrier-parent] in function 'cast_back':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV004 barrier-parent] in function 'null':
; CHECK-NOT: error:

define void @inside(OBJ %o, OBJ %x) {
  %c = bitcast OBJ %o to CELL10
  %e = getelementptr inbounds OBJ, CELL10 %c, i64 1
  %p = bitcast CELL10 %e to OBJ
  call void (OBJ, ...) @julia.write_barrier(OBJ %p, OBJ %x)
  ret void
}

define void @cast_back(OBJ %o, OBJ %x) {
  %d = addrspacecast OBJ %o to D11
  %p = addrspacecast D11 %d to OBJ
  call void (OBJ, ...) @julia.write_barrier(OBJ %p, OBJ %x)
  ret void
}

define void @null(OBJ %x) {
  call void (OBJ, ...) @julia.write_barrier(OBJ null, OBJ %x)
  ret void
}
