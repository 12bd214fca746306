; The object is fresh when the loop is entered, but not when it comes around: what holds on one path only does not hold.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: loop:
; CHECK: store atomic [[T]] %x
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %m,
; CHECK: call void @safepoint()

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i1 %b) {
entry:
  %m = call ptr @malloc(i64 8)
  br label %loop
loop:
  store ptr addrspace(10) %x, ptr %m, align 8
  call void @safepoint()
  br i1 %b, label %done, label %loop
done:
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define void @f({} addrspace(10)* %x, i1 %b) {
entry:
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  br label %loop
loop:
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  call void @safepoint()
  br i1 %b, label %done, label %loop
done:
  ret void
}
