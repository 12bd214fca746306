; A compare-exchange owes the barrier where it has stored, and there only.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=missing-barrier> 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %verify-typed<rules=missing-barrier> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV002 missing-barrier] in function 'on_failure':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV002 missing-barrier] in function 'flag_returned':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV002 missing-barrier] in function 'flag_unused':
; CHECK-NOT: error:

define void @replacefield(OBJ %o, OBJ %old, OBJ %new) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %r = cmpxchg CELL11 %c, OBJ %old, OBJ %new seq_cst seq_cst, align 8
  %ok = extractvalue { OBJ, i1 } %r, 1
  br i1 %ok, label %stored, label %done
stored:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %new)
  br label %done
done:
  ret void
}

define void @negated(OBJ %o, OBJ %old, OBJ %new) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %r = cmpxchg CELL11 %c, OBJ %old, OBJ %new seq_cst seq_cst, align 8
  %ok = extractvalue { OBJ, i1 } %r, 1
  %failed = xor i1 %ok, true
  br i1 %failed, label %done, label %stored
stored:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %new)
  br label %done
done:
  ret void
}

; Until it succeeds.
define void @modifyfield(OBJ %o, OBJ %first) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  br label %loop
loop:
  %old = phi OBJ [ %first, %0 ], [ %got, %loop ]
  %new = call OBJ @new()
  %r = cmpxchg CELL11 %c, OBJ %old, OBJ %new seq_cst seq_cst, align 8
  %got = extractvalue { OBJ, i1 } %r, 0
  %ok = extractvalue { OBJ, i1 } %r, 1
  br i1 %ok, label %done, label %loop
done:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %new)
  ret void
}

; Whether the branch asks for success cannot be told.
define void @flag_goes_on(OBJ %o, OBJ %old, OBJ %new, i1 %b) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  br i1 %b, label %swap, label %join
swap:
  %r = cmpxchg CELL11 %c, OBJ %old, OBJ %new seq_cst seq_cst, align 8
  %ok = extractvalue { OBJ, i1 } %r, 1
  br label %join
join:
  %stored = phi i1 [ false, %0 ], [ %ok, %swap ]
  br i1 %stored, label %tell, label %done
tell:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %new)
  br label %done
done:
  ret void
}

define i1 @old_value_compared(OBJ %o, OBJ %old, OBJ %new) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %r = cmpxchg CELL11 %c, OBJ %old, OBJ %new seq_cst seq_cst, align 8
  %got = extractvalue { OBJ, i1 } %r, 0
  %ok = icmp eq OBJ %got, %old
  br i1 %ok, label %stored, label %done
stored:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %new)
  br label %done
done:
  ret i1 %ok
}

define void @on_failure(OBJ %o, OBJ %old, OBJ %new) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %r = cmpxchg CELL11 %c, OBJ %old, OBJ %new seq_cst seq_cst, align 8
  %ok = extractvalue { OBJ, i1 } %r, 1
  br i1 %ok, label %done, label %failed
failed:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %new)
  br label %done
done:
  ret void
}

define i1 @flag_returned(OBJ %o, OBJ %old, OBJ %new) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %r = cmpxchg CELL11 %c, OBJ %old, OBJ %new seq_cst seq_cst, align 8
  %ok = extractvalue { OBJ, i1 } %r, 1
  ret i1 %ok
}

define void @flag_unused(OBJ %o, OBJ %old, OBJ %new) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %r = cmpxchg CELL11 %c, OBJ %old, OBJ %new seq_cst seq_cst, align 8
  ret void
}
