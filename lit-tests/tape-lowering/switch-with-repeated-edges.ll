; A switch may reach a block by several edges; its phi nodes have an entry for each.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK-DAG: phi [[T]] [ %m, %entry ], [ %m, %entry ], [ null, %other ]
; CHECK-DAG: phi [[T]] [ %m, %entry ], [ %m, %entry ], [ %m, %other ]
; CHECK-DAG: phi i64 [ 8, %entry ], [ 8, %entry ], [ 0, %other ]

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)

define void @f(ptr addrspace(10) %x, i32 %k) {
entry:
  %m = call ptr @malloc(i64 16)
  %g = getelementptr inbounds i8, ptr %m, i64 8
  switch i32 %k, label %other [ i32 0, label %join
                                i32 1, label %join ]
other:
  br label %join
join:
  %p = phi ptr [ %m, %entry ], [ %m, %entry ], [ null, %other ]
  %q = phi ptr [ %g, %entry ], [ %g, %entry ], [ %m, %other ]
  store ptr addrspace(10) %x, ptr %q, align 8
  call void @free(ptr %p)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)

define void @f({} addrspace(10)* %x, i32 %k) {
entry:
  %m = call i8* @malloc(i64 16)
  %g = getelementptr inbounds i8, i8* %m, i64 8
  switch i32 %k, label %other [ i32 0, label %join
                                i32 1, label %join ]
other:
  br label %join
join:
  %p = phi i8* [ %m, %entry ], [ %m, %entry ], [ null, %other ]
  %q = phi i8* [ %g, %entry ], [ %g, %entry ], [ %m, %other ]
  %a = bitcast i8* %q to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  call void @free(i8* %p)
  ret void
}
