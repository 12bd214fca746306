; Null stores that LLVM keeps, or that no safepoint needs: Julia writes plain ones right before the fields.

; RUN: %verify-opaque 2>&1 | count 0
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}

@jl_tape_type.object.16.p0_1 = external global i8, align 16
!julia.tape.types = !{!9}
!9 = !{!"jl_tape_type.object.16.p0_1", !"object", i64 16, i64 8, i64 1, i64 16, i64 0, i64 8}

define void @volatile(PTR %task, OBJ %x) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %bytes = bitcast D11 %d to BYTE11
  call void @MEMSET(BYTE11 %bytes, i8 0, i64 16, i1 true)
  call void @safepoint()
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  store OBJ %x, CELL11 %e, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}

define void @julia(PTR %task, OBJ %x) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %a = bitcast D11 %d to CELL11
  store OBJ null, CELL11 %a, align 8
  %b = getelementptr inbounds OBJ, CELL11 %a, i64 1
  store OBJ null, CELL11 %b, align 8
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  store OBJ %x, CELL11 %e, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}

; Never stored again, so no store makes it dead.
define OBJ @last(PTR %task) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %bytes = bitcast D11 %d to BYTE11
  call void @MEMSET(BYTE11 %bytes, i8 0, i64 16, i1 false)
  call void @safepoint()
  ret OBJ %o
}

; The callee may read it.
define void @shared(PTR %task, OBJ %x) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %bytes = bitcast D11 %d to BYTE11
  call void @MEMSET(BYTE11 %bytes, i8 0, i64 16, i1 false)
  call void @use(OBJ %o)
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  store OBJ %x, CELL11 %e, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}
