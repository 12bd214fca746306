; Attributes that LLVM 20 to 22 added: what they say of plain memory is not said of an object, which the collector reads at any
; safepoint. LLVM would delete stores before or behind the call. What is said of the pointer stays.

; REQUIRES: llvm-22
; RUN: %tape %s | FileCheck %s
; RUN: %check-stable tape-lowering %s

; CHECK-LABEL: define internal void @fill(
; CHECK-SAME: ptr addrspace(10) nonnull captures(none) %t,
; CHECK-NOT: initializes
; CHECK-NOT: dead_on

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()
declare void @use(ptr addrspace(10))

define internal void @fill(ptr nonnull writable dead_on_return captures(none) dereferenceable(8) initializes((0, 8)) %t, ptr addrspace(10) %x) {
  call void @safepoint()
  store ptr addrspace(10) %x, ptr %t, align 8
  ret void
}

define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  call void @fill(ptr nonnull dead_on_unwind captures(none) initializes((0, 8)) %m, ptr addrspace(10) %x)
  ret void
}
