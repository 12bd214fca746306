; The pointee types lie: a tape cast to an array of bytes holds a pointer, and one of pointers holds data. Only accesses count.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK: @jl_tape_type.object.32.p2 = external global i8, align 16
; CHECK: !julia.tape.types = !{[[ROW:![0-9]+]]}
; CHECK: [[ROW]] = !{!"jl_tape_type.object.32.p2", !"object", i64 32, i64 8, i64 1, i64 32, i64 16}

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define double @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 32)
  %p = getelementptr inbounds [4 x ptr addrspace(10)], ptr %m, i64 0, i64 1
  store double 1.0, ptr %p, align 8
  %v = load double, ptr %p, align 8
  %q = getelementptr inbounds [32 x i8], ptr %m, i64 0, i64 16
  store ptr addrspace(10) %x, ptr %q, align 8
  ret double %v
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

define double @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 32)
  %l = bitcast i8* %m to [4 x {} addrspace(10)*]*
  %p = getelementptr inbounds [4 x {} addrspace(10)*], [4 x {} addrspace(10)*]* %l, i64 0, i64 1
  %d = bitcast {} addrspace(10)** %p to double*
  store double 1.0, double* %d, align 8
  %v = load double, double* %d, align 8
  %b = bitcast i8* %m to [32 x i8]*
  %q = getelementptr inbounds [32 x i8], [32 x i8]* %b, i64 0, i64 16
  %a = bitcast i8* %q to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret double %v
}
