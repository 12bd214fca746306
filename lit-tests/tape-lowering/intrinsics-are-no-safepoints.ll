; A real intrinsic, or a barrier, cannot collect: the object is as fresh behind it as before.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define double @f(
; CHECK-NOT: memset
; CHECK: store atomic [[T]] %x
; CHECK-NOT: write_barrier
; CHECK: ret double

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

declare double @llvm.sqrt.f64(double)
define double @f(ptr addrspace(10) %x, double %d) {
  %m = call ptr @malloc(i64 8)
  %r = call double @llvm.sqrt.f64(double %d)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret double %r
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

declare double @llvm.sqrt.f64(double)
define double @f({} addrspace(10)* %x, double %d) {
  %m = call i8* @malloc(i64 8)
  %r = call double @llvm.sqrt.f64(double %d)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret double %r
}
