; memcpy of an alloca with an object in it: into an old object without a barrier, into memory from malloc,
; into bytes that a safepoint follows.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=missing-barrier+plain-memory+unrooted-alloca> 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %verify-typed<rules=missing-barrier+plain-memory+unrooted-alloca> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV002 missing-barrier] in function 'into_an_object':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV001 plain-memory] in function 'into_malloc':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV010 unrooted-alloca] in function 'into_bytes':
; CHECK-NOT: error:

define void @into_an_object(OBJ %o, OBJ %x) {
  %s = alloca OBJ, align 8
  store OBJ %x, CELL %s, align 8
  %from = bitcast CELL %s to PTR
  %d = addrspacecast OBJ %o to D11
  %to = bitcast D11 %d to BYTE11
  call void @COPYIN(BYTE11 %to, PTR %from, i64 8, i1 false)
  call void @safepoint()
  ret void
}

define void @into_malloc(OBJ %x) {
  %s = alloca OBJ, align 8
  store OBJ %x, CELL %s, align 8
  %from = bitcast CELL %s to PTR
  %to = call PTR @malloc(i64 8)
  call void @MEMCPY(PTR %to, PTR %from, i64 8, i1 false)
  call void @safepoint()
  ret void
}

define OBJ @into_bytes(OBJ %x) {
  %s = alloca OBJ, align 8
  %to = alloca i8, i64 8, align 8
  store OBJ %x, CELL %s, align 8
  %from = bitcast CELL %s to PTR
  call void @MEMCPY(PTR %to, PTR %from, i64 8, i1 false)
  call void @safepoint()
  %c = bitcast PTR %to to CELL
  %y = load OBJ, CELL %c, align 8
  ret OBJ %y
}
