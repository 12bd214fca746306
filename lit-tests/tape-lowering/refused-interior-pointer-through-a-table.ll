; A function that is called through a pointer has callers that do not know of an offset beside the tape.
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
; CHECK: error: tape-lowering: {{\[JGP116 [a-z-]+\]}} in function 'f': the tape has a pointer inside of it that is passed to a function called through a pointer
; CHECK-NOT: {{^}}define
; SKIP: warning: tape-lowering: {{\[}}JGP116 {{[a-z-]+\]}} in function 'f': the tape has a pointer inside of it that is passed to a function called through a pointer

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

@table = internal constant ptr @g
define internal void @g(ptr %p) {
  %y = load ptr addrspace(10), ptr %p, align 8
  ret void
}
define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 16)
  store ptr addrspace(10) %x, ptr %m, align 8
  %p = getelementptr inbounds i8, ptr %m, i64 8
  %f = load ptr, ptr @table, align 8
  call void %f(ptr %p)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

@table = internal constant void (i8*)* @g
define internal void @g(i8* %p) {
  %a = bitcast i8* %p to {} addrspace(10)**
  %y = load {} addrspace(10)*, {} addrspace(10)** %a, align 8
  ret void
}
define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 16)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %p = getelementptr inbounds i8, i8* %m, i64 8
  %f = load void (i8*)*, void (i8*)** @table, align 8
  call void %f(i8* %p)
  ret void
}
