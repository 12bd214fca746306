; Two caches in one allocation that is zeroed as one: so it was not made of two, and no layout says which words are pointers.

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
declare void @free(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define double @f(ptr addrspace(10) %x, i64 %i) {
  %m = call ptr @malloc(i64 96)
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 96, i1 false)
  %second = getelementptr inbounds i8, ptr %m, i64 48
  %c = getelementptr inbounds ptr addrspace(10), ptr %m, i64 %i
  store ptr addrspace(10) %x, ptr %c, align 8
  %d = getelementptr inbounds double, ptr %second, i64 %i
  %v = load double, ptr %d, align 8
  call void @free(ptr %m)
  ret double %v
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)
declare void @llvm.memset.p0i8.i64(i8*, i8, i64, i1)

define double @f({} addrspace(10)* %x, i64 %i) {
  %m = call i8* @malloc(i64 96)
  call void @llvm.memset.p0i8.i64(i8* %m, i8 0, i64 96, i1 false)
  %a = bitcast i8* %m to {} addrspace(10)**
  %second = getelementptr inbounds i8, i8* %m, i64 48
  %b = bitcast i8* %second to double*
  %c = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %a, i64 %i
  store {} addrspace(10)* %x, {} addrspace(10)** %c, align 8
  %d = getelementptr inbounds double, double* %b, i64 %i
  %v = load double, double* %d, align 8
  call void @free(i8* %m)
  ret double %v
}
