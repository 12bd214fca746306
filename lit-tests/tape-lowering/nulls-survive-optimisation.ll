; What zeroes an object, in one piece or word by word, is still there in front of the safepoint after O2, though every word is
; GC-VERIFY: without tail-call: LLVM's O2, which runs last, marks calls tail again
; stored again behind it.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %opt -passes="tape-lowering,default<O2>,verify" -S %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if typed-pointers %{ %opt -passes="tape-lowering,default<O2>,verify" -S %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}

; CHECK-LABEL: define void @small(
; CHECK: call void @llvm.memset.p11{{.*}} i64 8, i1 true)
; CHECK-NEXT: call void @safepoint()
; CHECK: call void {{.*}}@julia.write_barrier(
; CHECK-NEXT: call void @safepoint()
; CHECK-LABEL: define void @large(
; CHECK: {{call void @llvm.memset.*i64 512, i1 true|store atomic .* null, .* release}}
; CHECK-NEXT: call void @safepoint()
; CHECK: call void {{.*}}@julia.write_barrier(
; CHECK-NEXT: call void @safepoint()
; CHECK-LABEL: define void @stored(
; CHECK: store atomic [[T]] %x
; CHECK-NEXT: call void @safepoint()
; CHECK: store atomic [[T]] %y
; CHECK: call void {{.*}}@julia.write_barrier(
; CHECK-NEXT: call void @safepoint()

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define void @small(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  call void @safepoint()
  store ptr addrspace(10) %x, ptr %m, align 8
  call void @safepoint()
  ret void
}
define void @large(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 512)
  call void @safepoint()
  store ptr addrspace(10) %x, ptr %m, align 8
  call void @safepoint()
  ret void
}
define void @stored(ptr addrspace(10) %x, ptr addrspace(10) %y) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  call void @safepoint()
  store ptr addrspace(10) %y, ptr %m, align 8
  call void @safepoint()
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define void @small({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  call void @safepoint()
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  call void @safepoint()
  ret void
}
define void @large({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 512)
  call void @safepoint()
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  call void @safepoint()
  ret void
}
define void @stored({} addrspace(10)* %x, {} addrspace(10)* %y) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  call void @safepoint()
  store {} addrspace(10)* %y, {} addrspace(10)** %a, align 8
  call void @safepoint()
  ret void
}
