; The parent is an address inside of an object, null, or memory that is no object.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=barrier-parent> 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %verify-typed<rules=barrier-parent> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV004 barrier-parent] in function 'inside':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV004 barrier-parent] in function 'cast_back':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV004 barrier-parent] in function 'null':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV004 barrier-parent] in function 'alloca':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV004 barrier-parent] in function 'from_malloc':
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

define void @alloca(OBJ %x) {
  %s = alloca OBJ, align 8
  store OBJ %x, CELL %s, align 8
  %b = bitcast CELL %s to PTR
  %p = addrspacecast PTR %b to BYTE10
  %o = bitcast BYTE10 %p to OBJ
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}

define void @from_malloc(OBJ %x) {
  %m = call PTR @calloc(i64 1, i64 8)
  %p = addrspacecast PTR %m to BYTE10
  %o = bitcast BYTE10 %p to OBJ
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}

declare PTR @calloc(i64, i64)
