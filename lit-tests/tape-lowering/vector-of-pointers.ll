; A vectorised loop stores two objects at once: both are children of the barrier.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %m = call [[T]] @ijl_alloc_svec(
; CHECK: store <2 x [[T]]> %v
; CHECK-DAG: [[A:%.*]] = extractelement <2 x [[T]]> %v, i32 0
; CHECK-DAG: [[B:%.*]] = extractelement <2 x [[T]]> %v, i32 1
; CHECK-DAG: [[CA:%.*]] = select i1 %{{.*}}, [[T]] %m, [[T]] [[A]]
; CHECK-DAG: [[CB:%.*]] = select i1 %{{.*}}, [[T]] %m, [[T]] [[B]]
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %m, [[T]] [[CA]], [[T]] [[CB]])

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()
declare void @use(ptr addrspace(10))

define void @f(<2 x ptr addrspace(10)> %v, i64 %n, i64 %i) {
  %s = mul i64 %n, 8
  %m = call ptr @malloc(i64 %s)
  call void @safepoint()
  %c = getelementptr inbounds ptr addrspace(10), ptr %m, i64 %i
  store <2 x ptr addrspace(10)> %v, ptr %c, align 8
  %w = load <2 x ptr addrspace(10)>, ptr %c, align 8
  %y = extractelement <2 x ptr addrspace(10)> %w, i32 1
  call void @use(ptr addrspace(10) %y)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()
declare void @use({} addrspace(10)*)

define void @f(<2 x {} addrspace(10)*> %v, i64 %n, i64 %i) {
  %s = mul i64 %n, 8
  %m = call i8* @malloc(i64 %s)
  call void @safepoint()
  %a = bitcast i8* %m to {} addrspace(10)**
  %c = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %a, i64 %i
  %d = bitcast {} addrspace(10)** %c to <2 x {} addrspace(10)*>*
  store <2 x {} addrspace(10)*> %v, <2 x {} addrspace(10)*>* %d, align 8
  %w = load <2 x {} addrspace(10)*>, <2 x {} addrspace(10)*>* %d, align 8
  %y = extractelement <2 x {} addrspace(10)*> %w, i32 1
  call void @use({} addrspace(10)* %y)
  ret void
}
