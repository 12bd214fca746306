; Allocas that Julia roots, that leave the function, and that nobody reads behind a safepoint.

; RUN: %if opaque-pointers %{ %verify-opaque 2>&1 | count 0 %}
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}

define OBJ @slot(OBJ %x) {
  %c = alloca OBJ, align 8
  store OBJ %x, CELL %c, align 8
  call void @safepoint()
  %y = load OBJ, CELL %c, align 8
  ret OBJ %y
}

define OBJ @variable(OBJ %x, i64 %i) {
  %s = alloca [2 x OBJ], align 8
  %c = bitcast ARRAY2 %s to CELL
  %e = getelementptr inbounds OBJ, CELL %c, i64 %i
  store OBJ %x, CELL %e, align 8
  call void @safepoint()
  %y = load OBJ, CELL %e, align 8
  ret OBJ %y
}

define OBJ @no_safepoint(OBJ %x) {
  %s = alloca i8, i64 8, align 8
  %c = bitcast PTR %s to CELL
  store OBJ %x, CELL %c, align 8
  %y = load OBJ, CELL %c, align 8
  call void @safepoint()
  ret OBJ %y
}

declare void @by_address(CELL)

define OBJ @leaves(OBJ %x) {
  %s = alloca i8, i64 8, align 8
  %c = bitcast PTR %s to CELL
  store OBJ %x, CELL %c, align 8
  call void @by_address(CELL %c)
  %y = load OBJ, CELL %c, align 8
  ret OBJ %y
}
