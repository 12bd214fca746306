; What LLVM 19 to 22 added to instructions that were there: flags of addresses and comparisons, lifetimes without a size.

; REQUIRES: llvm-22
; RUN: %tape %s | FileCheck %s
; RUN: %check-stable tape-lowering %s

; CHECK-LABEL: define i1 @flags(
; CHECK: call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 16, {{.*}}@jl_tape_type.object.16.p0
; CHECK: [[AT:%.*]] = getelementptr inbounds {{(nuw )?}}i8, ptr addrspace(11) %{{.*}}, i64 8
; CHECK: store i64 7, ptr addrspace(11)
; CHECK: icmp eq ptr addrspace(10) %m, null
; CHECK-LABEL: define void @lifetime(
; CHECK: %slot = alloca ptr addrspace(10), align 8
; CHECK: call void @llvm.lifetime.start.p0(ptr %slot)
; CHECK: call void @llvm.lifetime.end.p0(ptr %slot)

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()
declare void @use(ptr addrspace(10))
declare void @llvm.lifetime.start.p0(ptr captures(none))
declare void @llvm.lifetime.end.p0(ptr captures(none))

define i1 @flags(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 16)
  store ptr addrspace(10) %x, ptr %m, align 8
  %d = getelementptr inbounds nuw i8, ptr %m, i64 8
  store i64 7, ptr %d, align 8
  call void @safepoint()
  %c = icmp samesign eq ptr %m, null
  ret i1 %c
}

define void @lifetime(ptr addrspace(10) %x) {
  %slot = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(ptr %slot)
  %m = call ptr @malloc(i64 8)
  store ptr %m, ptr %slot, align 8
  call void @safepoint()
  %t = load ptr, ptr %slot, align 8
  store ptr addrspace(10) %x, ptr %t, align 8
  call void @llvm.lifetime.end.p0(ptr %slot)
  ret void
}
