; A child that changes, one that is loaded again, children that no move loses, and loops without a safepoint.

; RUN: %if opaque-pointers %{ %verify-opaque 2>&1 | count 0 %}
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}

define void @changes(OBJ %o, i1 %b) {
  %s = call PTR @julia.get_pgcstack()
  br label %loop
loop:
  %x = call OBJ @new()
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  br i1 %b, label %loop, label %done
done:
  ret void
}

define void @reloaded(OBJ %o, OBJ %x, i1 %b) {
  br label %loop
loop:
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  %y = load volatile OBJ, CELL11 %c, align 8, !nonnull !0
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %y)
  call void @safepoint()
  br i1 %b, label %loop, label %done
done:
  ret void
}

define void @no_safepoint(OBJ %o, OBJ %x, i1 %b) {
  br label %loop
loop:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  br i1 %b, label %loop, label %done
done:
  call void @safepoint()
  ret void
}

; Moving it out loses nothing: the children live for ever, or are the object itself.
@k = external global OBJ
define void @nothing_to_lose(OBJ %o, i1 %b) {
  %s = call PTR @julia.get_pgcstack()
  br label %loop
loop:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ addrspacecast (PTR inttoptr (i64 1400 to PTR) to OBJ), OBJ %o)
  %k = load OBJ, CELL @k, align 8, !invariant.load !0
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %k)
  call void @safepoint()
  br i1 %b, label %loop, label %done
done:
  ret void
}

!0 = !{}
