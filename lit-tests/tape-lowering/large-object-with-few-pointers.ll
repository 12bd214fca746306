; Zeroing all of a large object for one pointer is dear: the pointer alone gets a store that LLVM keeps.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define double @f(
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 512, {{.*}}@jl_tape_type.object.512.p32
; CHECK-NOT: memset
; CHECK: getelementptr {{.*}} i64 256
; CHECK: store atomic [[T]] null, {{.*}} release, align 8
; CHECK-NEXT: call void @safepoint()

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define double @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 512)
  call void @safepoint()
  %b = getelementptr inbounds i8, ptr %m, i64 256
  store ptr addrspace(10) %x, ptr %b, align 8
  %c = getelementptr inbounds i8, ptr %m, i64 504
  %v = load double, ptr %c, align 8
  ret double %v
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define double @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 512)
  call void @safepoint()
  %b = getelementptr inbounds i8, i8* %m, i64 256
  %a = bitcast i8* %b to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %c = getelementptr inbounds i8, i8* %m, i64 504
  %d = bitcast i8* %c to double*
  %v = load double, double* %d, align 8
  ret double %v
}
