; What Julia's GCInvariantVerifier aborts on.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=address-space> 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %verify-typed<rules=address-space> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV005 address-space] in function 'back':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV005 address-space] in function 'to_plain':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV005 address-space] in function 'stored':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV005 address-space] in function 'loaded':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV005 address-space] in function 'returned':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV005 address-space] in function 'integer':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV005 address-space] in function 'object':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV005 address-space] in function 'gep':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV005 address-space] in function 'call':
; CHECK-NOT: error:

declare void @julia.call(PTR, OBJ, ...)

define OBJ @back(OBJ %o) {
  %d = addrspacecast OBJ %o to D11
  %p = addrspacecast D11 %d to OBJ
  ret OBJ %p
}

define PTR @to_plain(OBJ %o) {
  %p = addrspacecast OBJ %o to PTR
  ret PTR %p
}

define void @stored(OBJ %o, D11CELL %p) {
  %d = addrspacecast OBJ %o to D11
  store D11 %d, D11CELL %p, align 8
  ret void
}

define void @loaded(D11CELL %p) {
  %d = load D11, D11CELL %p, align 8
  ret void
}

define D11 @returned(OBJ %o) {
  %d = addrspacecast OBJ %o to D11
  ret D11 %d
}

define i64 @integer(OBJ %o) {
  %i = ptrtoint OBJ %o to i64
  ret i64 %i
}

define OBJ @object(i64 %i) {
  %o = inttoptr i64 %i to OBJ
  ret OBJ %o
}

define OBJ @gep(OBJ %o) {
  %c = bitcast OBJ %o to CELL10
  %e = getelementptr inbounds OBJ, CELL10 %c, i64 1
  %x = load OBJ, CELL10 %e, align 8
  ret OBJ %x
}

define void @call(OBJ %o, i64 %i) {
  call void (PTR, OBJ, ...) @julia.call(PTR null, OBJ %o, i64 %i)
  ret void
}
