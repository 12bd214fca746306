; Julia's own declaration of the allocator says that it only reads its argument's memory, which lets LLVM delete a null store into the
; GC-VERIFY: without tail-call: LLVM's O2, which runs last, marks calls tail again
; object as one that nobody sees: not so the one that the pass writes.

; UNSUPPORTED: llvm-15
; LLVM 15 has no memory(...).

; REQUIRES: opaque-pointers
; RUN: %opt -passes="tape-lowering<julia=1.11>,verify" -S %s | FileCheck %s
; RUN: %check-stable "tape-lowering<julia=1.11>" %s
; RUN: %opt -passes="tape-lowering<julia=1.11>,default<O2>" -S %s | FileCheck %s --check-prefix=O2

; CHECK-LABEL: define void @f(
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj(
; CHECK: call void @llvm.memset.p11{{.*}} i1 true)
; O2-LABEL: define void @f(
; O2: call void @llvm.memset.p11{{.*}} i1 true)
; O2-NEXT: call void @safepoint()

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) willreturn nounwind allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare ptr @malloc(i64)
declare void @safepoint()

define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  call void @safepoint()
  store ptr addrspace(10) %x, ptr %m, align 8
  call void @safepoint()
  ret void
}
