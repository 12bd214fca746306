; A vector of tapes is compared with a vector of nulls.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define <2 x i1> @f(
; CHECK: %v = load <2 x [[T]]>
; CHECK: icmp eq <2 x [[T]]> %v, zeroinitializer

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define <2 x i1> @f(ptr addrspace(10) %x) {
  %slot = alloca <2 x ptr>, align 8
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  store ptr %m, ptr %slot, align 8
  %v = load <2 x ptr>, ptr %slot, align 8
  %c = icmp eq <2 x ptr> %v, zeroinitializer
  ret <2 x i1> %c
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

define <2 x i1> @f({} addrspace(10)* %x) {
  %slot = alloca <2 x i8*>, align 8
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %s = bitcast <2 x i8*>* %slot to i8**
  store i8* %m, i8** %s, align 8
  %v = load <2 x i8*>, <2 x i8*>* %slot, align 8
  %c = icmp eq <2 x i8*> %v, zeroinitializer
  ret <2 x i1> %c
}
