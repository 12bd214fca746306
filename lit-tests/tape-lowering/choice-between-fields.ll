; What is accessed through one of several pointers lies at each of their places, and says nothing of the words between: the
; data in the same elements stays data. SimplifyCFG makes such phi nodes and selects, InstCombine such indices.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s --check-prefix=TYPED %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @select_of_fields(
; CHECK: %m = {{.*}}@jl_tape_type.object.24.p0_1
; CHECK: [[OFFSET:%.*]] = select i1 %c, i64 0, i64 8
; CHECK: [[PLACE:%.*]] = getelementptr inbounds i8, {{.*}}, i64 [[OFFSET]]
; CHECK: store atomic ptr addrspace(10) %x, ptr addrspace(11) [[PLACE]] release, align 8
; CHECK: load ptr addrspace(10), ptr addrspace(11) [[PLACE]]
; CHECK-LABEL: define void @phi_of_fields(
; CHECK: call ptr addrspace(10) @{{jl_alloc_genericmemory|ijl_alloc_array_1d}}({{.*}}@jl_tape_type.{{memory|vector}}.32.p1_3
; CHECK-LABEL: define void @select_of_indices(
; CHECK: %m = {{.*}}@jl_tape_type.object.24.p1_2
; CHECK-LABEL: define void @two_arguments(
; CHECK: %m = {{.*}}@jl_tape_type.object.24.p0_2
; CHECK: call void @sink(ptr addrspace(10) %m, ptr addrspace(10) %x, i64 0)
; CHECK: call void @sink(ptr addrspace(10) %m, ptr addrspace(10) %x, i64 16)
; CHECK-LABEL: define void @select_of_selects(
; CHECK: %m = {{.*}}@jl_tape_type.object.40.p0_1_3

; TYPED: %m = {{.*}}@jl_tape_type.object.24.p0_1
; TYPED: store atomic {} addrspace(10)* %x, {{.*}} release, align 8

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()

; { object, object, double }
define void @select_of_fields(ptr addrspace(10) %x, i1 %c, double %d) {
  %m = call ptr @malloc(i64 24)
  %b = getelementptr inbounds i8, ptr %m, i64 8
  %d.p = getelementptr inbounds i8, ptr %m, i64 16
  store double %d, ptr %d.p, align 8
  %p = select i1 %c, ptr %m, ptr %b
  store ptr addrspace(10) %x, ptr %p, align 8
  call void @safepoint()
  %r = load ptr addrspace(10), ptr %p, align 8
  call void @use(ptr addrspace(10) %r)
  call void @free(ptr %m)
  ret void
}
define void @phi_of_fields(ptr addrspace(10) %x, i1 %c, double %d, i64 %n) {
entry:
  %size = mul i64 %n, 32
  %m = call ptr @malloc(i64 %size)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %join ]
  %e = getelementptr inbounds { double, ptr addrspace(10), double, ptr addrspace(10) }, ptr %m, i64 %i
  store double %d, ptr %e, align 8
  %e2 = getelementptr inbounds { double, ptr addrspace(10), double, ptr addrspace(10) }, ptr %m, i64 %i, i32 2
  store double %d, ptr %e2, align 8
  br i1 %c, label %left, label %right
left:
  %a = getelementptr inbounds { double, ptr addrspace(10), double, ptr addrspace(10) }, ptr %m, i64 %i, i32 1
  br label %join
right:
  %b = getelementptr inbounds { double, ptr addrspace(10), double, ptr addrspace(10) }, ptr %m, i64 %i, i32 3
  br label %join
join:
  %p = phi ptr [ %a, %left ], [ %b, %right ]
  store ptr addrspace(10) %x, ptr %p, align 8
  call void @safepoint()
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  call void @free(ptr %m)
  ret void
}
define void @select_of_indices(ptr addrspace(10) %x, i1 %c, double %d) {
  %m = call ptr @malloc(i64 24)
  store double %d, ptr %m, align 8
  %i = select i1 %c, i64 8, i64 16
  %p = getelementptr inbounds i8, ptr %m, i64 %i
  store ptr addrspace(10) %x, ptr %p, align 8
  call void @safepoint()
  %r = load ptr addrspace(10), ptr %p, align 8
  call void @use(ptr addrspace(10) %r)
  call void @free(ptr %m)
  ret void
}
define internal void @sink(ptr %p, ptr addrspace(10) %x) {
  store ptr addrspace(10) %x, ptr %p, align 8
  ret void
}
define void @two_arguments(ptr addrspace(10) %x, double %d) {
  %m = call ptr @malloc(i64 24)
  %d.p = getelementptr inbounds i8, ptr %m, i64 8
  store double %d, ptr %d.p, align 8
  call void @sink(ptr %m, ptr addrspace(10) %x)
  %b = getelementptr inbounds i8, ptr %m, i64 16
  call void @sink(ptr %b, ptr addrspace(10) %x)
  call void @safepoint()
  call void @free(ptr %m)
  ret void
}
define void @select_of_selects(ptr addrspace(10) %x, i1 %c, i1 %e, double %d) {
  %m = call ptr @malloc(i64 40)
  %d.p = getelementptr inbounds i8, ptr %m, i64 16
  store double %d, ptr %d.p, align 8
  %b = getelementptr inbounds i8, ptr %m, i64 8
  %f = getelementptr inbounds i8, ptr %m, i64 24
  %p = select i1 %c, ptr %m, ptr %b
  %q = select i1 %e, ptr %p, ptr %f
  store ptr addrspace(10) %x, ptr %q, align 8
  %u = getelementptr inbounds i8, ptr %m, i64 32
  store double %d, ptr %u, align 8
  call void @safepoint()
  call void @free(ptr %m)
  ret void
}
declare void @use(ptr addrspace(10))

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)
declare void @safepoint()

define void @select_of_fields({} addrspace(10)* %x, i1 %c, double %d) {
  %m = call i8* @malloc(i64 24)
  %e = bitcast i8* %m to { {} addrspace(10)*, {} addrspace(10)*, double }*
  %d.p = getelementptr inbounds { {} addrspace(10)*, {} addrspace(10)*, double }, { {} addrspace(10)*, {} addrspace(10)*, double }* %e, i64 0, i32 2
  store double %d, double* %d.p, align 8
  %a = getelementptr inbounds { {} addrspace(10)*, {} addrspace(10)*, double }, { {} addrspace(10)*, {} addrspace(10)*, double }* %e, i64 0, i32 0
  %b = getelementptr inbounds { {} addrspace(10)*, {} addrspace(10)*, double }, { {} addrspace(10)*, {} addrspace(10)*, double }* %e, i64 0, i32 1
  %p = select i1 %c, {} addrspace(10)** %a, {} addrspace(10)** %b
  store {} addrspace(10)* %x, {} addrspace(10)** %p, align 8
  call void @safepoint()
  call void @free(i8* %m)
  ret void
}
