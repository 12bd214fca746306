; Enzyme's tables hold a function and its reverse; callers load a slot and call it. Everything that may be called through
; the table changes its type together. The reverse is called with the result {} where it has void.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %t = call [[T]] %{{.*}}([[T]] %x)
; CHECK: call void %{{.*}}([[T]] %t)
; CHECK-LABEL: define internal {{.*}} @augmented_g(
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj(
; CHECK: ret [[T]] %m
; CHECK-LABEL: define internal void @diffeg(
; CHECK-SAME: [[T]] %t
; CHECK-NOT: @free
; CHECK: ret void

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()

@"_enzyme_reverse_g'" = internal constant { ptr (ptr addrspace(10))*, ptr } { ptr (ptr addrspace(10))* @augmented_g, ptr @diffeg }
define internal ptr @augmented_g(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret ptr %m
}
define internal void @diffeg(ptr %t) {
  %y = load ptr addrspace(10), ptr %t, align 8
  call void @free(ptr %t)
  ret void
}
define void @f(ptr addrspace(10) %x) {
  %p = load ptr (ptr addrspace(10))*, ptr (ptr addrspace(10))** getelementptr inbounds ({ ptr (ptr addrspace(10))*, ptr }, ptr @"_enzyme_reverse_g'", i64 0, i32 0), align 8
  %t = call ptr %p(ptr addrspace(10) %x)
  call void @safepoint()
  %q = load ptr, ptr getelementptr inbounds ({ ptr (ptr addrspace(10))*, ptr }, ptr @"_enzyme_reverse_g'", i64 0, i32 1), align 8
  call void %q(ptr %t)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)
declare void @safepoint()

@"_enzyme_reverse_g'" = internal constant { i8* ({} addrspace(10)*)*, void (i8*)* } { i8* ({} addrspace(10)*)* @augmented_g, void (i8*)* @diffeg }
define internal i8* @augmented_g({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret i8* %m
}
define internal void @diffeg(i8* %t) {
  %a = bitcast i8* %t to {} addrspace(10)**
  %y = load {} addrspace(10)*, {} addrspace(10)** %a, align 8
  call void @free(i8* %t)
  ret void
}
define void @f({} addrspace(10)* %x) {
  %p = load i8* ({} addrspace(10)*)*, i8* ({} addrspace(10)*)** getelementptr inbounds ({ i8* ({} addrspace(10)*)*, void (i8*)* }, { i8* ({} addrspace(10)*)*, void (i8*)* }* @"_enzyme_reverse_g'", i64 0, i32 0), align 8
  %t = call i8* %p({} addrspace(10)* %x)
  call void @safepoint()
  %q = load void (i8*)*, void (i8*)** getelementptr inbounds ({ i8* ({} addrspace(10)*)*, void (i8*)* }, { i8* ({} addrspace(10)*)*, void (i8*)* }* @"_enzyme_reverse_g'", i64 0, i32 1), align 8
  call void %q(i8* %t)
  ret void
}
