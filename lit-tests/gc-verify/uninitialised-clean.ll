; Every word is stored before the first safepoint on every path, or the object may be written elsewhere.

; RUN: %verify-opaque 2>&1 | count 0
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}

@jl_tape_type.object.16.p0_1 = external global i8, align 16
!julia.tape.types = !{!9}
!9 = !{!"jl_tape_type.object.16.p0_1", !"object", i64 16, i64 8, i64 1, i64 16, i64 0, i64 8}

define void @memset(PTR %task) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %bytes = bitcast D11 %d to BYTE11
  call void @MEMSET(BYTE11 %bytes, i8 0, i64 16, i1 true)
  call void @safepoint()
  ret void
}

define void @stores_on_each_path(PTR %task, OBJ %x, i1 %b) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  %m = call PTR @malloc(i64 8)
  store atomic OBJ %x, CELL11 %c release, align 8
  br i1 %b, label %yes, label %no
yes:
  store OBJ %x, CELL11 %e, align 8
  br label %done
no:
  store OBJ null, CELL11 %e, align 8
  br label %done
done:
  call void @safepoint()
  call void @free(PTR %m)
  ret void
}

; The caller may initialise it.
define OBJ @returned(PTR %task) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  ret OBJ %o
}

define void @run_time_index(PTR %task, OBJ %x, i64 %i) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 %i
  store OBJ %x, CELL11 %e, align 8
  call void @safepoint()
  ret void
}

; Data words need nothing.
define double @data(PTR %task) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 8, OBJ @T)
  call void @safepoint()
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to DOUBLE11
  %x = load double, DOUBLE11 %c, align 8
  ret double %x
}
