; A phi may have itself as input; an inner loop carries the tape around without touching it.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: [[P:%.*]] = phi [[T]] [ %m, %entry ], [ [[Q:%.*]], %latch ]
; CHECK: [[Q]] = phi [[T]] [ [[P]], %outer ], [ [[Q]], %inner ]
; CHECK: call void {{.*}}@julia.write_barrier([[T]] [[Q]],

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i1 %b, i1 %c) {
entry:
  %m = call ptr @malloc(i64 8)
  br label %outer
outer:
  %p = phi ptr [ %m, %entry ], [ %q, %latch ]
  br label %inner
inner:
  %q = phi ptr [ %p, %outer ], [ %q, %inner ]
  call void @safepoint()
  br i1 %b, label %latch, label %inner
latch:
  store ptr addrspace(10) %x, ptr %q, align 8
  br i1 %c, label %done, label %outer
done:
  call void @free(ptr %q)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)
declare void @safepoint()

define void @f({} addrspace(10)* %x, i1 %b, i1 %c) {
entry:
  %m = call i8* @malloc(i64 8)
  br label %outer
outer:
  %p = phi i8* [ %m, %entry ], [ %q, %latch ]
  br label %inner
inner:
  %q = phi i8* [ %p, %outer ], [ %q, %inner ]
  call void @safepoint()
  br i1 %b, label %latch, label %inner
latch:
  %a = bitcast i8* %q to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  br i1 %c, label %done, label %outer
done:
  call void @free(i8* %q)
  ret void
}
