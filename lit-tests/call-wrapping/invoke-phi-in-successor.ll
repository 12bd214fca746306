; The leave comes before any phi node of the destination: on an edge that others share, or whose
; destination has phi nodes, it gets a block of its own.
; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %wrap %t/opaque.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %wrap %typed %t/typed.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable call-wrapping %t/opaque.ll %}
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %t/typed.ll %}

; CHECK-LABEL: define {{.*}} @f(
; CHECK:         [[STATE:%.*]] = call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    %a = invoke double @lazy(i64 %n)
; CHECK-NEXT:            to label %[[EDGE1:.*]] unwind label %bad
; CHECK:       [[EDGE1]]:
; CHECK-NEXT:    call void @jl_gc_safe_leave(i8 [[STATE]])
; CHECK-NEXT:    br label %join
; CHECK:       other:
; CHECK:         %b = invoke double @lazy(i64 1)
; CHECK-NEXT:            to label %[[EDGE2:.*]] unwind label %bad2
; CHECK:       [[EDGE2]]:
; CHECK-NEXT:    call void @jl_gc_safe_leave(
; CHECK-NEXT:    br label %join
; CHECK:       join:
; CHECK-NEXT:    %r = phi {{.*}} [ %o, %[[EDGE1]] ], [ %q, %[[EDGE2]] ], [ null, %bad ]
; CHECK-NEXT:    ret {{.*}} %r

; One predecessor, but a phi node.
; CHECK-LABEL: define {{.*}} @g(
; CHECK:         invoke double @lazy(
; CHECK-NEXT:            to label %[[EDGE:.*]] unwind label %bad
; CHECK:       [[EDGE]]:
; CHECK-NEXT:    call void @jl_gc_safe_leave(
; CHECK-NEXT:    br label %ok
; CHECK:       ok:
; CHECK-NEXT:    %r = phi {{.*}} [ %o, %[[EDGE]] ]

;--- opaque.ll
declare double @lazy(i64) "lazy-compiled"
define ptr addrspace(10) @f(i64 %n, i1 %c, ptr addrspace(10) %o, ptr addrspace(10) %q) personality i64 0 {
entry:
  br i1 %c, label %one, label %other
one:
  %a = invoke double @lazy(i64 %n) to label %join unwind label %bad
other:
  %b = invoke double @lazy(i64 1) to label %join unwind label %bad2
bad:
  %lp = landingpad i32 cleanup
  br label %join
bad2:
  %lp2 = landingpad i32 cleanup
  resume i32 %lp2
join:
  %r = phi ptr addrspace(10) [ %o, %one ], [ %q, %other ], [ null, %bad ]
  ret ptr addrspace(10) %r
}
define ptr addrspace(10) @g(i64 %n, ptr addrspace(10) %o) personality i64 0 {
entry:
  %a = invoke double @lazy(i64 %n) to label %ok unwind label %bad
ok:
  %r = phi ptr addrspace(10) [ %o, %entry ]
  ret ptr addrspace(10) %r
bad:
  %lp = landingpad i32 cleanup
  resume i32 %lp
}

;--- typed.ll
declare double @lazy(i64) "lazy-compiled"
define {} addrspace(10)* @f(i64 %n, i1 %c, {} addrspace(10)* %o, {} addrspace(10)* %q) personality i64 0 {
entry:
  br i1 %c, label %one, label %other
one:
  %a = invoke double @lazy(i64 %n) to label %join unwind label %bad
other:
  %b = invoke double @lazy(i64 1) to label %join unwind label %bad2
bad:
  %lp = landingpad i32 cleanup
  br label %join
bad2:
  %lp2 = landingpad i32 cleanup
  resume i32 %lp2
join:
  %r = phi {} addrspace(10)* [ %o, %one ], [ %q, %other ], [ null, %bad ]
  ret {} addrspace(10)* %r
}
define {} addrspace(10)* @g(i64 %n, {} addrspace(10)* %o) personality i64 0 {
entry:
  %a = invoke double @lazy(i64 %n) to label %ok unwind label %bad
ok:
  %r = phi {} addrspace(10)* [ %o, %entry ]
  ret {} addrspace(10)* %r
bad:
  %lp = landingpad i32 cleanup
  resume i32 %lp
}
