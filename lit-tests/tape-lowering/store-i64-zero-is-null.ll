; LLVM turns a memset of one word into an integer store; over a pointer word zero is the null pointer, not data.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define {{.*}} @f(
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj({{.*}}@jl_tape_type.object.8.p0
; CHECK-NOT: memset
; CHECK: store atomic [[T]] null, {{.*}} release, align 8
; CHECK-NEXT: call void @safepoint()

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define ptr addrspace(10) @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store i64 0, ptr %m, align 8
  call void @safepoint()
  store ptr addrspace(10) %x, ptr %m, align 8
  %y = load ptr addrspace(10), ptr %m, align 8
  ret ptr addrspace(10) %y
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define {} addrspace(10)* @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %i = bitcast i8* %m to i64*
  store i64 0, i64* %i, align 8
  call void @safepoint()
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %y = load {} addrspace(10)*, {} addrspace(10)** %a, align 8
  ret {} addrspace(10)* %y
}
