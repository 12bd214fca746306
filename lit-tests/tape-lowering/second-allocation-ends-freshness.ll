; An allocation is a safepoint: the first object may be old when the second one is made.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj(
; CHECK: call void @llvm.memset{{.*}} i1 true)
; CHECK: %n = call {{.*}} @julia.gc_alloc_obj(
; CHECK-NOT: write_barrier([[T]] %n
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %m,

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  %n = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %n, align 8
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %n = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  %b = bitcast i8* %n to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %b, align 8
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
