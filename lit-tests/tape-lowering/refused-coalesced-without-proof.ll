; Allocations that cannot be lowered as one, and do not show that Enzyme made them of several.

; REQUIRES: opaque-pointers
; RUN: split-file %s %t
; RUN: not %tape %t/unmarked.ll 2>&1 | FileCheck %s
; RUN: not %tape %t/unrounded.ll 2>&1 | FileCheck %s
; RUN: not %tape %t/loop.ll 2>&1 | FileCheck %s
; RUN: not %tape %t/steps.ll 2>&1 | FileCheck %s

; CHECK-NOT: {{^}}define
; CHECK: error: tape-lowering: [JGP110 {{.*}} in function 'f': the tape holds both an object pointer and data

;--- unmarked.ll
; Numbers and no mark: the allocation may be the program's own, and an index may reach from one part to the other.
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i64 %i) {
  %m = call ptr @malloc(i64 48)
  %second = getelementptr inbounds i8, ptr %m, i64 16
  %a = getelementptr inbounds { ptr addrspace(10), i64 }, ptr %second, i64 %i, i32 1
  store i64 9, ptr %a, align 8
  %j = add i64 %i, 2
  %b = getelementptr inbounds ptr addrspace(10), ptr %m, i64 %j
  store ptr addrspace(10) %x, ptr %b, align 8
  call void @free(ptr %m)
  ret void
}

;--- unrounded.ll
; A size with a sum in it that nothing rounds up is no sum of Enzyme's.
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i64 %n, i64 %i) {
  %half = mul i64 %n, 16
  %all = add i64 %half, %half
  %m = call ptr @malloc(i64 %all)
  %second = getelementptr inbounds i8, ptr %m, i64 %half
  %a = getelementptr inbounds i64, ptr %second, i64 %i
  store i64 9, ptr %a, align 8
  %b = getelementptr inbounds ptr addrspace(10), ptr %m, i64 %i
  store ptr addrspace(10) %x, ptr %b, align 8
  call void @free(ptr %m)
  ret void
}

;--- loop.ll
; The pointer to the part is computed in a loop: an object there would be a new one each time.
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i64 %n) {
entry:
  %bytes = mul i64 %n, 8
  %less = sub i64 %bytes, 1
  %or = or i64 %less, 15
  %rounded = add i64 %or, 1
  %all = add i64 %rounded, %bytes
  %m = call ptr @malloc(i64 %all)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %second = getelementptr inbounds i8, ptr %m, i64 %rounded
  %a = getelementptr inbounds i64, ptr %second, i64 %i
  store i64 9, ptr %a, align 8
  %b = getelementptr inbounds ptr addrspace(10), ptr %m, i64 %i
  store ptr addrspace(10) %x, ptr %b, align 8
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  call void @free(ptr %m)
  ret void
}

;--- steps.ll
; Marked, but a step starts behind the first part's end.
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i64 %i) {
  %m = call ptr @malloc(i64 48), !enzyme_cache_alloc !0
  %second = getelementptr inbounds i8, ptr %m, i64 16
  %a = getelementptr inbounds { i64, ptr addrspace(10) }, ptr %second, i64 %i
  store i64 9, ptr %a, align 8
  store ptr addrspace(10) %x, ptr %m, align 8
  %b = getelementptr inbounds { [2 x ptr addrspace(10)], [2 x { i64, ptr addrspace(10) }] }, ptr %m, i64 0, i32 1, i64 %i, i32 1
  store ptr addrspace(10) %x, ptr %b, align 8
  call void @free(ptr %m)
  ret void
}

!0 = !{}
