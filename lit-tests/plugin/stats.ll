; stats counts what was done, on standard error only: the output is the same without it.
; GC-VERIFY: without plain-memory: the refused tape stays where the collector does not see it

; REQUIRES: opaque-pointers
; RUN: %opt -passes="tape-lowering<stats;on-unsupported=skip>,verify" -S %s -o %t.with 2>&1 | FileCheck %s
; RUN: %opt -passes="tape-lowering<on-unsupported=skip>,verify" -S %s -o %t.without 2>&1 | FileCheck %s --check-prefix=WITHOUT
; RUN: diff %t.with %t.without

; CHECK: tape-lowering statistics:
; CHECK-NEXT: 2 allocations became objects, 1 of them zeroed
; CHECK-NEXT: 1 became SimpleVectors
; CHECK-NEXT: 1 became arrays
; CHECK-NEXT: 0 became tuples of run-time length
; CHECK-NEXT: 1 heap allocations kept: no tracked pointer in them
; CHECK-NEXT: 1 heap allocations refused or kept though they hold tracked pointers
; CHECK-NEXT: 2 calls of free removed
; CHECK-NEXT: 2 barriers, 1 with a reloaded child
; CHECK-NEXT: 2 barriers elided: the object is young
; CHECK-NEXT: 1 barriers elided:
; WITHOUT-NOT: statistics

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()
declare void @sink(ptr)

define double @f(ptr addrspace(10) %x, i64 %n) {
entry:
  %object = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %object, align 8
  %zeroed = call ptr @malloc(i64 8)
  call void @safepoint()
  store ptr addrspace(10) %x, ptr %zeroed, align 8
  store ptr addrspace(10) null, ptr %zeroed, align 8
  %words = mul i64 %n, 8
  %vector = call ptr @malloc(i64 %words)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %cell = getelementptr inbounds ptr addrspace(10), ptr %vector, i64 %i
  store ptr addrspace(10) %x, ptr %cell, align 8
  call void @safepoint()
  %next = add i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop

done:
  %bytes = mul i64 %n, 16
  %array = call ptr @malloc(i64 %bytes)
  store ptr addrspace(10) %x, ptr %array, align 8
  %field = getelementptr inbounds i8, ptr %array, i64 8
  %v = load double, ptr %field, align 8
  %data = call ptr @malloc(i64 8)
  store double 1.0, ptr %data, align 8
  %refused = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %refused, align 8
  call void @sink(ptr %refused)
  call void @free(ptr %object)
  call void @free(ptr %vector)
  call void @free(ptr %data)
  ret double %v
}
