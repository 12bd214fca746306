; A tape caches a pointer to plain memory, as for a user's malloc: that word is data to the collector, and the memory stays.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define double @f(
; CHECK: %u = call {{.*}} @malloc(i64 8)
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 16, {{.*}}@jl_tape_type.object.16.p0{{[^_]}}
; CHECK-NOT: store atomic {{.*}} %u
; CHECK: store {{.*}} %u, {{.*}}addrspace(11)
; CHECK: call void @free({{.*}} %r)
; CHECK-NOT: @free
; CHECK: ret double

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()

define double @f(ptr addrspace(10) %x) {
  %u = call ptr @malloc(i64 8)
  store double 1.0, ptr %u, align 8
  %m = call ptr @malloc(i64 16)
  store ptr addrspace(10) %x, ptr %m, align 8
  %c = getelementptr inbounds ptr, ptr %m, i64 1
  store ptr %u, ptr %c, align 8
  call void @safepoint()
  %r = load ptr, ptr %c, align 8
  %v = load double, ptr %r, align 8
  call void @free(ptr %r)
  call void @free(ptr %m)
  ret double %v
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)
declare void @safepoint()

define double @f({} addrspace(10)* %x) {
  %u = call i8* @malloc(i64 8)
  %d = bitcast i8* %u to double*
  store double 1.0, double* %d, align 8
  %m = call i8* @malloc(i64 16)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %b = bitcast i8* %m to i8**
  %c = getelementptr inbounds i8*, i8** %b, i64 1
  store i8* %u, i8** %c, align 8
  call void @safepoint()
  %r = load i8*, i8** %c, align 8
  %e = bitcast i8* %r to double*
  %v = load double, double* %e, align 8
  call void @free(i8* %r)
  call void @free(i8* %m)
  ret double %v
}
