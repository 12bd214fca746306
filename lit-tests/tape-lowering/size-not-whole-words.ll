; No Julia type with a pointer in it has 12 bytes: a type's size is a multiple of its alignment, and so is the object's.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK: @jl_tape_type.object.16.p0 =
; CHECK-LABEL: define void @f(
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 16, {{.*}}@jl_tape_type.object.16.p0

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i32 %k) {
  %m = call ptr @malloc(i64 12)
  store ptr addrspace(10) %x, ptr %m, align 8
  %b = getelementptr inbounds i8, ptr %m, i64 8
  store i32 %k, ptr %b, align 4
  call void @safepoint()
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define void @f({} addrspace(10)* %x, i32 %k) {
  %m = call i8* @malloc(i64 12)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %b = getelementptr inbounds i8, i8* %m, i64 8
  %i = bitcast i8* %b to i32*
  store i32 %k, i32* %i, align 4
  call void @safepoint()
  ret void
}
