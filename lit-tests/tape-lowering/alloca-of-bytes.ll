; An alloca of bytes shows Julia's root placement no pointer in it: what is stored there would be lost.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK-NOT: alloca
; CHECK: %s = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 32,

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare void @safepoint()
declare void @use(ptr addrspace(10))

define void @f(ptr addrspace(10) %x) {
  %s = alloca i8, i64 32, align 8
  store ptr addrspace(10) %x, ptr %s, align 8
  call void @safepoint()
  %y = load ptr addrspace(10), ptr %s, align 8
  call void @use(ptr addrspace(10) %y)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare void @safepoint()
declare void @use({} addrspace(10)*)

define void @f({} addrspace(10)* %x) {
  %s = alloca i8, i64 32, align 8
  %a = bitcast i8* %s to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  call void @safepoint()
  %y = load {} addrspace(10)*, {} addrspace(10)** %a, align 8
  call void @use({} addrspace(10)* %y)
  ret void
}
