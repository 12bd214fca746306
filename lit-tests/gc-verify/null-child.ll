; A child that is null, that is read from an object without !nonnull, or that the function tests too late.

; RUN: not %verify-opaque<rules=null-child> 2>&1 | FileCheck %s
; RUN: %if typed-pointers %{ not %verify-typed<rules=null-child> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV007 null-child] in function 'null':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV007 null-child] in function 'field':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV007 null-child] in function 'tested_later':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV007 null-child] in function 'wrong_branch':
; CHECK-NOT: error:

define void @null(OBJ %o) {
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ null)
  ret void
}

define void @field(OBJ %o, OBJ %p) {
  %d = addrspacecast OBJ %p to D11
  %c = bitcast D11 %d to CELL11
  %x = load OBJ, CELL11 %c, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}

define void @tested_later(OBJ %o, OBJ %x) {
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  %n = icmp eq OBJ %x, null
  br i1 %n, label %end, label %more
more:
  ret void
end:
  ret void
}

define void @wrong_branch(OBJ %o, OBJ %x) {
  %n = icmp eq OBJ %x, null
  br i1 %n, label %null, label %more
null:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
more:
  ret void
}
