; Julia's own declaration of the allocator says what lets LLVM delete a null store before the object is seen by the collector:
; that it reads no memory but its argument's.

; RUN: split-file %s %t
; RUN: %opt -passes="tape-lowering<julia=1.11>,verify" -S %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)"
; RUN: %check-stable "tape-lowering<julia=1.11>" %t/opaque.ll
; RUN: %if typed-pointers %{ %opt -passes="tape-lowering<julia=1.11>,verify" -S %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable "tape-lowering<julia=1.11>" %typed %t/typed.ll %}

; CHECK: declare noalias nonnull [[T]] @julia.gc_alloc_obj({{.*}}) [[ATTRIBUTES:#[0-9]+]]
; CHECK-LABEL: define void @f(
; CHECK: call void @llvm.memset.p11{{.*}} i1 true)
; CHECK-NOT: attributes [[ATTRIBUTES]] = { {{.*}}{{argmemonly|argmem: read[,)]|readonly|readnone}}

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) argmemonly willreturn nounwind allocsize(1)
define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  call void @safepoint()
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

declare {}*** @julia.get_pgcstack()
declare noalias nonnull {} addrspace(10)* @julia.gc_alloc_obj({}*, i64, {} addrspace(10)*) argmemonly willreturn nounwind allocsize(1)
define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  call void @safepoint()
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
