; What SLP and InstCombine write for a vector of which one lane is set: the constant's lanes are no address of anything.

; REQUIRES: opaque-pointers
; RUN: %tape %s | FileCheck %s
; RUN: %check-stable tape-lowering %s

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

; CHECK-LABEL: define void @f(
; CHECK:         %t = call {{.*}}@julia.gc_alloc_obj(
; CHECK:         insertelement <2 x ptr addrspace(10)> zeroinitializer, ptr addrspace(10) %t, i64 1
define void @f(ptr addrspace(10) %x) {
  %t = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %t, align 8
  %v = insertelement <2 x ptr> <ptr null, ptr poison>, ptr %t, i64 1
  %u = call ptr @malloc(i64 16)
  store <2 x ptr> %v, ptr %u, align 8
  ret void
}
