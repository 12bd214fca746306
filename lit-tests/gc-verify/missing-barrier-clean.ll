; Barriers as the passes and Julia write them: one for several children, behind a select, of a reload, of merged paths; and stores that need none.

; RUN: %if opaque-pointers %{ %verify-opaque 2>&1 | count 0 %}
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}

define void @next(OBJ %o, OBJ %x) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store atomic OBJ %x, CELL11 %c release, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}

define void @select_and_several(OBJ %o, { OBJ, i64, OBJ } %v) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to TRIPLE11
  store { OBJ, i64, OBJ } %v, TRIPLE11 %c, align 8
  %x = extractvalue { OBJ, i64, OBJ } %v, 0
  %y = extractvalue { OBJ, i64, OBJ } %v, 2
  %n = icmp eq OBJ %y, null
  %z = select i1 %n, OBJ @T, OBJ %y
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x, OBJ %z)
  ret void
}

define void @reload(OBJ %o, OBJ %x) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  %y = load volatile OBJ, CELL11 %c, align 8, !nonnull !0
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %y)
  ret void
}

define void @both_paths(OBJ %o, OBJ %x, i1 %b) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  br i1 %b, label %yes, label %no
yes:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  call void @safepoint()
  ret void
no:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}

; LLVM sinks the same barrier of two branches.
define void @merged(OBJ %o, OBJ %p, OBJ %x, OBJ %y, i1 %b) {
  br i1 %b, label %yes, label %no
yes:
  %d1 = addrspacecast OBJ %o to D11
  %c1 = bitcast D11 %d1 to CELL11
  store OBJ %x, CELL11 %c1, align 8
  br label %done
no:
  %d2 = addrspacecast OBJ %p to D11
  %c2 = bitcast D11 %d2 to CELL11
  store OBJ %y, CELL11 %c2, align 8
  br label %done
done:
  %parent = phi OBJ [ %o, %yes ], [ %p, %no ]
  %child = phi OBJ [ %x, %yes ], [ %y, %no ]
  call void (OBJ, ...) @julia.write_barrier(OBJ %parent, OBJ %child)
  ret void
}

; An array's data: the owner, which the barrier names, may be another object.
define void @array(OBJ %a, OBJ %owner, OBJ %x) {
  %d = addrspacecast OBJ %a to D11
  %f = bitcast D11 %d to CELL13CELL11
  %data = load CELL13, CELL13CELL11 %f, align 8
  store OBJ %x, CELL13 %data, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %owner, OBJ %x)
  ret void
}

define void @unknown_owner(CELL13 %data, OBJ %x) {
  store OBJ %x, CELL13 %data, align 8
  ret void
}

define OBJ @fresh(PTR %task, OBJ %x) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 8, OBJ @T)
  %m = call PTR @malloc(i64 8)
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  call void @free(PTR %m)
  ret OBJ %o
}

define void @constants(OBJ %o) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store OBJ null, CELL11 %c, align 8
  store OBJ @T, CELL11 %c, align 8
  store OBJ %o, CELL11 %c, align 8
  ret void
}

define void @dead_end(OBJ %o, OBJ %x) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  unreachable
}

; Choices between objects that live for ever, also in a loop.
@k = external global OBJ
@k2 = external constant OBJ
define void @chosen_constants(OBJ %o, i1 %b, i1 %l) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %k = load OBJ, CELL @k, align 8, !invariant.load !0
  %k2 = load OBJ, CELL @k2, align 8
  %k12 = select i1 %l, OBJ %k, OBJ %k2
  %x = select i1 %b, OBJ %k12, OBJ addrspacecast (PTR inttoptr (i64 1400 to PTR) to OBJ)
  store atomic OBJ %x, CELL11 %c release, align 8
  br label %loop
loop:
  %y = phi OBJ [ %x, %0 ], [ addrspacecast (PTR inttoptr (i64 1416 to PTR) to OBJ), %loop ], [ %y, %again ]
  store atomic OBJ %y, CELL11 %c release, align 8
  br i1 %b, label %loop, label %again
again:
  br i1 %l, label %loop, label %done
done:
  ret void
}

!0 = !{}

; The store goes to the object that the select chooses, and so does the barrier.
define void @same_select(OBJ %o, OBJ %p, OBJ %x, i1 %b) {
  %s = select i1 %b, OBJ %o, OBJ %p
  %d = addrspacecast OBJ %s to D11
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %s, OBJ %x)
  ret void
}

; The path decides as the select does.
define void @select_by_path(OBJ %o, OBJ %p, OBJ %x, i1 %b) {
  br i1 %b, label %write, label %done
write:
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  %s = select i1 %b, OBJ %o, OBJ %p
  call void (OBJ, ...) @julia.write_barrier(OBJ %s, OBJ %x)
  br label %done
done:
  ret void
}

; Two selects that choose alike.
define void @equal_selects(OBJ %o, OBJ %p, OBJ %x, i1 %b) {
  %s = select i1 %b, OBJ %o, OBJ %p
  %d = addrspacecast OBJ %s to D11
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  %t = select i1 %b, OBJ %o, OBJ %p
  call void (OBJ, ...) @julia.write_barrier(OBJ %t, OBJ %x)
  ret void
}
