; A copy whose length is known at run time is a loop over words, with barriers, in the direction that memmove asks for.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %m = call [[T]] @ijl_alloc_svec(
; CHECK: %o = call [[T]] @ijl_alloc_svec(
; CHECK-NOT: llvm.mem
; CHECK: call void @[[COPY:julia.tape.copy[a-z0-9_.]*]]([[T]] %o,
; CHECK: define internal void @[[COPY]]([[T]] %to,
; CHECK: [[X:%.*]] = load [[T]]
; CHECK: store atomic [[T]] [[X]], {{.*}} release, align 8
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %to,

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @f(ptr addrspace(10) %x, i64 %n) {
  %s = mul i64 %n, 8
  %m = call ptr @malloc(i64 %s)
  store ptr addrspace(10) %x, ptr %m, align 8
  %o = call ptr @malloc(i64 %s)
  call void @safepoint()
  call void @llvm.memcpy.p0.p0.i64(ptr %o, ptr %m, i64 %s, i1 false)
  call void @safepoint()
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()
declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1)

define void @f({} addrspace(10)* %x, i64 %n) {
  %s = mul i64 %n, 8
  %m = call i8* @malloc(i64 %s)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %o = call i8* @malloc(i64 %s)
  call void @safepoint()
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %o, i8* %m, i64 %s, i1 false)
  call void @safepoint()
  ret void
}
