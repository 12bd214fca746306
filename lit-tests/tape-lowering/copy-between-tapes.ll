; A copy of pointers is word by word, as pointers must not tear, and all is read before anything is written. Into a fresh object
; it needs no barrier, and it initialises the words.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define double @f(
; CHECK: %n = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 16, {{.*}}@jl_tape_type.object.16.p0
; CHECK-NOT: llvm.mem
; CHECK-NOT: write_barrier
; CHECK: [[X:%.*]] = load [[T]]
; CHECK: store atomic [[T]] [[X]], {{.*}} release, align 8
; CHECK-NOT: write_barrier
; CHECK: call void @safepoint()
; CHECK: [[Y:%.*]] = load [[T]]
; CHECK: store atomic [[T]] [[Y]], {{.*}} release, align 8
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %n,
; CHECK: call void @safepoint()
; CHECK-NOT: llvm.mem
; CHECK: ret double

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define double @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 16)
  store ptr addrspace(10) %x, ptr %m, align 8
  %b = getelementptr inbounds i8, ptr %m, i64 8
  store double 1.0, ptr %b, align 8
  %n = call ptr @malloc(i64 16)
  call void @llvm.memcpy.p0.p0.i64(ptr %n, ptr %m, i64 16, i1 false)
  call void @safepoint()
  call void @llvm.memcpy.p0.p0.i64(ptr %n, ptr %m, i64 16, i1 false)
  call void @safepoint()
  %c = getelementptr inbounds i8, ptr %n, i64 8
  %v = load double, ptr %c, align 8
  ret double %v
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()
declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1)

define double @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 16)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %b = getelementptr inbounds i8, i8* %m, i64 8
  %d = bitcast i8* %b to double*
  store double 1.0, double* %d, align 8
  %n = call i8* @malloc(i64 16)
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %n, i8* %m, i64 16, i1 false)
  call void @safepoint()
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %n, i8* %m, i64 16, i1 false)
  call void @safepoint()
  %c = getelementptr inbounds i8, i8* %n, i64 8
  %e = bitcast i8* %c to double*
  %v = load double, double* %e, align 8
  ret double %v
}
