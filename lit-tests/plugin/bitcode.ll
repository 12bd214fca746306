; Bitcode in and out, and inside of a pipeline of LLVM's own: the pass is one as any other.

; REQUIRES: opaque-pointers
; RUN: llvm-as %s -o %t.bc
; RUN: %opt -passes="default<O1>,tape-lowering,verify" %t.bc -o %t.out.bc
; RUN: %opt -passes=verify -S %t.out.bc | FileCheck %s

; CHECK-LABEL: define {{.*}}ptr addrspace(10) @f(
; CHECK-NOT: @malloc(
; CHECK: @ijl_alloc_svec(

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare noalias ptr @malloc(i64)
declare void @safepoint()
declare void @free(ptr)

define ptr addrspace(10) @f(ptr addrspace(10) %x, i64 %n, i64 %i) {
  %s = mul i64 %n, 8
  %m = call ptr @malloc(i64 %s)
  %c = getelementptr inbounds ptr addrspace(10), ptr %m, i64 %i
  store ptr addrspace(10) %x, ptr %c, align 8
  call void @safepoint()
  %d = getelementptr inbounds ptr addrspace(10), ptr %m, i64 %n
  %y = load ptr addrspace(10), ptr %d, align 8
  call void @free(ptr %m)
  ret ptr addrspace(10) %y
}
