; The invoke gives null for the tape: its type would change as well.
; GC-VERIFY: without invoke-with-objects: the refused invoke stays

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
; CHECK: error: tape-lowering: {{\[JGP115 [a-z-]+\]}} in function 'f': the tape is used in a function with an invoke that passes or returns objects
; CHECK-NOT: {{^}}define
; SKIP: warning: tape-lowering: {{\[}}JGP115 {{[a-z-]+\]}} in function 'f': the tape is used in a function with an invoke that passes or returns objects

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

declare i32 @personality(...)
define internal void @reverse(ptr %t, ptr addrspace(10) %x) {
  store ptr addrspace(10) %x, ptr %t, align 8
  ret void
}
define void @f(ptr addrspace(10) %x) personality ptr @personality {
  %m = call ptr @malloc(i64 8)
  call void @reverse(ptr %m, ptr addrspace(10) %x)
  invoke void @reverse(ptr null, ptr addrspace(10) %x) to label %ok unwind label %bad
ok:
  ret void
bad:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

declare i32 @personality(...)
define internal void @reverse(i8* %t, {} addrspace(10)* %x) {
  %a = bitcast i8* %t to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
define void @f({} addrspace(10)* %x) personality i32 (...)* @personality {
  %m = call i8* @malloc(i64 8)
  call void @reverse(i8* %m, {} addrspace(10)* %x)
  invoke void @reverse(i8* null, {} addrspace(10)* %x) to label %ok unwind label %bad
ok:
  ret void
bad:
  %l = landingpad { i8*, i32 } cleanup
  ret void
}
