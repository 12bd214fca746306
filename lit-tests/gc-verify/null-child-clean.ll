; Arguments and results that nobody doubts, marked loads, tested values and selects.

; RUN: %verify-opaque 2>&1 | count 0
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}

define void @known(OBJ %o, OBJ %x) {
  %y = call OBJ @new()
  %d = addrspacecast OBJ %x to D11
  %c = bitcast D11 %d to CELL11
  %z = load OBJ, CELL11 %c, align 8, !nonnull !0
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x, OBJ %y, OBJ %z)
  ret void
}

define void @tested(OBJ %o, OBJ %p) {
  %d = addrspacecast OBJ %p to D11
  %c = bitcast D11 %d to CELL11
  %x = load OBJ, CELL11 %c, align 8
  %n = icmp eq OBJ %x, null
  br i1 %n, label %fail, label %pass
fail:
  unreachable
pass:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}

define void @stands_in(OBJ %o, OBJ %p) {
  %d = addrspacecast OBJ %p to D11
  %c = bitcast D11 %d to CELL11
  %x = load OBJ, CELL11 %c, align 8
  %n = icmp ne OBJ %x, null
  %y = select i1 %n, OBJ %x, OBJ %o
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %y)
  ret void
}

; A slot is set where Julia knows it to be.
define void @slot(OBJ %o, OBJ %x) {
  %s = alloca OBJ, align 8
  store OBJ null, CELL %s, align 8
  store OBJ %x, CELL %s, align 8
  %y = load OBJ, CELL %s, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %y)
  ret void
}

!0 = !{}
