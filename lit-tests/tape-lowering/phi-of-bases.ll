; The parent of the barrier is the object, chosen as the pointer was; no interior pointer, no cast back from one.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: [[P:%.*]] = phi [[T]] [ %m, %left ], [ %n, %entry ]
; CHECK: store atomic [[T]] %x
; CHECK: call void {{.*}}@julia.write_barrier([[T]] [[P]],
; CHECK-NOT: to [[T]]{{$}}
; CHECK: ret void

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i1 %b) {
entry:
  %m = call ptr @malloc(i64 16)
  %n = call ptr @malloc(i64 16)
  br i1 %b, label %left, label %join
left:
  br label %join
join:
  %p = phi ptr [ %m, %left ], [ %n, %entry ]
  call void @safepoint()
  %q = getelementptr inbounds i8, ptr %p, i64 8
  store ptr addrspace(10) %x, ptr %q, align 8
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define void @f({} addrspace(10)* %x, i1 %b) {
entry:
  %m = call i8* @malloc(i64 16)
  %n = call i8* @malloc(i64 16)
  br i1 %b, label %left, label %join
left:
  br label %join
join:
  %p = phi i8* [ %m, %left ], [ %n, %entry ]
  call void @safepoint()
  %q = getelementptr inbounds i8, i8* %p, i64 8
  %a = bitcast i8* %q to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
