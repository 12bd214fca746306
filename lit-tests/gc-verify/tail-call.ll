; A tail call where the function roots what it loads or makes.

; RUN: not %verify-opaque<rules=tail-call> 2>&1 | FileCheck %s
; RUN: %if typed-pointers %{ not %verify-typed<rules=tail-call> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV009 tail-call] in function 'loaded':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV009 tail-call] in function 'made':
; CHECK-NOT: error:

define void @loaded(CELL13 %p) {
  %s = call PTR @julia.get_pgcstack()
  %x = load OBJ, CELL13 %p, align 8
  tail call void @use(OBJ %x)
  ret void
}

define OBJ @made() {
  %s = call PTR @julia.get_pgcstack()
  %x = call OBJ @new()
  tail call void @safepoint()
  ret OBJ %x
}
