; One pointer may point to the tape or to a global: it has no one address space.
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
; CHECK: error: tape-lowering: {{\[JGP104 [a-z-]+\]}} the tape may be 'g', a global
; CHECK-NEXT: tape: in 'f': %m =
; CHECK-NEXT: via: {{.*}}%p = select
; CHECK-NOT: {{^}}define
; SKIP: warning: tape-lowering: {{\[}}JGP104 {{[a-z-]+\]}} the tape may be 'g', a global

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

@g = internal global i64 0
define void @f(ptr addrspace(10) %x, i1 %b) {
  %m = call ptr @malloc(i64 8)
  %h = bitcast ptr @g to ptr
  %p = select i1 %b, ptr %m, ptr %h
  store ptr addrspace(10) %x, ptr %p, align 8
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

@g = internal global i64 0
define void @f({} addrspace(10)* %x, i1 %b) {
  %m = call i8* @malloc(i64 8)
  %h = bitcast i64* @g to i8*
  %p = select i1 %b, i8* %m, i8* %h
  %a = bitcast i8* %p to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
