; Newer LLVM addresses struct fields in bytes: the layout follows from the accesses, not from the types of the geps.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK: @jl_tape_type.{{vector|memory}}.24.p2 = external global i8, align 16
; CHECK-LABEL: define double @f(
; CHECK-NOT: @malloc
; CHECK: !{!"jl_tape_type.{{vector|memory}}.24.p2", !"{{vector|memory}}", i64 0, i64 8, i64 0, i64 24, i64 16}

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define double @f(ptr addrspace(10) %x, i64 %n, i64 %i) {
  %s = mul i64 %n, 24
  %m = call ptr @malloc(i64 %s)
  %o = mul i64 %i, 24
  %e = getelementptr inbounds i8, ptr %m, i64 %o
  %p = getelementptr inbounds i8, ptr %e, i64 16
  store ptr addrspace(10) %x, ptr %p, align 8
  %q = getelementptr inbounds i8, ptr %e, i64 8
  %v = load double, ptr %q, align 8
  ret double %v
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

define double @f({} addrspace(10)* %x, i64 %n, i64 %i) {
  %s = mul i64 %n, 24
  %m = call i8* @malloc(i64 %s)
  %o = mul i64 %i, 24
  %e = getelementptr inbounds i8, i8* %m, i64 %o
  %p = getelementptr inbounds i8, i8* %e, i64 16
  %a = bitcast i8* %p to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %q = getelementptr inbounds i8, i8* %e, i64 8
  %d = bitcast i8* %q to double*
  %v = load double, double* %d, align 8
  ret double %v
}
