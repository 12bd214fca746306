; Julia does not store elements of 64 KiB inline: an array of them is an array of boxes, and too small.

; REQUIRES: opaque-pointers
; RUN: not %tape %s 2>&1 | FileCheck %s

; CHECK: error: tape-lowering: {{\[JGP111 [a-z-]+\]}} in function 'f': the tape has elements of 65536 bytes, which Julia does not store inline

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define double @f(i64 %n, i64 %i, ptr addrspace(10) %x) {
  %size = mul i64 %n, 65536
  %m = call ptr @malloc(i64 %size)
  %p = getelementptr inbounds { ptr addrspace(10), [8191 x double] }, ptr %m, i64 %i, i32 0
  store ptr addrspace(10) %x, ptr %p, align 8
  %d = getelementptr inbounds { ptr addrspace(10), [8191 x double] }, ptr %m, i64 %i, i32 1
  %v = load double, ptr %d, align 8
  ret double %v
}
