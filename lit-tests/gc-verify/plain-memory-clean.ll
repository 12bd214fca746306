; Unknown memory, structure returns, slots, objects, constants, and memory that is freed before any collection.

; RUN: %verify-opaque 2>&1 | count 0
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
