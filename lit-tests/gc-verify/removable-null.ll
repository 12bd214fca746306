; A plain null store or memset that a safepoint needs, overwritten behind it where nothing but the collector reads it:
; LLVM deletes it, as the second pair of lines shows, and the word is not initialised.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=removable-null> 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %verify-typed<rules=removable-null> 2>&1 | FileCheck %s %}
; RUN: %if opaque-pointers %{ not %S/Inputs/verify.sh opaque "default<O3>,gc-verify<rules=uninitialised>" %s %plain-opt 2>&1 | FileCheck %s --check-prefix=DELETED %}
; RUN: %if typed-pointers %{ not %S/Inputs/verify.sh typed "default<O3>,gc-verify<rules=uninitialised>" %s %plain-opt 2>&1 | FileCheck %s --check-prefix=DELETED %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV008 removable-null] in function 'memset':
; DELETED: error: gc-verify: [JGV003 uninitialised] in function 'memset':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV008 removable-null] in function 'stores':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV008 removable-null] in function 'stores':
; DELETED: error: gc-verify: [JGV003 uninitialised] in function 'stores':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV008 removable-null] in function 'may_unwind':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV008 removable-null] in function 'may_unwind':
; DELETED: error: gc-verify: [JGV003 uninitialised] in function 'may_unwind':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV008 removable-null] in function 'unordered':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV008 removable-null] in function 'unordered':
; DELETED: error: gc-verify: [JGV003 uninitialised] in function 'unordered':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV008 removable-null] in function 'both_arms':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV008 removable-null] in function 'both_arms':
; DELETED: error: gc-verify: [JGV003 uninitialised] in function 'both_arms':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV008 removable-null] in function 'start_of_memset':
; DELETED: error: gc-verify: [JGV003 uninitialised] in function 'start_of_memset':
; CHECK-NOT: error:

@jl_tape_type.object.16.p0_1 = external global i8, align 16
!julia.tape.types = !{!9}
!9 = !{!"jl_tape_type.object.16.p0_1", !"object", i64 16, i64 8, i64 1, i64 16, i64 0, i64 8}

define OBJ @memset(PTR %task, OBJ %x, i1 %b) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  %bytes = bitcast D11 %d to BYTE11
  call void @MEMSET(BYTE11 %bytes, i8 0, i64 16, i1 false)
  call void @safepoint() nounwind
  store OBJ %x, CELL11 %c, align 8
  store OBJ %x, CELL11 %e, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret OBJ %o
}

define OBJ @stores(PTR %task, OBJ %x, i1 %b) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  store OBJ null, CELL11 %c, align 8
  store OBJ null, CELL11 %e, align 8
  call void @safepoint() nounwind
  store OBJ %x, CELL11 %c, align 8
  store OBJ %x, CELL11 %e, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret OBJ %o
}

; Whoever unwinds gets no object that only the caller knows.
define OBJ @may_unwind(PTR %task, OBJ %x, i1 %b) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  store OBJ null, CELL11 %c, align 8
  store OBJ null, CELL11 %e, align 8
  call void @safepoint()
  store OBJ %x, CELL11 %c, align 8
  store OBJ %x, CELL11 %e, align 8
  ret OBJ %o
}

define OBJ @unordered(PTR %task, OBJ %x, i1 %b) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  store OBJ null, CELL11 %c, align 8
  store OBJ null, CELL11 %e, align 8
  call void @safepoint() nounwind
  store atomic OBJ %x, CELL11 %c unordered, align 8
  store atomic OBJ %x, CELL11 %e unordered, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret OBJ %o
}

define OBJ @both_arms(PTR %task, OBJ %x, i1 %b) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  store OBJ null, CELL11 %c, align 8
  store OBJ null, CELL11 %e, align 8
  br i1 %b, label %one, label %two
one:
  call void @safepoint() nounwind
  store OBJ %x, CELL11 %c, align 8
  store OBJ %x, CELL11 %e, align 8
  br label %done
two:
  call void @safepoint() nounwind
  store OBJ %x, CELL11 %c, align 8
  store OBJ %x, CELL11 %e, align 8
  br label %done
done:
  ret OBJ %o
}

; The memset is shortened.
define OBJ @start_of_memset(PTR %task, OBJ %x, i1 %b) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  %bytes = bitcast D11 %d to BYTE11
  call void @MEMSET(BYTE11 %bytes, i8 0, i64 16, i1 false)
  call void @safepoint() nounwind
  store OBJ %x, CELL11 %c, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret OBJ %o
}
