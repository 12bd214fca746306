; A tape of plain data is cheaper where it is, and the collector has nothing to look for in it.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define double @f(
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj(
; CHECK: %d = call {{.*}} @malloc(i64 %s)
; CHECK: store double 1.0
; CHECK: call void @free({{.*}} %d)
; CHECK-NOT: @free
; CHECK: ret double

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)

define double @f(ptr addrspace(10) %x, i64 %n) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  %s = mul i64 %n, 8
  %d = call ptr @malloc(i64 %s)
  %c = getelementptr inbounds double, ptr %d, i64 %n
  store double 1.0, ptr %c, align 8
  %v = load double, ptr %c, align 8
  call void @free(ptr %d)
  call void @free(ptr %m)
  ret double %v
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)

define double @f({} addrspace(10)* %x, i64 %n) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %s = mul i64 %n, 8
  %d = call i8* @malloc(i64 %s)
  %e = bitcast i8* %d to double*
  %c = getelementptr inbounds double, double* %e, i64 %n
  store double 1.0, double* %c, align 8
  %v = load double, double* %c, align 8
  call void @free(i8* %d)
  call void @free(i8* %m)
  ret double %v
}
