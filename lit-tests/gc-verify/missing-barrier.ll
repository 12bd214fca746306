; No barrier before a safepoint or the end, on some path; a barrier of another object, and of another child.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=missing-barrier> 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %verify-typed<rules=missing-barrier> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV002 missing-barrier] in function 'none':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV002 missing-barrier] in function 'late':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV002 missing-barrier] in function 'one_path':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV002 missing-barrier] in function 'other_object':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV002 missing-barrier] in function 'other_child':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV002 missing-barrier] in function 'fresh_until_back_edge':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV002 missing-barrier] in function 'aggregate':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV002 missing-barrier] in function 'other_by_select':
; CHECK-NOT: error:

define void @none(OBJ %o, OBJ %x) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store atomic OBJ %x, CELL11 %c release, align 8
  ret void
}

define void @late(OBJ %o, OBJ %x) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  call void @safepoint()
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}

define void @one_path(OBJ %o, OBJ %x, i1 %b) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  br i1 %b, label %tell, label %done
tell:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  br label %done
done:
  call void @safepoint()
  ret void
}

define void @other_object(OBJ %o, OBJ %p, OBJ %x) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %p, OBJ %x)
  ret void
}

define void @other_child(OBJ %o, OBJ %x, OBJ %y) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %y)
  ret void
}

; The next turn's safepoint ends the object's youth.
define void @fresh_until_back_edge(PTR %task, OBJ %x, i1 %b) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 8, OBJ @T)
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store OBJ null, CELL11 %c, align 8
  br label %loop
loop:
  store OBJ %x, CELL11 %c, align 8
  call void @safepoint()
  br i1 %b, label %loop, label %done
done:
  ret void
}

define void @aggregate(OBJ %o, { OBJ, OBJ } %v) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to PAIR11
  store { OBJ, OBJ } %v, PAIR11 %c, align 8
  %x = extractvalue { OBJ, OBJ } %v, 0
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}

; On half of the calls the barrier is another object's.
define void @other_by_select(OBJ %o, OBJ %p, OBJ %x, i1 %b) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  %s = select i1 %b, OBJ %o, OBJ %p
  call void (OBJ, ...) @julia.write_barrier(OBJ %s, OBJ %x)
  ret void
}
