; A cache that has not grown yet is null, and copying 0 bytes from it is nothing. Finding an array's data means a load from
; the object, so it is the helper that does it, and only if there is anything to copy.

; REQUIRES: opaque-pointers
; RUN: %tape %s | FileCheck %s
; RUN: %check-stable tape-lowering %s

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK-LABEL: define double @f(
; CHECK:         %old = phi ptr addrspace(10)
; CHECK:         call void @julia.tape.array_set(ptr addrspace(10) %old, i64 0, i8 0, i64 %size)
; CHECK:         call void @julia.tape.copy.array.16.p0.0(ptr addrspace(10) %new, i64 0, ptr addrspace(10) %old, i64 0, i64 %size)
define double @f(i1 %c, i64 %n, i64 %i, ptr addrspace(10) %x) {
entry:
  %size = mul i64 %n, 16
  br i1 %c, label %some, label %none
some:
  %first = call ptr @malloc(i64 %size)
  br label %none
none:
  %old = phi ptr [ %first, %some ], [ null, %entry ]
  call void @llvm.memset.p0.i64(ptr %old, i8 0, i64 %size, i1 false)
  %new = call ptr @malloc(i64 %size)
  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %old, i64 %size, i1 false)
  %g = getelementptr inbounds { ptr addrspace(10), double }, ptr %new, i64 %i, i32 0
  store ptr addrspace(10) %x, ptr %g, align 8
  %h = getelementptr inbounds { ptr addrspace(10), double }, ptr %new, i64 %i, i32 1
  %v = load double, ptr %h, align 8
  call void @free(ptr %old)
  call void @free(ptr %new)
  ret double %v
}

; CHECK-LABEL: define internal void @julia.tape.array_set(
; CHECK:         [[NOTHING:%.*]] = icmp eq i64 %bytes, 0
; CHECK-NEXT:    br i1 [[NOTHING]], label %done, label %set

; CHECK-LABEL: define internal void @julia.tape.copy.array.16.p0.0(
; CHECK:         [[NOTHING:%.*]] = icmp eq i64 %bytes, 0
; CHECK-NEXT:    br i1 [[NOTHING]], label %done, label %check
; CHECK:       backward:
; CHECK:         call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %to,
