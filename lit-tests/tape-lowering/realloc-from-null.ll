; A growing tape starts from null: the helper takes null for an object of length 0. Nothing frees the old object, and the new
; one needs no barriers for what is copied into it.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %old = phi [[T]] [ null, %entry ], [ %new, %loop ]
; CHECK: %new = call [[T]] @julia.tape.svec_grow([[T]] %old, i64 %{{.*}})
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %new,
; CHECK-NOT: @free
; CHECK: ret void
; CHECK-LABEL: define internal {{.*}} @julia.tape.svec_grow(
; CHECK: %new = call [[T]] @ijl_alloc_svec(i64 %count)
; CHECK-NEXT: [[NULL:%.*]] = icmp eq [[T]] %old, null
; CHECK-NEXT: br i1 [[NULL]], label %done,
; CHECK-NOT: write_barrier
; CHECK: store atomic [[T]] {{.*}} release, align 8
; CHECK-NOT: write_barrier
; CHECK: ret [[T]] %new

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @realloc(ptr, i64)
declare void @free(ptr)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i1 %b) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %old = phi ptr [ null, %entry ], [ %new, %loop ]
  %next = add i64 %i, 1
  %s = mul i64 %next, 8
  %new = call ptr @realloc(ptr %old, i64 %s)
  %c = getelementptr inbounds ptr addrspace(10), ptr %new, i64 %i
  store ptr addrspace(10) %x, ptr %c, align 8
  call void @safepoint()
  br i1 %b, label %done, label %loop
done:
  call void @free(ptr %new)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @realloc(i8*, i64)
declare void @free(i8*)
declare void @safepoint()

define void @f({} addrspace(10)* %x, i1 %b) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %old = phi i8* [ null, %entry ], [ %new, %loop ]
  %next = add i64 %i, 1
  %s = mul i64 %next, 8
  %new = call i8* @realloc(i8* %old, i64 %s)
  %a = bitcast i8* %new to {} addrspace(10)**
  %c = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %a, i64 %i
  store {} addrspace(10)* %x, {} addrspace(10)** %c, align 8
  call void @safepoint()
  br i1 %b, label %done, label %loop
done:
  call void @free(i8* %new)
  ret void
}
