; A child that cannot be null goes to the barrier as it is: an argument, a load or a result that says so.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK-NOT: select
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %m, [[T]] %x)
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %m, [[T]] %y)
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %m, [[T]] %z)

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()
declare ptr addrspace(10) @get()

define void @f(ptr addrspace(10) nonnull %x, ptr %p) {
  %m = call ptr @malloc(i64 24)
  call void @safepoint()
  %y = load ptr addrspace(10), ptr %p, align 8, !nonnull !0
  %z = call nonnull ptr addrspace(10) @get()
  store ptr addrspace(10) %x, ptr %m, align 8
  %b = getelementptr inbounds ptr addrspace(10), ptr %m, i64 1
  store ptr addrspace(10) %y, ptr %b, align 8
  %c = getelementptr inbounds ptr addrspace(10), ptr %m, i64 2
  store ptr addrspace(10) %z, ptr %c, align 8
  ret void
}
!0 = !{}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()
declare {} addrspace(10)* @get()

define void @f({} addrspace(10)* nonnull %x, {} addrspace(10)** %p) {
  %m = call i8* @malloc(i64 24)
  call void @safepoint()
  %y = load {} addrspace(10)*, {} addrspace(10)** %p, align 8, !nonnull !0
  %z = call nonnull {} addrspace(10)* @get()
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %b = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %a, i64 1
  store {} addrspace(10)* %y, {} addrspace(10)** %b, align 8
  %c = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %a, i64 2
  store {} addrspace(10)* %z, {} addrspace(10)** %c, align 8
  ret void
}
!0 = !{}
