; One pointer may point to the stack or to the heap: both become objects, for it has one address space.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK-NOT: alloca
; CHECK: call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 8,
; CHECK: call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 8,
; CHECK: ret void

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()
declare void @use(ptr addrspace(10))

define void @f(ptr addrspace(10) %x, i1 %b) {
  %s = alloca ptr addrspace(10), align 8
  %m = call ptr @malloc(i64 8)
  %p = select i1 %b, ptr %s, ptr %m
  store ptr addrspace(10) %x, ptr %p, align 8
  call void @safepoint()
  %y = load ptr addrspace(10), ptr %p, align 8
  call void @use(ptr addrspace(10) %y)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()
declare void @use({} addrspace(10)*)

define void @f({} addrspace(10)* %x, i1 %b) {
  %s = alloca {} addrspace(10)*, align 8
  %u = bitcast {} addrspace(10)** %s to i8*
  %m = call i8* @malloc(i64 8)
  %p = select i1 %b, i8* %u, i8* %m
  %a = bitcast i8* %p to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  call void @safepoint()
  %y = load {} addrspace(10)*, {} addrspace(10)** %a, align 8
  call void @use({} addrspace(10)* %y)
  ret void
}
