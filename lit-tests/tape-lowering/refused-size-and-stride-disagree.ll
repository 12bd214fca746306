; 40 bytes are no whole number of elements of 24.
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
; CHECK: error: tape-lowering: {{\[JGP111 [a-z-]+\]}} in function 'f': the tape has 40 bytes, accessed as elements of 24
; CHECK-NOT: {{^}}define
; SKIP: warning: tape-lowering: {{\[}}JGP111 {{[a-z-]+\]}} in function 'f': the tape has 40 bytes, accessed as elements of 24

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define void @f(ptr addrspace(10) %x, i64 %i) {
  %m = call ptr @malloc(i64 40)
  %c = getelementptr inbounds [3 x ptr addrspace(10)], ptr %m, i64 %i, i64 0
  store ptr addrspace(10) %x, ptr %c, align 8
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

define void @f({} addrspace(10)* %x, i64 %i) {
  %m = call i8* @malloc(i64 40)
  %t = bitcast i8* %m to [3 x {} addrspace(10)*]*
  %c = getelementptr inbounds [3 x {} addrspace(10)*], [3 x {} addrspace(10)*]* %t, i64 %i, i64 0
  store {} addrspace(10)* %x, {} addrspace(10)** %c, align 8
  ret void
}
