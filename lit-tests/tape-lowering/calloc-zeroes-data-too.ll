; calloc is allocate and zero: the program may read its data before it writes any.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define double @f(
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 16,
; CHECK: call void @llvm.memset.p11{{.*}}, i8 0, i64 16, i1 true)
; CHECK-NOT: @calloc
; CHECK: ret double

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @calloc(i64, i64)
declare void @use(ptr addrspace(10))

define double @f(ptr addrspace(10) %x) {
  %m = call ptr @calloc(i64 2, i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  %b = getelementptr inbounds i8, ptr %m, i64 8
  %v = load double, ptr %b, align 8
  call void @use(ptr addrspace(10) %x)
  ret double %v
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @calloc(i64, i64)
declare void @use({} addrspace(10)*)

define double @f({} addrspace(10)* %x) {
  %m = call i8* @calloc(i64 2, i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %b = getelementptr inbounds i8, i8* %m, i64 8
  %d = bitcast i8* %b to double*
  %v = load double, double* %d, align 8
  call void @use({} addrspace(10)* %x)
  ret double %v
}
