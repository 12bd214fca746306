; Objects across a safepoint in allocas that Julia does not root.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=unrooted-alloca> 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %verify-typed<rules=unrooted-alloca> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV010 unrooted-alloca] in function 'bytes':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV010 unrooted-alloca] in function 'not_entry':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV010 unrooted-alloca] in function 'not_inbounds':
; CHECK-NOT: error:

define OBJ @bytes(OBJ %x) {
  %s = alloca i8, i64 8, align 8
  %c = bitcast PTR %s to CELL
  store OBJ %x, CELL %c, align 8
  call void @safepoint()
  %y = load OBJ, CELL %c, align 8
  ret OBJ %y
}

define OBJ @not_entry(OBJ %x) {
  br label %next
next:
  %c = alloca OBJ, align 8
  store OBJ %x, CELL %c, align 8
  call void @safepoint()
  %y = load OBJ, CELL %c, align 8
  ret OBJ %y
}

define OBJ @not_inbounds(OBJ %x) {
  %s = alloca [2 x OBJ], align 8
  %c = bitcast ARRAY2 %s to CELL
  %e = getelementptr OBJ, CELL %c, i64 1
  store OBJ %x, CELL %e, align 8
  call void @safepoint()
  %y = load OBJ, CELL %e, align 8
  ret OBJ %y
}
