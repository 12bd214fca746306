; One slot of pointers of which some are lowered and some stay: its type becomes a struct that says which.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %slot = alloca { {{ptr|i8\*}}, [[T]] }, align 8
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj(
; CHECK: %d = call {{.*}} @malloc(i64 8)
; CHECK: %r = load [[T]]
; CHECK: call void @free({{.*}} %u)
; CHECK-NOT: @free

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()
declare void @use(ptr addrspace(10))

define void @f(ptr addrspace(10) %x) {
  %slot = alloca [2 x ptr], align 8
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  %d = call ptr @malloc(i64 8)
  store double 1.0, ptr %d, align 8
  %c0 = getelementptr inbounds [2 x ptr], ptr %slot, i64 0, i64 0
  store ptr %d, ptr %c0, align 8
  %c1 = getelementptr inbounds [2 x ptr], ptr %slot, i64 0, i64 1
  store ptr %m, ptr %c1, align 8
  call void @safepoint()
  %r = load ptr, ptr %c1, align 8
  %y = load ptr addrspace(10), ptr %r, align 8
  call void @use(ptr addrspace(10) %y)
  %u = load ptr, ptr %c0, align 8
  call void @free(ptr %u)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)
declare void @safepoint()
declare void @use({} addrspace(10)*)

define void @f({} addrspace(10)* %x) {
  %slot = alloca [2 x i8*], align 8
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %d = call i8* @malloc(i64 8)
  %e = bitcast i8* %d to double*
  store double 1.0, double* %e, align 8
  %c0 = getelementptr inbounds [2 x i8*], [2 x i8*]* %slot, i64 0, i64 0
  store i8* %d, i8** %c0, align 8
  %c1 = getelementptr inbounds [2 x i8*], [2 x i8*]* %slot, i64 0, i64 1
  store i8* %m, i8** %c1, align 8
  call void @safepoint()
  %r = load i8*, i8** %c1, align 8
  %b = bitcast i8* %r to {} addrspace(10)**
  %y = load {} addrspace(10)*, {} addrspace(10)** %b, align 8
  call void @use({} addrspace(10)* %y)
  %u = load i8*, i8** %c0, align 8
  call void @free(i8* %u)
  ret void
}
