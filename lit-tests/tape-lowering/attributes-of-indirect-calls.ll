; What a function through a pointer promises is no longer true once it may allocate: nor of the call.

; REQUIRES: opaque-pointers
; RUN: %tape %s | FileCheck %s
; RUN: %check-stable tape-lowering %s

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()

@table = internal constant { ptr } { ptr @make }

define internal ptr @make(ptr addrspace(10) %x) nosync willreturn {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret ptr %m
}

; CHECK-LABEL: define void @f(
; CHECK: %t = call ptr addrspace(10) %make(ptr addrspace(10) %x){{$}}
define void @f(ptr addrspace(10) %x) nosync {
  %make = load ptr, ptr @table, align 8
  %t = call ptr %make(ptr addrspace(10) %x) nosync willreturn
  call void @free(ptr %t)
  ret void
}
