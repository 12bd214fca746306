; on-unsupported=skip warns of a tape that cannot be lowered and leaves it and its function alone; the others are lowered. Without
; GC-VERIFY: without plain-memory: the refused tape stays where the collector does not see it
; it nothing is.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %opt -passes="tape-lowering<on-unsupported=skip>,verify" -S %t/opaque.ll 2>&1 | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable "tape-lowering<on-unsupported=skip>" %t/opaque.ll %}
; RUN: %if opaque-pointers %{ not %tape %t/opaque.ll 2>&1 | FileCheck %s --check-prefix=ERROR %}
; RUN: %if typed-pointers %{ %opt %typed -passes="tape-lowering<on-unsupported=skip>,verify" -S %t/typed.ll 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable "tape-lowering<on-unsupported=skip>" %typed %t/typed.ll %}
; RUN: %if typed-pointers %{ not %tape %typed %t/typed.ll 2>&1 | FileCheck %s --check-prefix=ERROR %}

; CHECK: warning: tape-lowering: [JGP101 escapes-to-call] in function 'kept'
; CHECK-LABEL: define void @kept(
; CHECK-NOT: julia
; CHECK: %m = call {{.*}} @malloc(i64 8)
; CHECK-NOT: julia
; CHECK: tail call void @sink({{.*}} %m)
; CHECK-LABEL: define void @lowered(
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj(
; CHECK-NOT: @free
; CHECK: ret void

; ERROR: error: tape-lowering: [JGP101 escapes-to-call] in function 'kept'
; ERROR-NOT: {{^}}define

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)

declare void @sink(ptr)
define void @kept(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  tail call void @sink(ptr %m)
  ret void
}
define void @lowered(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  call void @free(ptr %m)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)

declare void @sink(i8*)
define void @kept({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  tail call void @sink(i8* %m)
  ret void
}
define void @lowered({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  call void @free(i8* %m)
  ret void
}
