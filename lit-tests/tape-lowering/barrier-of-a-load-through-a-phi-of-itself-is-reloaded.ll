; The address of the load is a phi node that becomes itself, so the load does not vary, and LICM may move the barrier out of the
; loop once a pass has seen that. The child is loaded again from its cell.

; REQUIRES: opaque-pointers
; RUN: %tape %s | FileCheck %s
; RUN: %check-stable tape-lowering %s

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

; CHECK-LABEL: define void @f(
; CHECK:         store atomic ptr addrspace(10) %v, ptr addrspace(11) [[CELL:%.*]] release
; CHECK-NEXT:    [[CHILD:%.*]] = load volatile ptr addrspace(10), ptr addrspace(11) [[CELL]]
; CHECK:         select i1 {{.*}}, ptr addrspace(10) [[CHILD]]
; CHECK-NEXT:    call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %m,
define void @f(ptr addrspace(13) %array, i1 %c) {
entry:
  %m = call ptr @malloc(i64 8)
  br label %loop
loop:
  %p = phi ptr addrspace(13) [ %array, %entry ], [ %p, %loop ]
  call void @safepoint()
  %v = load ptr addrspace(10), ptr addrspace(13) %p, align 8
  store ptr addrspace(10) %v, ptr %m, align 8
  br i1 %c, label %loop, label %done
done:
  ret void
}
