; A tape that holds a pointer to one of its own kind: one class, whose cells point back into it.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: [[LAST:%.*]] = phi [[T]] [ null, %entry ], [ %m, %loop ]
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj({{.*}}@jl_tape_type.object.16.p0_1
; CHECK: store atomic [[T]] [[LAST]], {{.*}} release, align 8
; CHECK-NOT: write_barrier
; CHECK: call void @safepoint()

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %last = phi ptr [ null, %entry ], [ %m, %loop ]
  %m = call ptr @malloc(i64 16)
  store ptr %last, ptr %m, align 8
  %b = getelementptr inbounds i8, ptr %m, i64 8
  store ptr addrspace(10) %x, ptr %b, align 8
  call void @safepoint()
  %next = add i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop
done:
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define void @f({} addrspace(10)* %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %last = phi i8* [ null, %entry ], [ %m, %loop ]
  %m = call i8* @malloc(i64 16)
  %l = bitcast i8* %m to i8**
  store i8* %last, i8** %l, align 8
  %b = getelementptr inbounds i8, i8* %m, i64 8
  %a = bitcast i8* %b to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  call void @safepoint()
  %next = add i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop
done:
  ret void
}
