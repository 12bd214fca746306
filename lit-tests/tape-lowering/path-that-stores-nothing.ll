; A path that stores nothing still returns the tape, and the reader loads all of it: null from the start.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define internal {{.*}} @augmented(
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 16,
; CHECK: call void @llvm.memset.p11{{.*}}, i8 0, i64 16, i1 true)
; CHECK: br i1 %b

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)

define internal ptr @augmented(ptr addrspace(10) %x, i1 %b) {
entry:
  %m = call ptr @malloc(i64 16)
  br i1 %b, label %stores, label %done
stores:
  %s = insertvalue { ptr addrspace(10), double } undef, ptr addrspace(10) %x, 0
  %t = insertvalue { ptr addrspace(10), double } %s, double 1.0, 1
  store { ptr addrspace(10), double } %t, ptr %m, align 8
  br label %done
done:
  ret ptr %m
}
define ptr addrspace(10) @f(ptr addrspace(10) %x, i1 %b) {
  %m = call ptr @augmented(ptr addrspace(10) %x, i1 %b)
  %t = load { ptr addrspace(10), double }, ptr %m, align 8
  call void @free(ptr %m)
  %y = extractvalue { ptr addrspace(10), double } %t, 0
  ret ptr addrspace(10) %y
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)

define internal i8* @augmented({} addrspace(10)* %x, i1 %b) {
entry:
  %m = call i8* @malloc(i64 16)
  br i1 %b, label %stores, label %done
stores:
  %a = bitcast i8* %m to { {} addrspace(10)*, double }*
  %s = insertvalue { {} addrspace(10)*, double } undef, {} addrspace(10)* %x, 0
  %t = insertvalue { {} addrspace(10)*, double } %s, double 1.0, 1
  store { {} addrspace(10)*, double } %t, { {} addrspace(10)*, double }* %a, align 8
  br label %done
done:
  ret i8* %m
}
define {} addrspace(10)* @f({} addrspace(10)* %x, i1 %b) {
  %m = call i8* @augmented({} addrspace(10)* %x, i1 %b)
  %a = bitcast i8* %m to { {} addrspace(10)*, double }*
  %t = load { {} addrspace(10)*, double }, { {} addrspace(10)*, double }* %a, align 8
  call void @free(i8* %m)
  %y = extractvalue { {} addrspace(10)*, double } %t, 0
  ret {} addrspace(10)* %y
}
