; Elements of pointers and data, their number known at run time only, become a Vector up to Julia 1.10: its data pointer is
; loaded into address space 13; julia.gc_loaded aborts there.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %opt -passes="tape-lowering<julia=1.10>,verify" -S %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable "tape-lowering<julia=1.10>" %t/opaque.ll %}
; RUN: %if typed-pointers %{ %opt -passes="tape-lowering<julia=1.10>,verify" -S %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable "tape-lowering<julia=1.10>" %typed %t/typed.ll %}

; CHECK: @jl_tape_type.vector.16.p0 = external global i8, align 16
; CHECK-LABEL: define double @f(
; CHECK-NOT: gc_loaded
; CHECK-NOT: memset
; CHECK: [[N:%.*]] = lshr i64 %s, 4
; CHECK: %m = call [[T]] @ijl_alloc_array_1d([[T]] addrspacecast ({{.*}}@jl_tape_type.vector.16.p0{{.*}}), i64 [[N]])
; CHECK: load {{.*}}addrspace(13){{.*}}addrspace(11){{.*}} align 8
; CHECK: store atomic [[T]] %x, {{.*}}addrspace(13){{.*}} release, align 8
; CHECK-NOT: @free
; CHECK: !{!"jl_tape_type.vector.16.p0", !"vector", i64 0, i64 8, i64 0, i64 16, i64 0}

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr addrspace(10))

define double @f(ptr addrspace(10) %x, i64 %n, i64 %i) {
  %s = mul i64 %n, 16
  %m = call ptr @malloc(i64 %s)
  %a = getelementptr inbounds { ptr addrspace(10), double }, ptr %m, i64 %i, i32 0
  store ptr addrspace(10) %x, ptr %a, align 8
  %d = getelementptr inbounds { ptr addrspace(10), double }, ptr %m, i64 %i, i32 1
  %v = load double, ptr %d, align 8
  call void @use(ptr addrspace(10) %x)
  call void @free(ptr %m)
  ret double %v
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)
declare void @use({} addrspace(10)*)

define double @f({} addrspace(10)* %x, i64 %n, i64 %i) {
  %s = mul i64 %n, 16
  %m = call i8* @malloc(i64 %s)
  %t = bitcast i8* %m to { {} addrspace(10)*, double }*
  %a = getelementptr inbounds { {} addrspace(10)*, double }, { {} addrspace(10)*, double }* %t, i64 %i, i32 0
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %d = getelementptr inbounds { {} addrspace(10)*, double }, { {} addrspace(10)*, double }* %t, i64 %i, i32 1
  %v = load double, double* %d, align 8
  call void @use({} addrspace(10)* %x)
  call void @free(i8* %m)
  ret double %v
}
