; A tape that crosses lazy calls becomes an object, before or after they are wrapped: the leave keeps
; it alive, and the callee that returns it does not leave.
; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %both %t/opaque.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %both %typed %t/typed.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %opt -passes=call-wrapping,tape-lowering,call-wrapping,verify -S %t/opaque.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %opt %typed -passes=call-wrapping,tape-lowering,call-wrapping,verify -S %t/typed.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering,call-wrapping %t/opaque.ll %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering,call-wrapping %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    %t = call {{.*}} addrspace(10){{\*?}} @forward({{.*}} %o)
; CHECK-NEXT:    call void @jl_gc_safe_leave({{.*}}) [ "jl_roots"({{.*}} %o) ]
; CHECK-NEXT:    call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call void @reverse({{.*}} addrspace(10){{\*?}} %t)
; CHECK-NEXT:    call void @jl_gc_safe_leave({{.*}}) [ "jl_roots"({{.*}} addrspace(10){{\*?}} %t) ]

; CHECK-LABEL: define internal {{.*}} @forward(
; CHECK:         call i8 @jl_gc_unsafe_enter()
; CHECK-NEXT:    [[R:%.*]] = call {{.*}} @forward.body({{.*}} %o)
; CHECK-NEXT:    ret {{.*}} [[R]]

; CHECK-LABEL: define internal void @reverse(
; CHECK:         call i8 @jl_gc_unsafe_enter()
; CHECK-NEXT:    call void @reverse.body({{.*}} %t)
; CHECK-NEXT:    call void @jl_gc_unsafe_leave(

; CHECK-LABEL: define internal {{.*}} @forward.body(
; CHECK:         call {{.*}} @julia.gc_alloc_obj(

;--- opaque.ll
declare ptr @malloc(i64)
declare void @free(ptr)
declare ptr @julia.get_pgcstack()
declare void @use(ptr addrspace(10))
define void @f(ptr addrspace(10) %o) {
  %stack = call ptr @julia.get_pgcstack()
  %t = call ptr @forward(ptr addrspace(10) %o)
  call void @reverse(ptr %t)
  ret void
}
define internal ptr @forward(ptr addrspace(10) %o) "lazy-compiled" {
  %t = call ptr @malloc(i64 8)
  store ptr addrspace(10) %o, ptr %t, align 8
  ret ptr %t
}
define internal void @reverse(ptr %t) "lazy-compiled" {
  %o = load ptr addrspace(10), ptr %t, align 8
  call void @use(ptr addrspace(10) %o)
  call void @free(ptr %t)
  ret void
}

;--- typed.ll
declare i8* @malloc(i64)
declare void @free(i8*)
declare {}*** @julia.get_pgcstack()
declare void @use({} addrspace(10)*)
define void @f({} addrspace(10)* %o) {
  %stack = call {}*** @julia.get_pgcstack()
  %t = call i8* @forward({} addrspace(10)* %o)
  call void @reverse(i8* %t)
  ret void
}
define internal i8* @forward({} addrspace(10)* %o) "lazy-compiled" {
  %t = call i8* @malloc(i64 8)
  %c = bitcast i8* %t to {} addrspace(10)**
  store {} addrspace(10)* %o, {} addrspace(10)** %c, align 8
  ret i8* %t
}
define internal void @reverse(i8* %t) "lazy-compiled" {
  %c = bitcast i8* %t to {} addrspace(10)**
  %o = load {} addrspace(10)*, {} addrspace(10)** %c, align 8
  call void @use({} addrspace(10)* %o)
  call void @free(i8* %t)
  ret void
}
