; What llvm.assume says of the old memory goes with it; it was only ever a hint.

; REQUIRES: opaque-pointers
; RUN: %tape %s | FileCheck %s
; RUN: %check-stable tape-lowering %s

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @llvm.assume(i1)

; CHECK-LABEL: define void @f(
; CHECK:         call {{.*}}@julia.gc_alloc_obj(
; CHECK-NOT:     "dereferenceable"(
; CHECK:         ret void
define void @f(ptr addrspace(10) %x) {
  %t = call ptr @malloc(i64 16)
  call void @llvm.assume(i1 true) [ "nonnull"(ptr %t), "align"(ptr %t, i64 16), "dereferenceable"(ptr %t, i64 16) ]
  store ptr addrspace(10) %x, ptr %t, align 8
  ret void
}
