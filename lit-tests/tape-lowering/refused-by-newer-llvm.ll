; What LLVM 20 to 22 added and a tape cannot go through: an address that becomes an integer without its provenance, a pattern that
; is written over pointers.

; REQUIRES: llvm-22
; RUN: split-file %s %t
; RUN: not %tape %t/address.ll 2>&1 | FileCheck %s --check-prefix=ADDRESS
; RUN: not %tape %t/pattern.ll 2>&1 | FileCheck %s --check-prefix=PATTERN

; ADDRESS: error: tape-lowering: {{.*}} in function 'f': the tape becomes an integer
; PATTERN: error: tape-lowering: {{.*}} in function 'f': the tape is passed to 'llvm.experimental.memset.pattern

;--- address.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define i64 @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  %i = ptrtoaddr ptr %m to i64
  ret i64 %i
}

;--- pattern.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @llvm.experimental.memset.pattern.p0.i64.i64(ptr, i64, i64, i1)

define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 64)
  store ptr addrspace(10) %x, ptr %m, align 8
  call void @llvm.experimental.memset.pattern.p0.i64.i64(ptr %m, i64 7, i64 8, i1 false)
  ret void
}
