; Operands that do not change in a loop with a safepoint, also one further out.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=loop-invariant-barrier> 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %verify-typed<rules=loop-invariant-barrier> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV012 loop-invariant-barrier] in function 'loop':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV012 loop-invariant-barrier] in function 'outer':
; CHECK-NOT: error:

define void @loop(OBJ %o, OBJ %x, i1 %b) {
  br label %loop
loop:
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  call void @safepoint()
  br i1 %b, label %loop, label %done
done:
  ret void
}

define void @outer(OBJ %o, OBJ %x, i1 %a, i1 %b) {
  br label %outer
outer:
  call void @safepoint()
  br label %inner
inner:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  br i1 %a, label %inner, label %latch
latch:
  br i1 %b, label %outer, label %done
done:
  ret void
}
