; A phi of pointers into two objects becomes a phi of the objects and one of the distances: the barrier needs the object.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: [[P:%.*]] = phi [[T]] [ %m, %left ], [ %n, %entry ]
; CHECK-NEXT: phi i64 [ 8, %left ], [ 8, %entry ]
; CHECK: store atomic [[T]] %x
; CHECK: call void {{.*}}@julia.write_barrier([[T]] [[P]],

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i1 %b) {
entry:
  %m = call ptr @malloc(i64 16)
  %n = call ptr @malloc(i64 16)
  %m1 = getelementptr inbounds i8, ptr %m, i64 8
  %n1 = getelementptr inbounds i8, ptr %n, i64 8
  br i1 %b, label %left, label %join
left:
  br label %join
join:
  %p = phi ptr [ %m1, %left ], [ %n1, %entry ]
  call void @safepoint()
  store ptr addrspace(10) %x, ptr %p, align 8
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
  %m1 = getelementptr inbounds i8, i8* %m, i64 8
  %n1 = getelementptr inbounds i8, i8* %n, i64 8
  br i1 %b, label %left, label %join
left:
  br label %join
join:
  %p = phi i8* [ %m1, %left ], [ %n1, %entry ]
  call void @safepoint()
  %a = bitcast i8* %p to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
