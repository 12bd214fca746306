; Slots that Julia roots are left as they are: direct accesses at known offsets, or all words pointers; so are by-value
; structs, and modules with nothing else do not change.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-NOT: julia
; CHECK-LABEL: define void @f(
; CHECK-NEXT: %a = alloca [[T]], align 8
; CHECK-NEXT: %b = alloca { [[T]], double }, align 8
; CHECK-NEXT: %c = alloca [3 x [[T]]], align 8
; CHECK-NOT: julia

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare void @safepoint()

define void @f(ptr addrspace(10) %x, i64 %i, { ptr addrspace(10), double } %v) {
  %a = alloca ptr addrspace(10), align 8
  %b = alloca { ptr addrspace(10), double }, align 8
  %c = alloca [3 x ptr addrspace(10)], align 8
  store ptr addrspace(10) %x, ptr %a, align 8
  store { ptr addrspace(10), double } %v, ptr %b, align 8
  %d = getelementptr inbounds { ptr addrspace(10), double }, ptr %b, i32 0, i32 0
  store ptr addrspace(10) %x, ptr %d, align 8
  %e = getelementptr inbounds [3 x ptr addrspace(10)], ptr %c, i64 0, i64 %i
  store ptr addrspace(10) %x, ptr %e, align 8
  call void @safepoint()
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare void @safepoint()

define void @f({} addrspace(10)* %x, i64 %i, { {} addrspace(10)*, double } %v) {
  %a = alloca {} addrspace(10)*, align 8
  %b = alloca { {} addrspace(10)*, double }, align 8
  %c = alloca [3 x {} addrspace(10)*], align 8
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  store { {} addrspace(10)*, double } %v, { {} addrspace(10)*, double }* %b, align 8
  %d = getelementptr inbounds { {} addrspace(10)*, double }, { {} addrspace(10)*, double }* %b, i32 0, i32 0
  store {} addrspace(10)* %x, {} addrspace(10)** %d, align 8
  %e = getelementptr inbounds [3 x {} addrspace(10)*], [3 x {} addrspace(10)*]* %c, i64 0, i64 %i
  store {} addrspace(10)* %x, {} addrspace(10)** %e, align 8
  call void @safepoint()
  ret void
}
