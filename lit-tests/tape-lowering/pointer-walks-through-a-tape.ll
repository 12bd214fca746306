; A pointer that steps through the tape is known by its object and a distance; its end is compared as an address.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %m = call [[T]] @ijl_alloc_svec(
; CHECK: [[BASE:%.*]] = phi [[T]] [ %m, %entry ], [ [[BASE]], %loop ]
; CHECK-NEXT: [[AT:%.*]] = phi i64 [ 0, %entry ], [ [[NEXT:%.*]], %loop ]
; CHECK: addrspacecast [[T]] [[BASE]] to
; CHECK: getelementptr {{.*}} i64 [[AT]]
; CHECK: %y = load [[T]]
; CHECK: [[NEXT]] = add i64 [[AT]], 8
; CHECK: icmp eq {{.*}}addrspace(11)

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @use(ptr addrspace(10))

define void @f(ptr addrspace(10) %x, i64 %n) {
entry:
  %s = mul i64 %n, 8
  %m = call ptr @malloc(i64 %s)
  %end = getelementptr inbounds ptr addrspace(10), ptr %m, i64 %n
  br label %loop
loop:
  %p = phi ptr [ %m, %entry ], [ %q, %loop ]
  %y = load ptr addrspace(10), ptr %p, align 8
  call void @use(ptr addrspace(10) %y)
  %q = getelementptr inbounds ptr addrspace(10), ptr %p, i64 1
  %e = icmp eq ptr %q, %end
  br i1 %e, label %done, label %loop
done:
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @use({} addrspace(10)*)

define void @f({} addrspace(10)* %x, i64 %n) {
entry:
  %s = mul i64 %n, 8
  %m = call i8* @malloc(i64 %s)
  %a = bitcast i8* %m to {} addrspace(10)**
  %end = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %a, i64 %n
  br label %loop
loop:
  %p = phi {} addrspace(10)** [ %a, %entry ], [ %q, %loop ]
  %y = load {} addrspace(10)*, {} addrspace(10)** %p, align 8
  call void @use({} addrspace(10)* %y)
  %q = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %p, i64 1
  %e = icmp eq {} addrspace(10)** %q, %end
  br i1 %e, label %done, label %loop
done:
  ret void
}
