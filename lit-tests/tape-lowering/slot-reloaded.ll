; The shape of a loop cache: the tape lies in a slot and is reloaded for every use and for its free. The slot becomes one
; of a tracked pointer, which Julia roots; the pointer that was loaded is the parent.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %cache = alloca [[T]], align 8
; CHECK: %m = call [[T]] @ijl_alloc_svec(
; CHECK-NOT: enzyme_cache
; CHECK: store [[T]] %m, {{.*}} %cache, align 8
; CHECK: %r = load [[T]], {{.*}} %cache
; CHECK-NOT: dereferenceable
; CHECK: store atomic [[T]] %x
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %r,
; CHECK-NOT: @free
; CHECK: ret void

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i64 %n) {
entry:
  %cache = alloca ptr, align 8
  %s = mul nuw nsw i64 %n, 8
  %m = call noalias nonnull ptr @malloc(i64 %s), !enzyme_cache_alloc !0
  store ptr %m, ptr %cache, align 8, !invariant.group !1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %r = load ptr, ptr %cache, align 8, !dereferenceable !2, !invariant.group !1
  %c = getelementptr inbounds ptr addrspace(10), ptr %r, i64 %i
  store ptr addrspace(10) %x, ptr %c, align 8
  call void @safepoint()
  %next = add i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop
done:
  %forfree = load ptr, ptr %cache, align 8, !invariant.group !1
  tail call void @free(ptr nonnull %forfree), !enzyme_cache_free !0
  ret void
}
!0 = distinct !{}
!1 = distinct !{}
!2 = !{i64 8}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)
declare void @safepoint()

define void @f({} addrspace(10)* %x, i64 %n) {
entry:
  %cache = alloca {} addrspace(10)**, align 8
  %s = mul nuw nsw i64 %n, 8
  %m = call noalias nonnull i8* @malloc(i64 %s), !enzyme_cache_alloc !0
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)** %a, {} addrspace(10)*** %cache, align 8, !invariant.group !1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %r = load {} addrspace(10)**, {} addrspace(10)*** %cache, align 8, !dereferenceable !2, !invariant.group !1
  %c = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %r, i64 %i
  store {} addrspace(10)* %x, {} addrspace(10)** %c, align 8
  call void @safepoint()
  %next = add i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop
done:
  %forfree = load {} addrspace(10)**, {} addrspace(10)*** %cache, align 8, !invariant.group !1
  %u = bitcast {} addrspace(10)** %forfree to i8*
  tail call void @free(i8* nonnull %u), !enzyme_cache_free !0
  ret void
}
!0 = distinct !{}
!1 = distinct !{}
!2 = !{i64 8}
