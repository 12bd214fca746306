; The tape lies in a slot across its growth: what is stored back is the new object.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %cache = alloca [[T]], align 8
; CHECK: store [[T]] null, {{.*}} %cache
; CHECK: %old = load [[T]], {{.*}} %cache
; CHECK: [[N:%.*]] = lshr i64 %s, 3
; CHECK: %new = call [[T]] @julia.tape.svec_grow([[T]] %old, i64 [[N]])
; CHECK: store [[T]] %new, {{.*}} %cache

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @realloc(ptr, i64)

define void @f(ptr addrspace(10) %x, i64 %n) {
  %cache = alloca ptr, align 8
  store ptr null, ptr %cache, align 8
  %old = load ptr, ptr %cache, align 8
  %s = shl i64 8, %n
  %new = call ptr @realloc(ptr %old, i64 %s)
  store ptr %new, ptr %cache, align 8
  %r = load ptr, ptr %cache, align 8
  store ptr addrspace(10) %x, ptr %r, align 8
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @realloc(i8*, i64)

define void @f({} addrspace(10)* %x, i64 %n) {
  %cache = alloca i8*, align 8
  store i8* null, i8** %cache, align 8
  %old = load i8*, i8** %cache, align 8
  %s = shl i64 8, %n
  %new = call i8* @realloc(i8* %old, i64 %s)
  store i8* %new, i8** %cache, align 8
  %r = load i8*, i8** %cache, align 8
  %a = bitcast i8* %r to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
