; What an allocation makes untrue goes, from the function that allocates up to its last caller, and what speaks of plain memory
; from its pointers; what stays true stays.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-NOT: {{readnone|readonly|argmemonly}} {{.*}}@
; CHECK-LABEL: define {{.*}} @f(
; CHECK-SAME: [[T]] %x) {
; CHECK: call [[T]] @augmented([[T]] %x){{$}}
; CHECK-NEXT: call [[T]] @reverse([[T]] %t){{$}}
; CHECK-LABEL: define {{.*}} @outer(
; CHECK-SAME: [[T]] %x) {
; CHECK: call [[T]] @f([[T]] %x){{$}}
; CHECK-LABEL: define {{.*}} @augmented(
; CHECK-SAME: [[T]] %x) [[KEPT:#[0-9]+]] {
; CHECK-LABEL: define {{.*}} @reverse(
; CHECK-SAME: [[T]] nonnull %t) {
; CHECK-NOT: invariant.load
; CHECK: attributes [[KEPT]] = { noinline "kept"="1" }

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define internal noalias nonnull dereferenceable(8) align 32 ptr @augmented(ptr addrspace(10) %x) nounwind willreturn nosync noinline "kept"="1" {
  %m = call noalias ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret ptr %m
}
define internal ptr addrspace(10) @reverse(ptr noalias nonnull dereferenceable(8) align 32 %t) readonly argmemonly {
  %y = load ptr addrspace(10), ptr %t, align 8, !invariant.load !0
  ret ptr addrspace(10) %y
}
define ptr addrspace(10) @f(ptr addrspace(10) %x) nosync readnone {
  %t = call noalias dereferenceable(8) ptr @augmented(ptr addrspace(10) %x) nounwind readnone
  %y = call ptr addrspace(10) @reverse(ptr noalias align 32 dereferenceable(8) %t) readonly
  ret ptr addrspace(10) %y
}
define ptr addrspace(10) @outer(ptr addrspace(10) %x) nounwind readnone {
  %y = call ptr addrspace(10) @f(ptr addrspace(10) %x) readnone
  ret ptr addrspace(10) %y
}
!0 = !{}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

define internal noalias nonnull dereferenceable(8) align 32 i8* @augmented({} addrspace(10)* %x) nounwind willreturn nosync noinline "kept"="1" {
  %m = call noalias i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret i8* %m
}
define internal {} addrspace(10)* @reverse(i8* noalias nonnull dereferenceable(8) align 32 %t) readonly argmemonly {
  %a = bitcast i8* %t to {} addrspace(10)**
  %y = load {} addrspace(10)*, {} addrspace(10)** %a, align 8, !invariant.load !0
  ret {} addrspace(10)* %y
}
define {} addrspace(10)* @f({} addrspace(10)* %x) nosync readnone {
  %t = call noalias dereferenceable(8) i8* @augmented({} addrspace(10)* %x) nounwind readnone
  %y = call {} addrspace(10)* @reverse(i8* noalias align 32 dereferenceable(8) %t) readonly
  ret {} addrspace(10)* %y
}
define {} addrspace(10)* @outer({} addrspace(10)* %x) nounwind readnone {
  %y = call {} addrspace(10)* @f({} addrspace(10)* %x) readnone
  ret {} addrspace(10)* %y
}
!0 = !{}
