; Casts from 10 to 11 and 12, arguments that are stored, data of arrays, constants.

; RUN: %if opaque-pointers %{ %verify-opaque 2>&1 | count 0 %}
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}

declare void @callee_rooted(ROOTED)

define double @field(OBJ %o) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to DOUBLE11
  %v = load double, DOUBLE11 %c, align 8
  %r = addrspacecast OBJ %o to ROOTED
  call void @callee_rooted(ROOTED %r)
  ret double %v
}

; "We currently don't obey this for arguments."
define void @argument(D11 %d, D11CELL %p) {
  store D11 %d, D11CELL %p, align 8
  ret void
}

define OBJ @from_plain(PTR %p) {
  %o = addrspacecast PTR %p to OBJ
  ret OBJ %o
}

define OBJ @direct(CELL10 %o) {
  %x = load OBJ, CELL10 %o, align 8
  ret OBJ %x
}
