; Julia roots nothing in a function without julia.get_pgcstack in its entry block. One with objects
; at a wrapped call gets it at its head; one without needs none.
; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %wrap %t/opaque.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %wrap %typed %t/typed.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable call-wrapping %t/opaque.ll %}
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %t/typed.ll %}
; RUN: %if opaque-pointers %{ not %wrap %t/musttail.ll 2>&1 | FileCheck %s --check-prefix=MUSTTAIL %}

; CHECK-LABEL: define void @argument(
; CHECK-NEXT:    call {{.*}} @julia.get_pgcstack()
; CHECK-NEXT:    call i8 @jl_gc_safe_enter()

; CHECK-LABEL: define void @result(
; CHECK-NEXT:    call {{.*}} @julia.get_pgcstack()
; CHECK-NEXT:    call i8 @jl_gc_safe_enter()

; An object that merely lives across the call.
; CHECK-LABEL: define void @live(
; CHECK-NEXT:    call {{.*}} @julia.get_pgcstack()
; CHECK:         call i8 @jl_gc_safe_enter()

; CHECK-LABEL: define void @late(
; CHECK-NEXT:    %stack = call {{.*}} @julia.get_pgcstack()
; CHECK-NEXT:    call i8 @jl_gc_safe_enter()
; CHECK-NOT:     get_pgcstack
; CHECK:         ret void

; CHECK-LABEL: define void @none(
; CHECK-NEXT:    call i8 @jl_gc_safe_enter()

; In an entry it belongs to the body: the wrapper has no frame.
; CHECK-LABEL: define void @entry(
; CHECK-NOT:     get_pgcstack
; CHECK-LABEL: define internal void @entry.body(
; CHECK-NEXT:    call {{.*}} @julia.get_pgcstack()

; A frame cannot be taken down before a musttail call.
; MUSTTAIL: error: call-wrapping: [JGP210 musttail-beside-roots] in function 'f':

;--- opaque.ll
declare void @lazy() "lazy-compiled"
declare void @lazy_in(ptr addrspace(10)) "lazy-compiled"
declare ptr addrspace(10) @lazy_out() "lazy-compiled"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
define void @argument(ptr addrspace(10) %o) {
  call void @lazy_in(ptr addrspace(10) %o)
  ret void
}
define void @result() {
  %o = call ptr addrspace(10) @lazy_out()
  ret void
}
define void @live(ptr %p) {
  %o = call ptr addrspace(10) @new()
  call void @lazy()
  store ptr addrspace(10) %o, ptr %p
  ret void
}
define void @late(ptr addrspace(10) %o) {
  call void @lazy_in(ptr addrspace(10) %o)
  %stack = call ptr @julia.get_pgcstack()
  ret void
}
define void @none() {
  call void @lazy()
  ret void
}
define void @entry(ptr addrspace(10) %o) "lazy-compiled" {
  call void @lazy_in(ptr addrspace(10) %o)
  ret void
}

;--- typed.ll
declare void @lazy() "lazy-compiled"
declare void @lazy_in({} addrspace(10)*) "lazy-compiled"
declare {} addrspace(10)* @lazy_out() "lazy-compiled"
declare {}*** @julia.get_pgcstack()
declare {} addrspace(10)* @new()
define void @argument({} addrspace(10)* %o) {
  call void @lazy_in({} addrspace(10)* %o)
  ret void
}
define void @result() {
  %o = call {} addrspace(10)* @lazy_out()
  ret void
}
define void @live({} addrspace(10)** %p) {
  %o = call {} addrspace(10)* @new()
  call void @lazy()
  store {} addrspace(10)* %o, {} addrspace(10)** %p
  ret void
}
define void @late({} addrspace(10)* %o) {
  call void @lazy_in({} addrspace(10)* %o)
  %stack = call {}*** @julia.get_pgcstack()
  ret void
}
define void @none() {
  call void @lazy()
  ret void
}
define void @entry({} addrspace(10)* %o) "lazy-compiled" {
  call void @lazy_in({} addrspace(10)* %o)
  ret void
}

;--- musttail.ll
declare void @lazy() "lazy-compiled"
declare ptr addrspace(10) @new()
declare void @next()
define void @f() {
  %o = call ptr addrspace(10) @new()
  call void @lazy()
  musttail call void @next()
  ret void
}
