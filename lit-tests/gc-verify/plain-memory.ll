; Objects in memory from malloc, directly and through a slot, and in a global variable.

; RUN: not %verify-opaque<rules=plain-memory> 2>&1 | FileCheck %s
; RUN: %if typed-pointers %{ not %verify-typed<rules=plain-memory> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV001 plain-memory] in function 'direct':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV001 plain-memory] in function 'slot':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV001 plain-memory] in function 'global':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV001 plain-memory] in function 'freed_on_one_path':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV001 plain-memory] in function 'walks':
; CHECK-NOT: error:

@g = global OBJ null

define void @direct(OBJ %x) {
  %m = call PTR @malloc(i64 16)
  %c = bitcast PTR %m to CELL
  %d = getelementptr inbounds OBJ, CELL %c, i64 1
  store OBJ %x, CELL %d, align 8
  call void @safepoint()
  ret void
}

define void @slot(OBJ %x, i1 %b) {
  %s = alloca PTR, align 8
  %m = call PTR @malloc(i64 16)
  br i1 %b, label %set, label %use
set:
  store PTR %m, PTRPTR %s, align 8
  br label %use
use:
  %r = load PTR, PTRPTR %s, align 8
  %c = bitcast PTR %r to CELL
  store OBJ %x, CELL %c, align 8
  ret void
}

define void @global(OBJ %x) {
  store OBJ %x, CELL @g, align 8
  ret void
}

; Freed on one path only.
define void @freed_on_one_path(OBJ %x, i1 %b) {
  %m = call PTR @malloc(i64 8)
  %c = bitcast PTR %m to CELL
  store OBJ %x, CELL %c, align 8
  br i1 %b, label %free, label %keep
free:
  call void @free(PTR %m)
  ret void
keep:
  call void @safepoint()
  ret void
}

define void @walks(OBJ %x, i1 %b) {
entry:
  %m = call PTR @malloc(i64 800)
  %c = bitcast PTR %m to CELL
  br label %loop
loop:
  %p = phi CELL [ %c, %entry ], [ %q, %loop ]
  store OBJ %x, CELL %p, align 8
  %q = getelementptr inbounds OBJ, CELL %p, i64 1
  br i1 %b, label %loop, label %done
done:
  ret void
}
