; A boolean has a byte of its own in memory, and a word of padding behind it.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define i1 @f(
; CHECK: %m = call {{.*}}@jl_tape_type.{{vector|memory}}.16.p0
; CHECK: store i1 true, {{.*}}addrspace(13)

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define i1 @f(ptr addrspace(10) %x, i64 %n, i64 %i) {
  %s = mul i64 %n, 16
  %m = call ptr @malloc(i64 %s)
  %a = getelementptr inbounds { ptr addrspace(10), i1 }, ptr %m, i64 %i, i32 0
  store ptr addrspace(10) %x, ptr %a, align 8
  %b = getelementptr inbounds { ptr addrspace(10), i1 }, ptr %m, i64 %i, i32 1
  store i1 true, ptr %b, align 1
  %v = load i1, ptr %b, align 1
  ret i1 %v
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

define i1 @f({} addrspace(10)* %x, i64 %n, i64 %i) {
  %s = mul i64 %n, 16
  %m = call i8* @malloc(i64 %s)
  %t = bitcast i8* %m to { {} addrspace(10)*, i1 }*
  %a = getelementptr inbounds { {} addrspace(10)*, i1 }, { {} addrspace(10)*, i1 }* %t, i64 %i, i32 0
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %b = getelementptr inbounds { {} addrspace(10)*, i1 }, { {} addrspace(10)*, i1 }* %t, i64 %i, i32 1
  store i1 true, i1* %b, align 1
  %v = load i1, i1* %b, align 1
  ret i1 %v
}
