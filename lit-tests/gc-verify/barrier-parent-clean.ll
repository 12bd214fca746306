; Objects, however they are named.

; RUN: %if opaque-pointers %{ %verify-opaque 2>&1 | count 0 %}
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}

define void @phi(OBJ %o, OBJ %p, OBJ %x, i1 %b) {
  br i1 %b, label %yes, label %done
yes:
  br label %done
done:
  %q = phi OBJ [ %o, %0 ], [ %p, %yes ]
  %r = select i1 %b, OBJ %q, OBJ %o
  call void (OBJ, ...) @julia.write_barrier(OBJ %r, OBJ %x)
  ret void
}

define void @start(OBJ %o, OBJ %x) {
  %c = bitcast OBJ %o to CELL10
  %p = bitcast CELL10 %c to OBJ
  call void (OBJ, ...) @julia.write_barrier(OBJ %p, OBJ %x)
  call void (OBJ, ...) @julia.write_barrier(OBJ @T, OBJ %x)
  ret void
}
