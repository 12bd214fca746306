; exported=lower changes the type of an exported function, and says so: its callers outside of the module must follow.

; REQUIRES: opaque-pointers
; RUN: %opt -passes="tape-lowering<exported=lower>,verify" -S %s 2>&1 >%t.out | FileCheck %s
; RUN: FileCheck %s --check-prefix=IR < %t.out

; CHECK: warning: tape-lowering: [JGP120 exported-function-changed] in function 'f': its type is now ptr addrspace(10) (ptr addrspace(10))
; IR: define ptr addrspace(10) @f(ptr addrspace(10) %x)

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define ptr @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret ptr %m
}
