; A null check of a tape is one of the object; two tapes, or two places in one, are compared as what they are.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define i1 @f(
; CHECK: %c = icmp ne [[T]] %p, null
; CHECK-NEXT: %d = icmp eq [[T]] %m, %p

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define i1 @f(ptr addrspace(10) %x, i1 %b) {
  %m = call ptr @malloc(i64 8)
  %n = call ptr @malloc(i64 8)
  %p = select i1 %b, ptr %m, ptr %n
  store ptr addrspace(10) %x, ptr %p, align 8
  %c = icmp ne ptr %p, null
  %d = icmp eq ptr %m, %p
  %e = and i1 %c, %d
  ret i1 %e
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

define i1 @f({} addrspace(10)* %x, i1 %b) {
  %m = call i8* @malloc(i64 8)
  %n = call i8* @malloc(i64 8)
  %p = select i1 %b, i8* %m, i8* %n
  %a = bitcast i8* %p to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %c = icmp ne i8* %p, null
  %d = icmp eq i8* %m, %p
  %e = and i1 %c, %d
  ret i1 %e
}
