; An array of data at a run-time index in a struct with a pointer: positions are known up to the index only, and the pointer
; GC-VERIFY: without plain-memory: the refused tape stays where the collector does not see it
; might be hit. Refused, rather than guessed.

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

define double @f(ptr addrspace(10) %x, i64 %i) {
  %m = call ptr @malloc(i64 40)
  %a = getelementptr inbounds { ptr addrspace(10), [4 x double] }, ptr %m, i64 0, i32 0
  store ptr addrspace(10) %x, ptr %a, align 8
  %d = getelementptr inbounds { ptr addrspace(10), [4 x double] }, ptr %m, i64 0, i32 1, i64 %i
  %v = load double, ptr %d, align 8
  ret double %v
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

define double @f({} addrspace(10)* %x, i64 %i) {
  %m = call i8* @malloc(i64 40)
  %t = bitcast i8* %m to { {} addrspace(10)*, [4 x double] }*
  %a = getelementptr inbounds { {} addrspace(10)*, [4 x double] }, { {} addrspace(10)*, [4 x double] }* %t, i64 0, i32 0
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %d = getelementptr inbounds { {} addrspace(10)*, [4 x double] }, { {} addrspace(10)*, [4 x double] }* %t, i64 0, i32 1, i64 %i
  %v = load double, double* %d, align 8
  ret double %v
}
