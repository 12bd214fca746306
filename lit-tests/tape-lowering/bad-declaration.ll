; A function of the runtime is declared with a type that no Julia gives it: a call of it would be undefined.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ not %tape %t/opaque.ll 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %tape %typed %t/typed.ll 2>&1 | FileCheck %s %}

; CHECK-NOT: {{^}}define
; CHECK: error: tape-lowering: {{\[JGP003 [a-z-]+\]}} 'julia.write_barrier' is declared as 
; CHECK-NOT: {{^}}define

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

declare i64 @julia.write_barrier(i64)
define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

declare i64 @julia.write_barrier(i64)
define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
