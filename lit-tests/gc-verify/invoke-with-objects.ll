; Objects as arguments and results of invoke.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=invoke-with-objects> 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %verify-typed<rules=invoke-with-objects> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV011 invoke-with-objects] in function 'argument':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV011 invoke-with-objects] in function 'result':
; CHECK-NOT: error:

define void @argument(OBJ %x) personality PERSONALITY {
  invoke void @use(OBJ %x) to label %ok unwind label %pad
ok:
  ret void
pad:
  %l = landingpad { PTR, i32 } cleanup
  resume { PTR, i32 } %l
}

define void @result() personality PERSONALITY {
  %x = invoke OBJ @new() to label %ok unwind label %pad
ok:
  ret void
pad:
  %l = landingpad { PTR, i32 } cleanup
  resume { PTR, i32 } %l
}
