; Objects of the function's own across a safepoint, and no call of julia.get_pgcstack in the entry block.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=no-pgcstack> 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %verify-typed<rules=no-pgcstack> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV013 no-pgcstack] in function 'none':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV013 no-pgcstack] in function 'derived':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV013 no-pgcstack] in function 'not_in_entry':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV013 no-pgcstack] in function 'taken_out':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV013 no-pgcstack] in function 'merged':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV013 no-pgcstack] in function 'chosen':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV013 no-pgcstack] in function 'derived_chosen':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV013 no-pgcstack] in function 'data':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV013 no-pgcstack] in function 'loaded':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV013 no-pgcstack] in function 'put_in':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV013 no-pgcstack] in function 'around_a_loop':
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

define OBJ @taken_out() {
  %s = call { i64, OBJ } @new_pair()
  %x = extractvalue { i64, OBJ } %s, 1
  call void @safepoint()
  ret OBJ %x
}

define OBJ @merged(OBJ %y, i1 %b) {
entry:
  %x = call OBJ @new()
  br i1 %b, label %other, label %join
other:
  br label %join
join:
  %p = phi OBJ [ %x, %entry ], [ %y, %other ]
  call void @safepoint()
  ret OBJ %p
}

define OBJ @chosen(OBJ %y, i1 %b) {
  %x = call OBJ @new()
  %p = select i1 %b, OBJ %x, OBJ %y
  call void @safepoint()
  ret OBJ %p
}

define double @derived_chosen(OBJ %y, i1 %b) {
  %x = call OBJ @new()
  %d = addrspacecast OBJ %x to D11
  %e = addrspacecast OBJ %y to D11
  %p = select i1 %b, D11 %d, D11 %e
  %c = bitcast D11 %p to DOUBLE11
  call void @safepoint()
  %v = load double, DOUBLE11 %c, align 8
  ret double %v
}

; The array keeps its data alive.
define OBJ @data() {
  %a = call OBJ @new()
  %d = addrspacecast OBJ %a to D11
  %c = bitcast D11 %d to CELL13CELL11
  %p = load CELL13, CELL13CELL11 %c, align 8
  call void @safepoint()
  %v = load OBJ, CELL13 %p, align 8
  ret OBJ %v
}

define OBJ @loaded(PTR %raw) {
  %a = call OBJ @new()
  %p = call CELL13 @julia.gc_loaded(OBJ %a, PTR %raw)
  call void @safepoint()
  %v = load OBJ, CELL13 %p, align 8
  ret OBJ %v
}

define { i64, OBJ } @put_in() {
  %x = call OBJ @new()
  %s = insertvalue { i64, OBJ } { i64 1, OBJ undef }, OBJ %x, 1
  call void @safepoint()
  ret { i64, OBJ } %s
}

; The safepoint is on the way back only.
define void @around_a_loop(i1 %b) {
entry:
  %x = call OBJ @new()
  br label %loop
loop:
  %y = addrspacecast OBJ %x to ROOTED
  br i1 %b, label %back, label %done
back:
  call void @safepoint()
  br label %loop
done:
  ret void
}
