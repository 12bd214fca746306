; Packed, nested and named structs, and an opaque one behind a pointer: offsets are those of the data layout.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK: @jl_tape_type.object.64.p2_7 = external global i8, align 16
; CHECK-LABEL: define void @f(
; CHECK: store {{.*}} %o, {{.*}}addrspace(11)

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

%opaque = type opaque
%inner = type { i8, ptr addrspace(10) }
%tape = type <{ i32, i32, %inner, ptr, [2 x %inner] }>
define void @f(ptr addrspace(10) %x, ptr %o) {
  %m = call ptr @malloc(i64 64)
  %a = getelementptr inbounds %tape, ptr %m, i64 0, i32 2, i32 1
  store ptr addrspace(10) %x, ptr %a, align 8
  %b = getelementptr inbounds %tape, ptr %m, i64 0, i32 3
  store ptr %o, ptr %b, align 8
  %c = getelementptr inbounds %tape, ptr %m, i64 0, i32 4, i64 1, i32 1
  store ptr addrspace(10) %x, ptr %c, align 8
  call void @safepoint()
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

%opaque = type opaque
%inner = type { i8, {} addrspace(10)* }
%tape = type <{ i32, i32, %inner, %opaque*, [2 x %inner] }>
define void @f({} addrspace(10)* %x, %opaque* %o) {
  %m = call i8* @malloc(i64 64)
  %t = bitcast i8* %m to %tape*
  %a = getelementptr inbounds %tape, %tape* %t, i64 0, i32 2, i32 1
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %b = getelementptr inbounds %tape, %tape* %t, i64 0, i32 3
  store %opaque* %o, %opaque** %b, align 8
  %c = getelementptr inbounds %tape, %tape* %t, i64 0, i32 4, i64 1, i32 1
  store {} addrspace(10)* %x, {} addrspace(10)** %c, align 8
  call void @safepoint()
  ret void
}
