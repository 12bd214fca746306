; Objects of the function's own across a safepoint, and no call of julia.get_pgcstack in the entry block.

; RUN: not %verify-opaque<rules=no-pgcstack> 2>&1 | FileCheck %s
; RUN: %if typed-pointers %{ not %verify-typed<rules=no-pgcstack> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV013 no-pgcstack] in function 'none':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV013 no-pgcstack] in function 'derived':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV013 no-pgcstack] in function 'not_in_entry':
; CHECK-NOT: error:

define OBJ @none() {
  %x = call OBJ @new()
  call void @safepoint()
  ret OBJ %x
}

define double @derived(CELL13 %p) {
  %x = load OBJ, CELL13 %p, align 8
  %d = addrspacecast OBJ %x to D11
  %c = bitcast D11 %d to DOUBLE11
  call void @safepoint()
  %v = load double, DOUBLE11 %c, align 8
  ret double %v
}

define OBJ @not_in_entry(i1 %b) {
  %x = call OBJ @new()
  br label %next
next:
  %s = call PTR @julia.get_pgcstack()
  br i1 %b, label %collect, label %done
collect:
  call void @safepoint()
  br label %done
done:
  ret OBJ %x
}
