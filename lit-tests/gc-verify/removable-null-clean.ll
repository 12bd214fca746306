; Null stores that LLVM keeps, or that no safepoint needs: Julia writes plain ones right before the fields.

; RUN: %if opaque-pointers %{ %verify-opaque 2>&1 | count 0 %}
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}
; RUN: %if opaque-pointers %{ %S/Inputs/verify.sh opaque "default<O3>,gc-verify<rules=uninitialised>" %s %plain-opt 2>&1 | count 0 %}
; RUN: %if typed-pointers %{ %S/Inputs/verify.sh typed "default<O3>,gc-verify<rules=uninitialised>" %s %plain-opt 2>&1 | count 0 %}

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

; Whoever unwinds may have it from the barrier, as far as LLVM knows.
define OBJ @may_unwind_and_known(PTR %task, OBJ %x, i1 %b) {
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
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret OBJ %o
}

; How Julia stores into its objects.
define OBJ @release(PTR %task, OBJ %x, i1 %b) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  store OBJ null, CELL11 %c, align 8
  store OBJ null, CELL11 %e, align 8
  call void @safepoint() nounwind
  store atomic OBJ %x, CELL11 %c release, align 8
  store atomic OBJ %x, CELL11 %e release, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret OBJ %o
}

define OBJ @barrier_before(PTR %task, OBJ %x, i1 %b) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  store OBJ null, CELL11 %c, align 8
  store OBJ null, CELL11 %e, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  call void @safepoint() nounwind
  store OBJ %x, CELL11 %c, align 8
  store OBJ %x, CELL11 %e, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret OBJ %o
}

; Other loads LLVM answers itself; nothing is said of them either.
define OBJ @read(PTR %task, OBJ %x, i1 %b) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  store OBJ null, CELL11 %c, align 8
  store OBJ null, CELL11 %e, align 8
  call void @safepoint() nounwind
  %y = load volatile OBJ, CELL11 %c, align 8
  call void @use(OBJ %y) nounwind
  store OBJ %x, CELL11 %c, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret OBJ %o
}

define OBJ @fence(PTR %task, OBJ %x, i1 %b) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  store OBJ null, CELL11 %c, align 8
  store OBJ null, CELL11 %e, align 8
  fence release
  call void @safepoint() nounwind
  store OBJ %x, CELL11 %c, align 8
  store OBJ %x, CELL11 %e, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret OBJ %o
}

define OBJ @one_arm(PTR %task, OBJ %x, i1 %b) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  store OBJ null, CELL11 %c, align 8
  store OBJ null, CELL11 %e, align 8
  call void @safepoint() nounwind
  br i1 %b, label %one, label %done
one:
  store OBJ %x, CELL11 %c, align 8
  store OBJ %x, CELL11 %e, align 8
  br label %done
done:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret OBJ %o
}

; Not at an end of the memset, which LLVM shortens at its ends only.
define OBJ @middle_of_memset(PTR %task, OBJ %x) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 24, OBJ @T)
  %d = addrspacecast OBJ %o to D11
  %bytes = bitcast D11 %d to BYTE11
  call void @MEMSET(BYTE11 %bytes, i8 0, i64 24, i1 false)
  call void @safepoint() nounwind
  %c = bitcast D11 %d to CELL11
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  store OBJ %x, CELL11 %e, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret OBJ %o
}
