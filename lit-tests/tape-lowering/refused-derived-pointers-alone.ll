; A tape of nothing but derived pointers: no object in it keeps alive what they point into.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ not %tape %t/opaque.ll 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %tape %typed %t/typed.ll 2>&1 | FileCheck %s %}

; CHECK: error: tape-lowering: [JGP109 derived-pointer-in-tape] in function 'f': the tape holds a derived pointer at byte 0

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)

define void @f(ptr addrspace(13) %data) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(13) %data, ptr %m, align 8
  call void @free(ptr %m)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)

define void @f(double addrspace(13)* %data) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to double addrspace(13)**
  store double addrspace(13)* %data, double addrspace(13)** %a, align 8
  call void @free(i8* %m)
  ret void
}
