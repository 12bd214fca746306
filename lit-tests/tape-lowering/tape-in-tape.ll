; Each inner tape lies in a cell of the outer one, and is used and freed through reloads: a cell that holds a lowered
; tape is a pointer word, and the outer tape is lowered for it.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %outer = call [[T]] @ijl_alloc_svec(
; CHECK: loop:
; CHECK: %inner = call [[T]] @ijl_alloc_svec(
; CHECK: store atomic [[T]] %inner, {{.*}} release, align 8
; CHECK-NEXT: call void {{.*}}@julia.write_barrier([[T]] %outer, [[T]] %inner)
; CHECK-NEXT: call void @safepoint()
; CHECK: %r = load [[T]]
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %r,
; CHECK-NOT: @free
; CHECK: ret void

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i64 %n) {
entry:
  %s = mul i64 %n, 8
  %outer = call ptr @malloc(i64 %s)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %inner = call ptr @malloc(i64 %s)
  %c = getelementptr inbounds ptr, ptr %outer, i64 %i
  store ptr %inner, ptr %c, align 8
  call void @safepoint()
  %r = load ptr, ptr %c, align 8
  store ptr addrspace(10) %x, ptr %r, align 8
  %forfree = load ptr, ptr %c, align 8
  call void @free(ptr %forfree)
  %next = add i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop
done:
  call void @free(ptr %outer)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)
declare void @safepoint()

define void @f({} addrspace(10)* %x, i64 %n) {
entry:
  %s = mul i64 %n, 8
  %outer = call i8* @malloc(i64 %s)
  %o = bitcast i8* %outer to i8**
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %inner = call i8* @malloc(i64 %s)
  %c = getelementptr inbounds i8*, i8** %o, i64 %i
  store i8* %inner, i8** %c, align 8
  call void @safepoint()
  %r = load i8*, i8** %c, align 8
  %a = bitcast i8* %r to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %forfree = load i8*, i8** %c, align 8
  call void @free(i8* %forfree)
  %next = add i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop
done:
  call void @free(i8* %outer)
  ret void
}
