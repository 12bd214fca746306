; Enzyme's -enzyme-coalese: one allocation for two tapes, one of objects and one of data. Each becomes what it was before, an
; object of its own, since no layout describes both: the sizes are the summands of what malloc is given.

; REQUIRES: opaque-pointers
; RUN: %tape %s | FileCheck %s
; RUN: %check-stable tape-lowering %s

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()

; CHECK-LABEL: define void @run_time_lengths(
; CHECK:         %objects = mul nuw nsw i64 %n, 8
; CHECK-NOT:     call {{.*}}@malloc
; CHECK:         [[WORDS:%.*]] = lshr i64 %objects, 3
; CHECK-NEXT:    %m = call ptr addrspace(10) @ijl_alloc_svec(i64 [[WORDS]])
; CHECK:         [[DATA:%.*]] = lshr i64 %numbers, 3
; CHECK-NEXT:    %g = call ptr addrspace(10) {{.*}}(ptr addrspace(10) addrspacecast (ptr @jl_tape_type.{{memory|vector}}.8.p to ptr addrspace(10)), i64 [[DATA]])
; CHECK-NOT:     call {{.*}}@free
define void @run_time_lengths(i64 %n, i64 %i, ptr addrspace(10) %x) {
  %objects = mul nuw nsw i64 %n, 8
  %less = sub i64 %objects, 1
  %or = or i64 %less, 15
  %rounded = add i64 %or, 1
  %numbers = mul nuw nsw i64 %n, 8
  %all = add i64 %rounded, %numbers
  %m = call ptr @malloc(i64 %all)
  %g = getelementptr inbounds i8, ptr %m, i64 %rounded
  call void @safepoint()
  %c = getelementptr inbounds ptr addrspace(10), ptr %m, i64 %i
  store ptr addrspace(10) %x, ptr %c, align 8
  %d = getelementptr inbounds double, ptr %g, i64 %i
  store double 1.0, ptr %d, align 8
  call void @free(ptr nonnull %m)
  ret void
}

; The data comes first and stays in malloc memory; the objects behind it do not. Numbers show no sum: that the allocation is
; Enzyme's says its mark.
; CHECK-LABEL: define void @constant_lengths(
; CHECK:         %m = call ptr @malloc(i64 112)
; CHECK:         %g = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 48, {{.*}}@jl_tape_type.object.48.p0-5
; CHECK:         call void @free(ptr nonnull %m)
define void @constant_lengths(i64 %i, ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 112), !enzyme_cache_alloc !0
  %g = getelementptr inbounds i8, ptr %m, i64 64
  call void @safepoint()
  %c = getelementptr inbounds double, ptr %m, i64 %i
  store double 1.0, ptr %c, align 8
  %d = getelementptr inbounds ptr addrspace(10), ptr %g, i64 %i
  store ptr addrspace(10) %x, ptr %d, align 8
  call void @free(ptr nonnull %m)
  ret void
}

!0 = !{}
