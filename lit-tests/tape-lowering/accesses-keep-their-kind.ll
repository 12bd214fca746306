; Volatile and atomic accesses stay what they are, but for stores of pointers, which are atomic in objects at least.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: store atomic volatile [[T]] %x, {{.*}} seq_cst, align 8
; CHECK: store atomic [[T]] %x, {{.*}} release, align 8
; CHECK: %y = load atomic [[T]], {{.*}} acquire, align 8
; CHECK: store volatile i64 1, {{.*}}addrspace(11)
; CHECK: atomicrmw add {{.*}}addrspace(11){{.*}}, i64 2 monotonic
; CHECK: cmpxchg {{.*}}addrspace(11){{.*}}, i64 2, i64 3 acq_rel monotonic

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 32)
  store atomic volatile ptr addrspace(10) %x, ptr %m seq_cst, align 8
  %b = getelementptr inbounds ptr addrspace(10), ptr %m, i64 1
  store atomic ptr addrspace(10) %x, ptr %b unordered, align 8
  %y = load atomic ptr addrspace(10), ptr %m acquire, align 8
  %c = getelementptr inbounds i8, ptr %m, i64 16
  store volatile i64 1, ptr %c, align 8
  %old = atomicrmw add ptr %c, i64 2 monotonic, align 8
  %pair = cmpxchg ptr %c, i64 2, i64 3 acq_rel monotonic, align 8
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 32)
  %a = bitcast i8* %m to {} addrspace(10)**
  store atomic volatile {} addrspace(10)* %x, {} addrspace(10)** %a seq_cst, align 8
  %b = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %a, i64 1
  store atomic {} addrspace(10)* %x, {} addrspace(10)** %b unordered, align 8
  %y = load atomic {} addrspace(10)*, {} addrspace(10)** %a acquire, align 8
  %c = getelementptr inbounds i8, i8* %m, i64 16
  %i = bitcast i8* %c to i64*
  store volatile i64 1, i64* %i, align 8
  %old = atomicrmw add i64* %i, i64 2 monotonic, align 8
  %pair = cmpxchg i64* %i, i64 2, i64 3 acq_rel monotonic, align 8
  ret void
}
