; Memory from malloc that an object only holds.

; RUN: %if opaque-pointers %{ %verify-opaque 2>&1 | count 0 %}
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}

define void @plain() {
  %m = call PTR @malloc(i64 8)
  call void @free(PTR %m)
  ret void
}

define void @held(OBJ %o) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to PTR11
  %m = load PTR, PTR11 %c, align 8
  call void @free(PTR %m)
  ret void
}
