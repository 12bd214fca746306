; RUST_LOG tells the story of a run on standard error; without it the pass is silent, and the output is the same.

; REQUIRES: opaque-pointers
; RUN: env RUST_LOG=julia_gc_passes=debug %tape %s -o %t.with 2>&1 | FileCheck %s
; RUN: %tape %s -o %t.without 2>%t.messages
; RUN: count 0 < %t.messages
; RUN: diff %t.with %t.without

; CHECK: [DEBUG julia_gc_passes{{.*}} tape-lowering: TapeLowered: in 'f': tape 'm' becomes an object with pointers at bytes 0
; CHECK: [DEBUG julia_gc_passes{{.*}} generating for Julia

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}
