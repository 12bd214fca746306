; Any byte but zero makes no pointer: the word is data then, and a pointer at other times.
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
; CHECK: error: tape-lowering: {{\[JGP110 [a-z-]+\]}} in function 'f': the tape holds both an object pointer and data at byte 0
; CHECK-NOT: {{^}}define
; SKIP: warning: tape-lowering: {{\[}}JGP110 {{[a-z-]+\]}} in function 'f': the tape holds both an object pointer and data at byte 0

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  call void @llvm.memset.p0.i64(ptr %m, i8 -1, i64 8, i1 false)
  store ptr addrspace(10) %x, ptr %m, align 8
  call void @safepoint()
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()
declare void @llvm.memset.p0i8.i64(i8*, i8, i64, i1)

define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  call void @llvm.memset.p0i8.i64(i8* %m, i8 -1, i64 8, i1 false)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  call void @safepoint()
  ret void
}
