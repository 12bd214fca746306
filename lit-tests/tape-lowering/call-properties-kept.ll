; A call whose types change keeps its calling convention, operand bundles and other attributes.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: call fastcc void @reverse([[T]] %m, i32 signext 3) [[KEPT:#[0-9]+]] [ "jl_roots"([[T]] %x) ]
; CHECK-LABEL: define internal fastcc void @reverse(
; CHECK-SAME: [[T]] %t, i32 signext %k)
; CHECK: attributes [[KEPT]] = { "kept"="1" }

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define internal fastcc void @reverse(ptr %t, i32 signext %k) {
  %y = load ptr addrspace(10), ptr %t, align 8
  ret void
}
define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  call fastcc void @reverse(ptr %m, i32 signext 3) "kept"="1" [ "jl_roots"(ptr addrspace(10) %x) ]
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

define internal fastcc void @reverse(i8* %t, i32 signext %k) {
  %a = bitcast i8* %t to {} addrspace(10)**
  %y = load {} addrspace(10)*, {} addrspace(10)** %a, align 8
  ret void
}
define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  call fastcc void @reverse(i8* %m, i32 signext 3) "kept"="1" [ "jl_roots"({} addrspace(10)* %x) ]
  ret void
}
