; Invokes that touch no object.

; RUN: %if opaque-pointers %{ %verify-opaque 2>&1 | count 0 %}
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}

define void @data(OBJ %o, double %x) personality PERSONALITY {
  %y = invoke double @lazy(double %x) to label %ok unwind label %pad
ok:
  ret void
pad:
  %l = landingpad { PTR, i32 } cleanup
  resume { PTR, i32 } %l
}
