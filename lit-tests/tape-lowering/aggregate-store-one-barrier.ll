; One store, one barrier, in the same stretch without a safepoint, with every tracked pointer of the stored value and no more.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 32, {{.*}}@jl_tape_type.object.32.p0_2_3
; CHECK: store { [[T]], double, [2 x [[T]]] } %v
; CHECK-DAG: [[A:%.*]] = extractvalue { [[T]], double, [2 x [[T]]] } %v, 0
; CHECK-DAG: [[B:%.*]] = extractvalue { [[T]], double, [2 x [[T]]] } %v, 2
; CHECK-DAG: [[B0:%.*]] = extractvalue [2 x [[T]]] [[B]], 0
; CHECK-DAG: [[B1:%.*]] = extractvalue [2 x [[T]]] [[B]], 1
; CHECK-DAG: [[CA:%.*]] = select i1 %{{.*}}, [[T]] addrspacecast ({{.*}}), [[T]] [[A]]
; CHECK-DAG: [[CB0:%.*]] = select i1 %{{.*}}, [[T]] addrspacecast ({{.*}}), [[T]] [[B0]]
; CHECK-DAG: [[CB1:%.*]] = select i1 %{{.*}}, [[T]] addrspacecast ({{.*}}), [[T]] [[B1]]
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %m, [[T]] [[CA]], [[T]] [[CB0]], [[T]] [[CB1]])
; CHECK-NEXT: call void @safepoint()

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define void @f({ ptr addrspace(10), double, [2 x ptr addrspace(10)] } %v) {
  %m = call ptr @malloc(i64 32)
  call void @safepoint()
  store { ptr addrspace(10), double, [2 x ptr addrspace(10)] } %v, ptr %m, align 8
  call void @safepoint()
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define void @f({ {} addrspace(10)*, double, [2 x {} addrspace(10)*] } %v) {
  %m = call i8* @malloc(i64 32)
  call void @safepoint()
  %a = bitcast i8* %m to { {} addrspace(10)*, double, [2 x {} addrspace(10)*] }*
  store { {} addrspace(10)*, double, [2 x {} addrspace(10)*] } %v, { {} addrspace(10)*, double, [2 x {} addrspace(10)*] }* %a, align 8
  call void @safepoint()
  ret void
}
