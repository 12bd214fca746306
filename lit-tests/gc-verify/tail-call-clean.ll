; Tail calls without roots of the function's own, and of what is no safepoint.

; RUN: %if opaque-pointers %{ %verify-opaque 2>&1 | count 0 %}
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}

define void @arguments(OBJ %x) {
  %s = call PTR @julia.get_pgcstack()
  tail call void @use(OBJ %x)
  ret void
}

define void @plain(double %x) {
  %y = tail call double @lazy(double %x)
  ret void
}

define OBJ @no_safepoint() {
  %x = call OBJ @new()
  %m = tail call PTR @malloc(i64 8)
  tail call void @free(PTR %m)
  ret OBJ %x
}

define OBJ @cleared() {
  %s = call PTR @julia.get_pgcstack()
  %x = call OBJ @new()
  notail call void @safepoint()
  ret OBJ %x
}
