; Julia does not root what is behind a plain pointer argument: the slot becomes an object that both functions know.
; Lifetime markers are of the stack; they go.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK-NOT: alloca
; CHECK: %s = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 8,
; CHECK: call void @llvm.memset.p11{{.*}}, i8 0, i64 8, i1 true)
; CHECK-NOT: lifetime
; CHECK: call void @fill([[T]] %s,
; CHECK: ret void
; CHECK-LABEL: define internal void @fill(
; CHECK-SAME: [[T]] %s,
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %s,

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare void @use(ptr addrspace(10))
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

define internal void @fill(ptr %s, ptr addrspace(10) %x) {
  store ptr addrspace(10) %x, ptr %s, align 8
  ret void
}
define void @f(ptr addrspace(10) %x) {
  %s = alloca ptr addrspace(10), align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr %s)
  call void @fill(ptr %s, ptr addrspace(10) %x)
  %y = load ptr addrspace(10), ptr %s, align 8
  call void @use(ptr addrspace(10) %y)
  call void @llvm.lifetime.end.p0(i64 8, ptr %s)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare void @use({} addrspace(10)*)
declare void @llvm.lifetime.start.p0i8(i64, i8*)
declare void @llvm.lifetime.end.p0i8(i64, i8*)

define internal void @fill({} addrspace(10)** %s, {} addrspace(10)* %x) {
  store {} addrspace(10)* %x, {} addrspace(10)** %s, align 8
  ret void
}
define void @f({} addrspace(10)* %x) {
  %s = alloca {} addrspace(10)*, align 8
  %u = bitcast {} addrspace(10)** %s to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %u)
  call void @fill({} addrspace(10)** %s, {} addrspace(10)* %x)
  %y = load {} addrspace(10)*, {} addrspace(10)** %s, align 8
  call void @use({} addrspace(10)* %y)
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %u)
  ret void
}
