; The size of a part is a parameter of a function that gets another type: it is the new function's parameter that counts.

; REQUIRES: opaque-pointers
; RUN: %tape %s | FileCheck %s
; RUN: %check-stable tape-lowering %s

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

; CHECK-LABEL: define void @caller(
; CHECK:         call ptr addrspace(10) @aug(i64 %n,

; CHECK-LABEL: define internal ptr addrspace(10) @aug(i64 %n,
; CHECK:         %m = call ptr addrspace(10) @ijl_alloc_svec(
; CHECK:         [[ROUNDED:%.*]] = add i64 %n, 7
; CHECK-NEXT:    [[WORDS:%.*]] = lshr i64 [[ROUNDED]], 3
; CHECK-NEXT:    %g = call ptr addrspace(10) {{.*}}, i64 [[WORDS]])
define void @caller(i64 %n, i64 %i, ptr addrspace(10) %x) {
  %t = call ptr @aug(i64 %n, i64 %i, ptr addrspace(10) %x)
  ret void
}

define internal ptr @aug(i64 %n, i64 %i, ptr addrspace(10) %x) {
  %objects = mul nuw nsw i64 %n, 8
  %less = sub i64 %objects, 1
  %or = or i64 %less, 15
  %rounded = add i64 %or, 1
  %all = add i64 %rounded, %n
  %m = call ptr @malloc(i64 %all)
  %g = getelementptr inbounds i8, ptr %m, i64 %rounded
  call void @safepoint()
  %c = getelementptr inbounds ptr addrspace(10), ptr %m, i64 %i
  store ptr addrspace(10) %x, ptr %c, align 8
  %d = getelementptr inbounds i8, ptr %g, i64 %i
  store i8 1, ptr %d, align 1
  ret ptr %m
}
