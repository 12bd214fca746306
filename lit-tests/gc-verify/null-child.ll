; Null that certainly comes to a barrier: as a constant, past the function's own comparison, on an edge of a phi
; node, as an arm of a select, or out of a slot.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=null-child> 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %verify-typed<rules=null-child> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV007 null-child] in function 'null':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV007 null-child] in function 'wrong_branch':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV007 null-child] in function 'both_branches':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV007 null-child] in function 'select_removed':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV007 null-child] in function 'swapped_arms':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV007 null-child] in function 'null_arm':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV007 null-child] in function 'null_edge':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV007 null-child] in function 'edge_and_branch':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV007 null-child] in function 'slot':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV007 null-child] in function 'argument_tested':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV007 null-child] in function 'next_turn':
; CHECK-NOT: error:

define void @null(OBJ %o) {
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ null)
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

; Whichever way the test goes.
define void @both_branches(OBJ %o, OBJ %p, i1 %b) {
  %d = addrspacecast OBJ %p to D11
  %c = bitcast D11 %d to CELL11
  %x = load OBJ, CELL11 %c, align 8
  %n = icmp eq OBJ %x, null
  br i1 %n, label %null, label %done
null:
  br i1 %b, label %log, label %done
log:
  br label %done
done:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}

; What tape-lowering writes, without the use of its select.
define void @select_removed(OBJ %o, OBJ %p) {
  %d = addrspacecast OBJ %p to D11
  %c = bitcast D11 %d to CELL11
  %x = load OBJ, CELL11 %c, align 8
  %n = icmp eq OBJ %x, null
  %y = select i1 %n, OBJ %o, OBJ %x
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}

define void @swapped_arms(OBJ %o, OBJ %x) {
  %n = icmp ne OBJ %x, null
  %y = select i1 %n, OBJ %o, OBJ %x
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %y)
  ret void
}

define void @null_arm(OBJ %o, OBJ %x, i1 %b) {
  %y = select i1 %b, OBJ %x, OBJ null
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %y)
  ret void
}

define void @null_edge(OBJ %o, OBJ %x, i1 %b) {
  br i1 %b, label %some, label %join
some:
  br label %join
join:
  %y = phi OBJ [ %x, %some ], [ null, %0 ]
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %y)
  ret void
}

; The flag says that it is null, and leads to the barrier.
define void @edge_and_branch(OBJ %o, OBJ %x, i1 %b) {
  br i1 %b, label %some, label %join
some:
  br label %join
join:
  %y = phi OBJ [ %x, %some ], [ null, %0 ]
  %defined = phi i1 [ true, %some ], [ false, %0 ]
  br i1 %defined, label %end, label %store
store:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %y)
  ret void
end:
  ret void
}

define void @slot(OBJ %o) {
  %s = alloca OBJ, align 8
  store OBJ null, CELL %s, align 8
  %y = load OBJ, CELL %s, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %y)
  ret void
}

define i1 @argument_tested(OBJ %o, OBJ %x) {
  %n = icmp eq OBJ %x, null
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret i1 %n
}

; The null edge leads around the loop.
define void @next_turn(OBJ %o, OBJ %first) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  br label %loop
loop:
  %x = phi OBJ [ %first, %0 ], [ %y, %again ]
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  %y = load OBJ, CELL11 %c, align 8
  %n = icmp eq OBJ %y, null
  br i1 %n, label %again, label %done
again:
  br label %loop
done:
  ret void
}
