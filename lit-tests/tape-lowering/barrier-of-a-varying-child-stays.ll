; LICM cannot move a barrier whose child is made anew in each iteration: no reload.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK-NOT: volatile
; CHECK: store atomic [[T]] %x
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %m,
; CHECK-NOT: volatile
; CHECK: ret void

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare ptr addrspace(10) @get()

define void @f(i64 %n) {
entry:
  %s = mul i64 %n, 8
  %m = call ptr @malloc(i64 %s)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = call ptr addrspace(10) @get()
  %c = getelementptr inbounds ptr addrspace(10), ptr %m, i64 %i
  store ptr addrspace(10) %x, ptr %c, align 8
  %next = add i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop
done:
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare {} addrspace(10)* @get()

define void @f(i64 %n) {
entry:
  %s = mul i64 %n, 8
  %m = call i8* @malloc(i64 %s)
  %a = bitcast i8* %m to {} addrspace(10)**
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = call {} addrspace(10)* @get()
  %c = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %a, i64 %i
  store {} addrspace(10)* %x, {} addrspace(10)** %c, align 8
  %next = add i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop
done:
  ret void
}
