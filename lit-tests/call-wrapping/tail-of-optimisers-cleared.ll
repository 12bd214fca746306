; LLVM's optimisations mark calls `tail`, lazy ones in the module or not. In a function with a GC frame and objects of its own
; that loses the stores to the frame; elsewhere it does no harm and stays.

; REQUIRES: opaque-pointers
; RUN: %wrap %s | FileCheck %s
; RUN: %check-stable call-wrapping %s

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @box(double)
declare void @use(ptr addrspace(10))

; CHECK-LABEL: define void @makes(
; CHECK: {{^}}  %o = call ptr addrspace(10) @box(
; CHECK: {{^}}  call void @use(
define void @makes(double %x) {
  %stack = tail call ptr @julia.get_pgcstack()
  %o = tail call ptr addrspace(10) @box(double %x)
  tail call void @use(ptr addrspace(10) %o)
  ret void
}

; CHECK-LABEL: define void @passes_on(
; CHECK: tail call void @use(
define void @passes_on(ptr addrspace(10) %o) {
  %stack = call ptr @julia.get_pgcstack()
  tail call void @use(ptr addrspace(10) %o)
  ret void
}

; CHECK-LABEL: define ptr addrspace(10) @no_frame(
; CHECK: tail call ptr addrspace(10) @box(
define ptr addrspace(10) @no_frame(double %x) {
  %o = tail call ptr addrspace(10) @box(double %x)
  ret ptr addrspace(10) %o
}
