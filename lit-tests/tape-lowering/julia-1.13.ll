; Julia 1.13: the allocator takes the task, 152 bytes before the GC stack.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %opt -passes="tape-lowering<julia=1.13>,verify" -S %t/opaque.ll | FileCheck %s --check-prefixes=CHECK,OPAQUE -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable "tape-lowering<julia=1.13>" %t/opaque.ll %}
; RUN: %if typed-pointers %{ %opt %typed -passes="tape-lowering<julia=1.13>,verify" -S %t/typed.ll | FileCheck %s --check-prefixes=CHECK,TYPED -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable "tape-lowering<julia=1.13>" %typed %t/typed.ll %}

; CHECK-LABEL: define void @object(
; OPAQUE: %[[S:.*]] = call ptr @julia.get_pgcstack()
; OPAQUE: %[[K:.*]] = getelementptr inbounds i8, ptr %[[S]], i64 -152
; OPAQUE: %m = call {{.*}} @julia.gc_alloc_obj(ptr %[[K]], i64 8,
; TYPED: %[[S:.*]] = call {}*** @julia.get_pgcstack()
; TYPED: %[[B:.*]] = bitcast {}*** %[[S]] to i8*
; TYPED: %[[K:.*]] = getelementptr inbounds i8, i8* %[[B]], i64 -152
; TYPED: %[[Q:.*]] = bitcast i8* %[[K]] to {}*
; TYPED: %m = call {{.*}} @julia.gc_alloc_obj({}* %[[Q]], i64 8,
; CHECK-LABEL: define void @vector(
; CHECK: %m = call [[T]] @ijl_alloc_svec(i64
; CHECK-LABEL: define double @array(
; CHECK: %m = call [[T]] @jl_alloc_genericmemory([[T]] addrspacecast ({{.*}}@jl_tape_type.memory.16.p0{{.*}}), i64
; CHECK: call {{.*}} @julia.gc_loaded([[T]] %m,

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define void @object(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}
define void @vector(ptr addrspace(10) %x, i64 %n) {
  %s = mul i64 %n, 8
  %m = call ptr @malloc(i64 %s)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}
define double @array(ptr addrspace(10) %x, i64 %n, i64 %i) {
  %s = mul i64 %n, 16
  %m = call ptr @malloc(i64 %s)
  %a = getelementptr inbounds { ptr addrspace(10), double }, ptr %m, i64 %i, i32 0
  store ptr addrspace(10) %x, ptr %a, align 8
  %d = getelementptr inbounds { ptr addrspace(10), double }, ptr %m, i64 %i, i32 1
  %v = load double, ptr %d, align 8
  ret double %v
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

define void @object({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
define void @vector({} addrspace(10)* %x, i64 %n) {
  %s = mul i64 %n, 8
  %m = call i8* @malloc(i64 %s)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
define double @array({} addrspace(10)* %x, i64 %n, i64 %i) {
  %s = mul i64 %n, 16
  %m = call i8* @malloc(i64 %s)
  %t = bitcast i8* %m to { {} addrspace(10)*, double }*
  %a = getelementptr inbounds { {} addrspace(10)*, double }, { {} addrspace(10)*, double }* %t, i64 %i, i32 0
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %d = getelementptr inbounds { {} addrspace(10)*, double }, { {} addrspace(10)*, double }* %t, i64 %i, i32 1
  %v = load double, double* %d, align 8
  ret double %v
}
