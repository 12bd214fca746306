; A tail call where the function roots what it loads or makes.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=tail-call> 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %verify-typed<rules=tail-call> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV009 tail-call] in function 'loaded':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV009 tail-call] in function 'made':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV009 tail-call] in function 'taken_out':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV009 tail-call] in function 'merged':
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

define OBJ @taken_out() {
  %t = call PTR @julia.get_pgcstack()
  %s = call { i64, OBJ } @new_pair()
  %x = extractvalue { i64, OBJ } %s, 1
  tail call void @safepoint()
  ret OBJ %x
}

define OBJ @merged(OBJ %y, i1 %b) {
entry:
  %t = call PTR @julia.get_pgcstack()
  %x = call OBJ @new()
  br i1 %b, label %other, label %join
other:
  br label %join
join:
  %p = phi OBJ [ %x, %entry ], [ %y, %other ]
  tail call void @safepoint()
  ret OBJ %p
}
