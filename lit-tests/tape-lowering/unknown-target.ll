; The offsets in the task structure are known for 64-bit targets and i386 (target-i386.ll).

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ not %tape %t/opaque.ll 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %tape %typed %t/typed.ll 2>&1 | FileCheck %s %}

; CHECK-NOT: {{^}}define
; CHECK: error: tape-lowering: {{\[JGP005 [a-z-]+\]}} the target '{{unknown|armv7l}}' has pointers of 32 bits
; CHECK-NOT: {{^}}define

;--- opaque.ll
target datalayout = "e-p:32:32-i64:64-n8:16:32-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}

;--- typed.ll
target datalayout = "e-p:32:32-i64:64-n8:16:32-S128-ni:10:11:12:13"
target triple = "armv7l-unknown-linux-gnueabihf"

declare i8* @malloc(i64)

define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
