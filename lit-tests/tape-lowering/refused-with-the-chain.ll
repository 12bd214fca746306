; The message shows how the tape comes to the place that stands against it.
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
; CHECK: error: tape-lowering: {{\[JGP101 [a-z-]+\]}} in function 'f': the tape is passed to 'sink', which is not defined here
; CHECK-NEXT: at: {{.*}}call void @sink({{.*}} %u)
; CHECK-NEXT: tape: in 'augmented': %m =
; CHECK-NEXT: via: in 'augmented': ret {{.*}} %m
; CHECK-NEXT: via: in 'f': %t = call {{.*}} @augmented(
; CHECK-NEXT: via: in 'f': store {{.*}} %t, {{.*}} %slot
; CHECK-NEXT: via: in 'f': %u = load {{.*}} %slot
; CHECK-NEXT: why:
; CHECK-NOT: {{^}}define
; SKIP: warning: tape-lowering: {{\[}}JGP101 {{[a-z-]+\]}} in function 'f': the tape is passed to 'sink', which is not defined here

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

declare void @sink(ptr)
define internal ptr @augmented(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret ptr %m
}
define void @f(ptr addrspace(10) %x) {
  %slot = alloca ptr, align 8
  %t = call ptr @augmented(ptr addrspace(10) %x)
  store ptr %t, ptr %slot, align 8
  %u = load ptr, ptr %slot, align 8
  call void @sink(ptr %u)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

declare void @sink(i8*)
define internal i8* @augmented({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret i8* %m
}
define void @f({} addrspace(10)* %x) {
  %slot = alloca i8*, align 8
  %t = call i8* @augmented({} addrspace(10)* %x)
  store i8* %t, i8** %slot, align 8
  %u = load i8*, i8** %slot, align 8
  call void @sink(i8* %u)
  ret void
}
