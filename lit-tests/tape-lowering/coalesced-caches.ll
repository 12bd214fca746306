; LLVM and Enzyme may put two caches into one allocation, the second behind the rounded size of the first: one object,
; one free.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 96, {{.*}}@jl_tape_type.object.96.p0-11
; CHECK-NOT: @julia.gc_alloc_obj
; CHECK: call void @safepoint()
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %m,
; CHECK-NOT: @free

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i64 %i) {
entry:
  %m = call ptr @malloc(i64 96)
  %second = getelementptr inbounds i8, ptr %m, i64 48
  %c = getelementptr inbounds ptr addrspace(10), ptr %m, i64 %i
  store ptr addrspace(10) %x, ptr %c, align 8
  call void @safepoint()
  %d = getelementptr inbounds ptr addrspace(10), ptr %second, i64 %i
  store ptr addrspace(10) %x, ptr %d, align 8
  call void @free(ptr %m)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)
declare void @safepoint()

define void @f({} addrspace(10)* %x, i64 %i) {
entry:
  %m = call i8* @malloc(i64 96)
  %a = bitcast i8* %m to {} addrspace(10)**
  %second = getelementptr inbounds i8, i8* %m, i64 48
  %b = bitcast i8* %second to {} addrspace(10)**
  %c = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %a, i64 %i
  store {} addrspace(10)* %x, {} addrspace(10)** %c, align 8
  call void @safepoint()
  %d = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %b, i64 %i
  store {} addrspace(10)* %x, {} addrspace(10)** %d, align 8
  call void @free(i8* %m)
  ret void
}
