; Objects in memory from malloc, directly and through a slot, and in a global variable.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=plain-memory> 2>&1 | FileCheck %s %}
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
; CHECK: error: gc-verify: [JGV001 plain-memory] in function 'or_an_object':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV001 plain-memory] in function 'helper_of_helper':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV001 plain-memory] in function 'inner':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV001 plain-memory] in function 'exported':
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

; On one path it is memory from malloc.
define void @or_an_object(OBJ %o, OBJ %x, i1 %b) {
entry:
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  br i1 %b, label %plain, label %join
plain:
  %m = call PTR @malloc(i64 8)
  %n = bitcast PTR %m to CELL
  %e = addrspacecast CELL %n to CELL11
  br label %join
join:
  %p = phi CELL11 [ %e, %plain ], [ %c, %entry ]
  store OBJ %x, CELL11 %p, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}

define internal PTR @outer_helper(i64 %n) {
  %m = call PTR @inner_helper(i64 %n)
  ret PTR %m
}

define internal PTR @inner_helper(i64 %n) {
  %m = call PTR @malloc(i64 %n)
  ret PTR %m
}

define void @helper_of_helper(OBJ %x) {
  %m = call PTR @outer_helper(i64 8)
  %c = bitcast PTR %m to CELL
  store OBJ %x, CELL %c, align 8
  ret void
}

define internal PTR @behind_a_header(i64 %n) {
  %m = call PTR @malloc(i64 %n)
  %g = getelementptr i8, PTR %m, i64 8
  ret PTR %g
}

define void @inner(OBJ %x) {
  %m = call PTR @behind_a_header(i64 16)
  %c = bitcast PTR %m to CELL
  store OBJ %x, CELL %c, align 8
  ret void
}

define PTR @exported_helper(i64 %n) {
  %m = call PTR @malloc(i64 %n)
  ret PTR %m
}

define void @exported(OBJ %x) {
  %m = call PTR @exported_helper(i64 8)
  %c = bitcast PTR %m to CELL
  store OBJ %x, CELL %c, align 8
  ret void
}
