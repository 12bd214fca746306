; After root placement LLVM takes tail as "reads no alloca", and deletes the stores to the GC frame: no call of the function
; keeps it, whatever it calls. notail is harmless.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK-NOT: {{ tail call}}
; CHECK: notail call void @safepoint()
; CHECK-NOT: {{ tail call}}
; CHECK: ret void

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()
declare void @use(ptr addrspace(10))

define void @f(ptr addrspace(10) %x) {
  %m = tail call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  tail call void @safepoint()
  tail call void @use(ptr addrspace(10) %x)
  notail call void @safepoint()
  tail call void @free(ptr %m)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)
declare void @safepoint()
declare void @use({} addrspace(10)*)

define void @f({} addrspace(10)* %x) {
  %m = tail call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  tail call void @safepoint()
  tail call void @use({} addrspace(10)* %x)
  notail call void @safepoint()
  tail call void @free(i8* %m)
  ret void
}
