; The store that initialises a fresh object, moved behind the place where the paths of several such objects meet. It
; needs a barrier where one of them is not fresh, or a safepoint lies in between.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=missing-barrier> 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %verify-typed<rules=missing-barrier> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV002 missing-barrier] in function 'one_is_old':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV002 missing-barrier] in function 'safepoint_between':
; CHECK-NOT: error:

define OBJ @addresses(PTR %task, OBJ %x, i1 %b) {
  br i1 %b, label %a, label %other
a:
  %o1 = call OBJ @julia.gc_alloc_obj(PTR %task, i64 8, OBJ @T)
  %d1 = addrspacecast OBJ %o1 to D11
  %c1 = bitcast D11 %d1 to CELL11
  br label %join
other:
  %o2 = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ @T)
  %d2 = addrspacecast OBJ %o2 to D11
  %c2 = bitcast D11 %d2 to CELL11
  %e2 = getelementptr inbounds OBJ, CELL11 %c2, i64 1
  br label %join
join:
  %c = phi CELL11 [ %c1, %a ], [ %e2, %other ]
  %o = phi OBJ [ %o1, %a ], [ %o2, %other ]
  store OBJ %x, CELL11 %c, align 8
  ret OBJ %o
}

; Three of them, two and two, with a branch before the store.
define OBJ @objects(PTR %task, OBJ %x, i1 %b, i1 %e) {
  br i1 %b, label %a, label %other
a:
  %o1 = call OBJ @julia.gc_alloc_obj(PTR %task, i64 8, OBJ @T)
  br label %join
other:
  %o2 = call OBJ @julia.gc_alloc_obj(PTR %task, i64 8, OBJ @T)
  br label %join
join:
  %o12 = phi OBJ [ %o1, %a ], [ %o2, %other ]
  br i1 %e, label %join2, label %c
c:
  %o3 = call OBJ @julia.gc_alloc_obj(PTR %task, i64 8, OBJ @T)
  br label %join2
join2:
  %o = phi OBJ [ %o12, %join ], [ %o3, %c ]
  %d = addrspacecast OBJ %o to D11
  %cell = bitcast D11 %d to CELL11
  br i1 %b, label %store, label %done
store:
  store OBJ %x, CELL11 %cell, align 8
  br label %done
done:
  ret OBJ %o
}

define OBJ @one_is_old(PTR %task, OBJ %x, i1 %b) {
  %o1 = call OBJ @julia.gc_alloc_obj(PTR %task, i64 8, OBJ @T)
  br i1 %b, label %a, label %other
a:
  call void @safepoint()
  br label %join
other:
  %o2 = call OBJ @julia.gc_alloc_obj(PTR %task, i64 8, OBJ @T)
  br label %join
join:
  %o = phi OBJ [ %o1, %a ], [ %o2, %other ]
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  ret OBJ %o
}

define OBJ @safepoint_between(PTR %task, OBJ %x, i1 %b) {
  br i1 %b, label %a, label %other
a:
  %o1 = call OBJ @julia.gc_alloc_obj(PTR %task, i64 8, OBJ @T)
  br label %join
other:
  %o2 = call OBJ @julia.gc_alloc_obj(PTR %task, i64 8, OBJ @T)
  br label %join
join:
  %o = phi OBJ [ %o1, %a ], [ %o2, %other ]
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  call void @safepoint()
  store OBJ %x, CELL11 %c, align 8
  ret OBJ %o
}
