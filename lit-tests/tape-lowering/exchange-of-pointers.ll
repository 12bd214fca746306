; An atomic exchange stores a pointer as well: it needs the barrier, and keeps its ordering. Exchanging null for an object does not.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: call void @safepoint()
; CHECK: cmpxchg {{.*}}addrspace(11){{.*}}, [[T]] %x, [[T]] null acq_rel monotonic
; CHECK-NEXT: call void @safepoint()
; CHECK: cmpxchg {{.*}}addrspace(11){{.*}}, [[T]] null, [[T]] %x seq_cst seq_cst
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %m,
; CHECK-NEXT: call void @safepoint()

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  call void @safepoint()
  %r = cmpxchg ptr %m, ptr addrspace(10) %x, ptr addrspace(10) null acq_rel monotonic
  call void @safepoint()
  %s = cmpxchg ptr %m, ptr addrspace(10) null, ptr addrspace(10) %x seq_cst seq_cst
  call void @safepoint()
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  call void @safepoint()
  %r = cmpxchg {} addrspace(10)** %a, {} addrspace(10)* %x, {} addrspace(10)* null acq_rel monotonic
  call void @safepoint()
  %s = cmpxchg {} addrspace(10)** %a, {} addrspace(10)* null, {} addrspace(10)* %x seq_cst seq_cst
  call void @safepoint()
  ret void
}
