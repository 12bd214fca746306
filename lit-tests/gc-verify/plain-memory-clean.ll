; Unknown memory, structure returns, slots, objects, constants, and memory that is freed before any collection.

; RUN: %if opaque-pointers %{ %verify-opaque 2>&1 | count 0 %}
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}

@g = global OBJ null

define void @argument(CELL %p, OBJ %x) {
  store OBJ %x, CELL %p, align 8
  ret void
}

define void @stack(OBJ %x) {
  %s = alloca OBJ, align 8
  store OBJ %x, CELL %s, align 8
  ret void
}

define void @constants() {
  %m = call PTR @malloc(i64 16)
  %c = bitcast PTR %m to CELL
  store OBJ null, CELL %c, align 8
  store OBJ @T, CELL @g, align 8
  ret void
}

define void @mixed(CELL %p, OBJ %x, i1 %b) {
  %m = call PTR @malloc(i64 16)
  %c = bitcast PTR %m to CELL
  %q = select i1 %b, CELL %c, CELL %p
  store OBJ %x, CELL %q, align 8
  ret void
}

define double @read(CELL %p) {
  %x = load OBJ, CELL %p, align 8
  ret double 0.0
}

define void @dies_first(OBJ %x) {
  %m = call PTR @malloc(i64 8)
  %c = bitcast PTR %m to CELL
  store OBJ %x, CELL %c, align 8
  %v = call double @read(CELL %c)
  call void @free(PTR %m)
  call void @safepoint()
  ret void
}

; Null or an object that lives for ever.
define void @chosen_constant(i1 %b, i64 %n) {
  br i1 %b, label %a, label %join
a:
  br label %join
join:
  %x = phi OBJ [ null, %0 ], [ addrspacecast (PTR inttoptr (i64 1400 to PTR) to OBJ), %a ]
  %m = call PTR @malloc(i64 8)
  %c = bitcast PTR %m to CELL
  store OBJ %x, CELL %c, align 8
  ret void
}

; Another definition may take this one's place.
define weak PTR @replaceable(i64 %n) {
  %m = call PTR @malloc(i64 %n)
  ret PTR %m
}

define void @of_a_replaceable(OBJ %x) {
  %m = call PTR @replaceable(i64 8)
  %c = bitcast PTR %m to CELL
  store OBJ %x, CELL %c, align 8
  ret void
}

; The buffer for one path is freed there, before any collection.
define void @freed_or_an_object(OBJ %o, OBJ %x, i1 %b) {
entry:
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %m = call PTR @malloc(i64 8)
  %n = bitcast PTR %m to CELL
  %e = addrspacecast CELL %n to CELL11
  %p = select i1 %b, CELL11 %e, CELL11 %c
  store OBJ %x, CELL11 %p, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  call void @free(PTR %m)
  ret void
}
