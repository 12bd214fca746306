; Copies with a barrier behind them, into a fresh object, of null, of what is overwritten, of memory that
; others may write, into memory that is freed.

; RUN: %if opaque-pointers %{ %verify-opaque %}
; RUN: %if typed-pointers %{ %verify-typed %}

; The children are read from anywhere.
define void @barrier_behind(OBJ %o, OBJ %x, OBJ %y) {
  %s = alloca OBJ, align 8
  store OBJ %x, CELL %s, align 8
  %from = bitcast CELL %s to PTR
  %d = addrspacecast OBJ %o to D11
  %to = bitcast D11 %d to BYTE11
  call void @COPYIN(BYTE11 %to, PTR %from, i64 8, i1 false)
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %y, OBJ %x)
  ret void
}

define OBJ @into_a_fresh_object(OBJ %x) {
  %task = call PTR @julia.get_pgcstack()
  %s = alloca OBJ, align 8
  store OBJ %x, CELL %s, align 8
  %from = bitcast CELL %s to PTR
  %o = call noalias nonnull OBJ @julia.gc_alloc_obj(PTR %task, i64 8, OBJ @T)
  %d = addrspacecast OBJ %o to D11
  %to = bitcast D11 %d to BYTE11
  call void @COPYIN(BYTE11 %to, PTR %from, i64 8, i1 false)
  ret OBJ %o
}

define void @null(OBJ %o) {
  %s = alloca OBJ, align 8
  store OBJ null, CELL %s, align 8
  %from = bitcast CELL %s to PTR
  %d = addrspacecast OBJ %o to D11
  %to = bitcast D11 %d to BYTE11
  call void @COPYIN(BYTE11 %to, PTR %from, i64 8, i1 false)
  ret void
}

define void @overwritten(OBJ %o, OBJ %x, i1 %b) {
  %s = alloca OBJ, align 8
  store OBJ %x, CELL %s, align 8
  br i1 %b, label %clear, label %copy
clear:
  store OBJ null, CELL %s, align 8
  br label %copy
copy:
  %from = bitcast CELL %s to PTR
  %d = addrspacecast OBJ %o to D11
  %to = bitcast D11 %d to BYTE11
  call void @COPYIN(BYTE11 %to, PTR %from, i64 8, i1 false)
  ret void
}

declare void @fill(PTR)

define void @filled_elsewhere(OBJ %o, OBJ %x) {
  %task = call PTR @julia.get_pgcstack()
  %s = alloca OBJ, align 8
  store OBJ %x, CELL %s, align 8
  %from = bitcast CELL %s to PTR
  call void @fill(PTR %from)
  %d = addrspacecast OBJ %o to D11
  %to = bitcast D11 %d to BYTE11
  call void @COPYIN(BYTE11 %to, PTR %from, i64 8, i1 false)
  ret void
}

define void @other_bytes(OBJ %o, OBJ %x) {
  %from = alloca i8, i64 16, align 8
  %c = bitcast PTR %from to CELL
  store OBJ %x, CELL %c, align 8
  %n = getelementptr inbounds i8, PTR %from, i64 8
  %d = addrspacecast OBJ %o to D11
  %to = bitcast D11 %d to BYTE11
  call void @COPYIN(BYTE11 %to, PTR %n, i64 8, i1 false)
  ret void
}

define void @freed(OBJ %x) {
  %s = alloca OBJ, align 8
  store OBJ %x, CELL %s, align 8
  %from = bitcast CELL %s to PTR
  %to = call PTR @malloc(i64 8)
  call void @MEMCPY(PTR %to, PTR %from, i64 8, i1 false)
  call void @free(PTR %to)
  call void @safepoint()
  ret void
}
