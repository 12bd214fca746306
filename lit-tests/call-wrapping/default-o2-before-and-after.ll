; A wrapped call survives LLVM's pipeline, run before or after: nothing comes to lie between enter
; GC-VERIFY: without tail-call: LLVM's O2, which runs last, marks calls tail again
; and leave, the transitions of two branches are not merged, and the body is not inlined into its
; wrapper. (The pipeline marks calls `tail` again; a last call-wrapping takes that back.)
; REQUIRES: opaque-pointers
; RUN: %opt '-passes=default<O2>,call-wrapping,verify' -S %s | FileCheck %s --check-prefixes=CHECK,NOTAIL
; RUN: %opt '-passes=call-wrapping,default<O2>,verify' -S %s | FileCheck %s --check-prefixes=CHECK,AFTER
; RUN: %opt '-passes=call-wrapping,default<O3>,call-wrapping,verify' -S %s | FileCheck %s --check-prefixes=CHECK,AFTER,NOTAIL
; RUN: %check-stable 'call-wrapping,default<O2>,call-wrapping' %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare void @use(ptr addrspace(10))
declare double @lazy(ptr addrspace(10), double) readonly willreturn nounwind "lazy-compiled"
declare ptr addrspace(10) @lazy_object(ptr addrspace(11)) "lazy-compiled"
declare double @lazy_number(double) "lazy-compiled"

; NOTAIL-NOT: {{ }}tail call

; A result that is not used, a call that could be hoisted, a load that could be moved.
; CHECK-LABEL: define double @loop(
; AFTER:         call i8 @jl_gc_safe_enter()
; AFTER-NEXT:    call double @lazy(
; AFTER-NEXT:    call void @jl_gc_safe_leave({{.*}}) [ "jl_roots"(ptr addrspace(10) %o) ]
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double @lazy(
; CHECK-NEXT:    call void @jl_gc_safe_leave({{.*}}) [ "jl_roots"(ptr addrspace(10) %o) ]
; CHECK:         ret double
define double @loop(i64 %n, double %x) {
entry:
  %stack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @new()
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %i1, %head ]
  %sum = phi double [ 0.0, %entry ], [ %sum1, %head ]
  %unused = call double @lazy(ptr addrspace(10) %o, double %x)
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load double, ptr addrspace(11) %d
  %r = call double @lazy(ptr addrspace(10) %o, double %v)
  %sum1 = fadd double %sum, %r
  %i1 = add i64 %i, 1
  %c = icmp eq i64 %i1, %n
  br i1 %c, label %exit, label %head
exit:
  ret double %sum1
}

; CHECK-LABEL: define {{.*}}double @branches(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double @lazy_number(
; CHECK-NEXT:    call void @jl_gc_safe_leave(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call double @lazy_number(
; CHECK-NEXT:    call void @jl_gc_safe_leave(
; CHECK:         ret double
define double @branches(i1 %c, double %x) {
  %y = fadd double %x, 1.0
  br i1 %c, label %one, label %two
one:
  %a = call double @lazy_number(double %x)
  br label %join
two:
  %b = call double @lazy_number(double %y)
  %b1 = fmul double %b, %y
  br label %join
join:
  %r = phi double [ %a, %one ], [ %b1, %two ]
  ret double %r
}

; CHECK-LABEL: define ptr addrspace(10) @entry(
; CHECK-NEXT:  entry:
; CHECK-NEXT:    call i8 @jl_gc_unsafe_enter()
; CHECK-NEXT:    [[R:%.*]] = {{.*}}call {{.*}}ptr addrspace(10) @entry.body(
; CHECK-NEXT:    ret ptr addrspace(10) [[R]]
; CHECK-LABEL: define internal {{.*}}ptr addrspace(10) @entry.body(
; CHECK:         call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    call ptr addrspace(10) @lazy_object(
; CHECK-NEXT:    call void @jl_gc_safe_leave({{.*}}) [ "jl_roots"(ptr addrspace(11) %{{.*}}) ]
; CHECK:         ret ptr addrspace(10)
define ptr addrspace(10) @entry(ptr addrspace(10) %o) "lazy-compiled" {
  %stack = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %f = getelementptr i8, ptr addrspace(11) %d, i64 8
  %r = call ptr addrspace(10) @lazy_object(ptr addrspace(11) %f)
  call void @use(ptr addrspace(10) %r)
  ret ptr addrspace(10) %r
}
