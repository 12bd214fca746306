; What InstCombine makes of the sums of three parts, and of one whose rounding it sees through: the start of the third part is
; computed from an inner step of the second's, and sizes are distances where no summand is left.

; REQUIRES: opaque-pointers
; RUN: %tape %s | FileCheck %s
; RUN: %check-stable tape-lowering %s

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()

; CHECK-LABEL: define void @three(
; CHECK: [[FIRST:%.*]] = lshr i64 %bytes, 3
; CHECK: %m = call {{.*}}alloc_svec(i64 [[FIRST]])
; The third part, from %o2 to the end, has exactly its summand.
; CHECK: [[THIRD:%.*]] = lshr i64 %bytes, 3
; CHECK: %p2 = call {{.*}}alloc_svec(i64 [[THIRD]])
define void @three(i64 %n, i64 %i, ptr addrspace(10) %x) {
  %bytes = shl nuw nsw i64 %n, 3
  %r1 = add i64 %bytes, -1
  %rr1 = or i64 %r1, 15
  %o1 = add i64 %rr1, 1
  %r2 = add i64 %rr1, %bytes
  %rr2 = or i64 %r2, 15
  %o2 = add i64 %rr2, 1
  %all = add i64 %o2, %bytes
  %m = call ptr @malloc(i64 %all)
  %p1 = getelementptr inbounds i8, ptr %m, i64 %o1
  %p2 = getelementptr inbounds i8, ptr %m, i64 %o2
  call void @safepoint()
  %a = getelementptr inbounds ptr addrspace(10), ptr %m, i64 %i
  store ptr addrspace(10) %x, ptr %a, align 8
  %b = getelementptr inbounds double, ptr %p1, i64 %i
  store double 1.0, ptr %b, align 8
  %c = getelementptr inbounds ptr addrspace(10), ptr %p2, i64 %i
  store ptr addrspace(10) %x, ptr %c, align 8
  call void @free(ptr %m)
  ret void
}

; Elements of 16 bytes need no rounding, so only the mark tells of two parts.
; CHECK-LABEL: define void @multiples(
; CHECK: %m = call ptr addrspace(10) @{{jl_alloc_genericmemory|ijl_alloc_array_1d}}({{.*}}.16.p1
; CHECK: [[DISTANCE:%.*]] = sub i64 %all, %o1
; CHECK: [[COUNT:%.*]] = lshr i64 [[DISTANCE]], 3
; CHECK: %p1 = call {{.*}}alloc_svec(i64 [[COUNT]])
define void @multiples(i64 %n, i64 %i, ptr addrspace(10) %x) {
  %o1 = shl nuw nsw i64 %n, 4
  %all = mul nuw nsw i64 %n, 24
  %m = call ptr @malloc(i64 %all), !enzyme_cache_alloc !0
  %p1 = getelementptr inbounds i8, ptr %m, i64 %o1
  call void @safepoint()
  %a = getelementptr inbounds { double, ptr addrspace(10) }, ptr %m, i64 %i, i32 1
  store ptr addrspace(10) %x, ptr %a, align 8
  %b = getelementptr inbounds { double, ptr addrspace(10) }, ptr %m, i64 %i
  store double 1.0, ptr %b, align 8
  %c = getelementptr inbounds ptr addrspace(10), ptr %p1, i64 %i
  store ptr addrspace(10) %x, ptr %c, align 8
  call void @free(ptr %m)
  ret void
}

; A part's pointer that is computed in a loop, and twice, is one object all the same.
; CHECK-LABEL: define void @in_a_loop(
; CHECK: entry:
; CHECK: call {{.*}}@julia.gc_alloc_obj({{.*}} i64 32, {{.*}}@jl_tape_type.object.32.p0-3
; CHECK: loop:
; CHECK-NOT: gc_alloc_obj
; CHECK: ret void
define void @in_a_loop(i64 %n, i64 %i, ptr addrspace(10) %x) {
entry:
  %m = call ptr @malloc(i64 64), !enzyme_cache_alloc !0
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr inbounds double, ptr %m, i64 %k
  store double 1.0, ptr %a, align 8
  %g = getelementptr inbounds i8, ptr %m, i64 32
  %b = getelementptr inbounds ptr addrspace(10), ptr %g, i64 %k
  store ptr addrspace(10) %x, ptr %b, align 8
  call void @safepoint()
  %h = getelementptr inbounds i8, ptr %m, i64 32
  %c = getelementptr inbounds ptr addrspace(10), ptr %h, i64 %k
  store ptr addrspace(10) %x, ptr %c, align 8
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %loop, label %done
done:
  call void @free(ptr %m)
  ret void
}

!0 = !{}
