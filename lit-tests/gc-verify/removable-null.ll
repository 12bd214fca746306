; A plain null store or memset of a private object, needed at a safepoint, whose words are stored again behind it: LLVM's dead-store elimination deletes it.

; RUN: not %verify-opaque<rules=removable-null> 2>&1 | FileCheck %s
; RUN: %if typed-pointers %{ not %verify-typed<rules=removable-null> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV008 removable-null] in function 'memset':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV008 removable-null] in function 'stores':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV008 removable-null] in function 'stores':
; CHECK-NOT: error:

@jl_tape_type.object.16.p0_1 = external global i8, align 16
!julia.tape.types = !{!9}
!9 = !{!"jl_tape_type.object.16.p0_1", !"object", i64 16, i64 8, i64 1, i64 16, i64 0, i64 8}

define void @memset(PTR %task, OBJ %x) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %bytes = bitcast D11 %d to BYTE11
  call void @MEMSET(BYTE11 %bytes, i8 0, i64 16, i1 false)
  call void @safepoint()
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  store OBJ %x, CELL11 %e, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}

define void @stores(PTR %task, OBJ %x) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %a = bitcast D11 %d to CELL11
  store OBJ null, CELL11 %a, align 8
  %b = getelementptr inbounds OBJ, CELL11 %a, i64 1
  store OBJ null, CELL11 %b, align 8
  call void @safepoint()
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  store OBJ %x, CELL11 %e, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}
