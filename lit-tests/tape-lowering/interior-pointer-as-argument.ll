; A pointer into a tape is passed to an internal function as what it is made of: only the object keeps it alive, and only the
; object may be the parent of a barrier.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %m = call [[T]] @ijl_alloc_svec(
; CHECK: [[OFFSET:%.*]] = mul i64 %i, 8
; CHECK: call void @fill([[T]] %m, [[T]] %x, i64 [[OFFSET]])
; CHECK-LABEL: define internal void @fill(
; CHECK-SAME: [[T]] [[OBJECT:%.*]], [[T]] %x, i64 [[AT:%.*]])
; CHECK: store atomic [[T]] %x, {{.*}} release, align 8
; CHECK: call void {{.*}}@julia.write_barrier([[T]] [[OBJECT]],

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define internal void @fill(ptr %p, ptr addrspace(10) %x) noinline {
  call void @safepoint()
  store ptr addrspace(10) %x, ptr %p, align 8
  ret void
}
define void @f(ptr addrspace(10) %x, i64 %n, i64 %i) {
  %s = mul i64 %n, 8
  %m = call ptr @malloc(i64 %s)
  %c = getelementptr inbounds ptr addrspace(10), ptr %m, i64 %i
  call void @fill(ptr %c, ptr addrspace(10) %x)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define internal void @fill({} addrspace(10)** %p, {} addrspace(10)* %x) noinline {
  call void @safepoint()
  store {} addrspace(10)* %x, {} addrspace(10)** %p, align 8
  ret void
}
define void @f({} addrspace(10)* %x, i64 %n, i64 %i) {
  %s = mul i64 %n, 8
  %m = call i8* @malloc(i64 %s)
  %a = bitcast i8* %m to {} addrspace(10)**
  %c = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %a, i64 %i
  call void @fill({} addrspace(10)** %c, {} addrspace(10)* %x)
  ret void
}
