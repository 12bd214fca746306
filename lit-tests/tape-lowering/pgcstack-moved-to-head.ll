; The GC stack is asked for behind the allocation: it must be known before.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK-NEXT: [[PG:%.*]] = call {{.*}} @julia.get_pgcstack()
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj(
; CHECK-NOT: @julia.get_pgcstack()
; CHECK: call void @sink({{.*}} [[PG]])

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

declare ptr @julia.get_pgcstack()
declare void @sink(ptr)
define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  %pg = call ptr @julia.get_pgcstack()
  call void @sink(ptr %pg)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)

declare {}*** @julia.get_pgcstack()
declare void @sink({}***)
define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %pg = call {}*** @julia.get_pgcstack()
  call void @sink({}*** %pg)
  ret void
}
