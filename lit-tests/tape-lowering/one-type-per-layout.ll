; Tapes of the same layout share their symbol, and each symbol has one row; other layouts have others.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-DAG: @jl_tape_type.object.16.p0 = external global i8, align 16
; CHECK-DAG: @jl_tape_type.object.24.p2 = external global i8, align 16
; CHECK-NOT: external global
; CHECK-LABEL: define void @f(
; CHECK: !julia.tape.types = !{[[A:![0-9]+]], [[B:![0-9]+]]}
; CHECK: [[A]] = !{!"jl_tape_type.object.16.p0", !"object", i64 16, i64 8, i64 1, i64 16, i64 0}
; CHECK: [[B]] = !{!"jl_tape_type.object.24.p2", !"object", i64 24, i64 8, i64 1, i64 24, i64 16}

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i64 %d) {
  %m = call ptr @malloc(i64 16)
  store ptr addrspace(10) %x, ptr %m, align 8
  %n = call ptr @malloc(i64 16)
  store ptr addrspace(10) %x, ptr %n, align 8
  %o = call ptr @malloc(i64 24)
  %p = getelementptr inbounds i8, ptr %o, i64 16
  store ptr addrspace(10) %x, ptr %p, align 8
  call void @safepoint()
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define void @f({} addrspace(10)* %x, i64 %d) {
  %m = call i8* @malloc(i64 16)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %n = call i8* @malloc(i64 16)
  %b = bitcast i8* %n to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %b, align 8
  %o = call i8* @malloc(i64 24)
  %p = getelementptr inbounds i8, i8* %o, i64 16
  %c = bitcast i8* %p to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %c, align 8
  call void @safepoint()
  ret void
}
