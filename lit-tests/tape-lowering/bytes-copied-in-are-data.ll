; Bytes from memory that nobody looks into may be data or pointers: neither may be guessed, least of all as words of a SimpleVector.
; GC-VERIFY: without plain-memory: the refused tape stays where the collector does not see it

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ not %tape %t/opaque.ll 2>&1 | FileCheck %s %}
; RUN: %if opaque-pointers %{ %opt -passes="tape-lowering<on-unsupported=skip>,verify" -S %t/opaque.ll -o %t/opaque.skipped 2>&1 | FileCheck %s --check-prefix=SKIP %}
; RUN: %if opaque-pointers %{ %opt -passes=verify -S %t/opaque.ll -o %t/opaque.input %}
; RUN: %if opaque-pointers %{ diff %t/opaque.input %t/opaque.skipped %}
; RUN: %if typed-pointers %{ not %tape %typed %t/typed.ll 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ %opt %typed -passes="tape-lowering<on-unsupported=skip>,verify" -S %t/typed.ll -o %t/typed.skipped 2>&1 | FileCheck %s --check-prefix=SKIP %}
; RUN: %if typed-pointers %{ %opt %typed -passes=verify -S %t/typed.ll -o %t/typed.input %}
; RUN: %if typed-pointers %{ diff %t/typed.input %t/typed.skipped %}

; CHECK-NOT: {{^}}define
; CHECK: error: tape-lowering: {{\[JGP110 [a-z-]+\]}} in function 'f': the tape is copied by words of which nothing says what they are
; CHECK-NOT: {{^}}define
; SKIP: warning: tape-lowering: {{\[}}JGP110 {{[a-z-]+\]}} in function 'f': the tape is copied by words of which nothing says what they are

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @f(ptr addrspace(10) %x, i64 %n, i64 %i, ptr %src) {
  %s = mul i64 %n, 16
  %m = call ptr @malloc(i64 %s)
  %a = getelementptr inbounds { ptr addrspace(10), double }, ptr %m, i64 %i, i32 0
  store ptr addrspace(10) %x, ptr %a, align 8
  %d = getelementptr inbounds { ptr addrspace(10), double }, ptr %m, i64 %i, i32 1
  call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %src, i64 8, i1 false)
  call void @safepoint()
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()
declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1)

define void @f({} addrspace(10)* %x, i64 %n, i64 %i, i8* %src) {
  %s = mul i64 %n, 16
  %m = call i8* @malloc(i64 %s)
  %t = bitcast i8* %m to { {} addrspace(10)*, double }*
  %a = getelementptr inbounds { {} addrspace(10)*, double }, { {} addrspace(10)*, double }* %t, i64 %i, i32 0
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %d = getelementptr inbounds { {} addrspace(10)*, double }, { {} addrspace(10)*, double }* %t, i64 %i, i32 1
  %e = bitcast double* %d to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %e, i8* %src, i64 8, i1 false)
  call void @safepoint()
  ret void
}
