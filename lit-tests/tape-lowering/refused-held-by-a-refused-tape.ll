; The outer tape cannot be lowered, so its cells stay plain pointers: the inner one cannot be either, and both are reported.
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
; CHECK: error: tape-lowering: {{\[JGP102 [a-z-]+\]}} in function 'f': the tape is held by memory that cannot be lowered: it is passed to 'sink', which is not defined here
; CHECK: tape: in 'f': %inner =
; CHECK: error: tape-lowering: {{\[JGP101 [a-z-]+\]}} in function 'f': the tape is passed to 'sink', which is not defined here
; CHECK: tape: in 'f': %outer =
; CHECK-NOT: {{^}}define
; SKIP: warning: tape-lowering: {{\[}}JGP102 {{[a-z-]+\]}} in function 'f': the tape is held by memory that cannot be lowered: it is passed to 'sink', which is not defined here

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

declare void @sink(ptr)
define void @f(ptr addrspace(10) %x) {
  %inner = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %inner, align 8
  %outer = call ptr @malloc(i64 8)
  store ptr %inner, ptr %outer, align 8
  call void @sink(ptr %outer)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

declare void @sink(i8*)
define void @f({} addrspace(10)* %x) {
  %inner = call i8* @malloc(i64 8)
  %a = bitcast i8* %inner to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %outer = call i8* @malloc(i64 8)
  %o = bitcast i8* %outer to i8**
  store i8* %inner, i8** %o, align 8
  call void @sink(i8* %outer)
  ret void
}
