; Two functions hand the tape to each other: both signatures change, in one step.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: call void @even([[T]] %m,
; CHECK-LABEL: define internal void @even(
; CHECK-SAME: [[T]] %t,
; CHECK: call void @odd([[T]] %t,
; CHECK-LABEL: define internal void @odd(
; CHECK-SAME: [[T]] %t,
; CHECK: call void @even([[T]] %t,
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %t,

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)

define internal void @even(ptr %t, ptr addrspace(10) %x, i64 %n) {
  %k = sub i64 %n, 1
  call void @odd(ptr %t, ptr addrspace(10) %x, i64 %k)
  ret void
}
define internal void @odd(ptr %t, ptr addrspace(10) %x, i64 %n) {
  %z = icmp eq i64 %n, 1
  br i1 %z, label %done, label %again
again:
  %k = sub i64 %n, 1
  call void @even(ptr %t, ptr addrspace(10) %x, i64 %k)
  br label %done
done:
  store ptr addrspace(10) %x, ptr %t, align 8
  ret void
}
define void @f(ptr addrspace(10) %x, i64 %n) {
  %m = call ptr @malloc(i64 8)
  call void @even(ptr %m, ptr addrspace(10) %x, i64 %n)
  call void @free(ptr %m)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)

define internal void @even(i8* %t, {} addrspace(10)* %x, i64 %n) {
  %k = sub i64 %n, 1
  call void @odd(i8* %t, {} addrspace(10)* %x, i64 %k)
  ret void
}
define internal void @odd(i8* %t, {} addrspace(10)* %x, i64 %n) {
  %z = icmp eq i64 %n, 1
  br i1 %z, label %done, label %again
again:
  %k = sub i64 %n, 1
  call void @even(i8* %t, {} addrspace(10)* %x, i64 %k)
  br label %done
done:
  %a = bitcast i8* %t to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
define void @f({} addrspace(10)* %x, i64 %n) {
  %m = call i8* @malloc(i64 8)
  call void @even(i8* %m, {} addrspace(10)* %x, i64 %n)
  call void @free(i8* %m)
  ret void
}
