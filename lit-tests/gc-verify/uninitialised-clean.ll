; Every word is stored before the first safepoint on every path, or the object may be written elsewhere.

; RUN: %if opaque-pointers %{ %verify-opaque 2>&1 | count 0 %}
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

; A loop fills the object. That it may not run at all, LLVM does not know, but nor does anyone say so.
define OBJ @filled_by_loop(PTR %task, OBJ %x) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 32, OBJ @T)
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  br label %head
head:
  %i = phi i64 [ 0, %0 ], [ %more, %body ]
  %go = icmp ult i64 %i, 4
  br i1 %go, label %body, label %done
body:
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 %i
  store OBJ %x, CELL11 %e, align 8
  %more = add i64 %i, 1
  br label %head
done:
  call void @safepoint()
  %y = load OBJ, CELL11 %c, align 8
  ret OBJ %y
}

define OBJ @filled_by_pointer(PTR %task, OBJ %x) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 32, OBJ @T)
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %end = getelementptr inbounds OBJ, CELL11 %c, i64 4
  br label %head
head:
  %e = phi CELL11 [ %c, %0 ], [ %more, %body ]
  %stop = icmp eq CELL11 %e, %end
  br i1 %stop, label %done, label %body
body:
  store OBJ %x, CELL11 %e, align 8
  %more = getelementptr inbounds OBJ, CELL11 %e, i64 1
  br label %head
done:
  call void @safepoint()
  %y = load OBJ, CELL11 %c, align 8
  ret OBJ %y
}

; In pieces, the last one across the end of the word.
define OBJ @pieces(PTR %task) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ @T)
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %bytes = bitcast D11 %d to BYTE11
  %b4 = getelementptr i8, BYTE11 %bytes, i64 4
  call void @MEMSET(BYTE11 %bytes, i8 0, i64 4, i1 true)
  call void @MEMSET(BYTE11 %b4, i8 0, i64 8, i1 true)
  call void @safepoint()
  %y = load OBJ, CELL11 %c, align 8
  ret OBJ %y
}
