; The barrier reads the tag of its child, and null has none. A SimpleVector has no tag symbol: its parent stands in.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %m = call [[T]] @ijl_alloc_svec(
; CHECK: [[CHILD:%.*]] = select i1 %{{.*}}, [[T]] %m, [[T]] %x
; CHECK-NEXT: call void {{.*}}@julia.write_barrier([[T]] %m, [[T]] [[CHILD]])

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i64 %n) {
  %s = mul i64 %n, 8
  %m = call ptr @malloc(i64 %s)
  call void @safepoint()
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define void @f({} addrspace(10)* %x, i64 %n) {
  %s = mul i64 %n, 8
  %m = call i8* @malloc(i64 %s)
  call void @safepoint()
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
