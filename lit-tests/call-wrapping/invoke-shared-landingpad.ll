; Two lazy invokes and an eager one share a landing pad. Each lazy one gets its own, which leaves;
; the eager one, which has nothing to leave, keeps the old.
; RUN: %wrap %s | FileCheck %s
; RUN: %if typed-pointers %{ %wrap %typed %s | FileCheck %s %}
; RUN: %check-stable call-wrapping %s
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %s %}

declare double @lazy(i64) "lazy-compiled"
declare double @eager(i64)

; CHECK-LABEL: define i64 @f(
; CHECK:         [[STATE1:%.*]] = call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    %a = invoke double @lazy(i64 %n)
; CHECK-NEXT:            to label %second unwind label %[[PAD1:.*]]
; CHECK:       [[PAD1]]:
; CHECK-NEXT:    [[LP1:%.*]] = landingpad i32
; CHECK-NEXT:            filter [1 x i64] zeroinitializer
; CHECK-NEXT:    call void @jl_gc_safe_leave(i8 [[STATE1]])
; CHECK-NEXT:    br label %[[JOIN:.*]]
; CHECK:         %b = invoke double @eager(i64 %n)
; CHECK-NEXT:            to label %third unwind label %bad
; CHECK:         [[STATE3:%.*]] = call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    %c = invoke double @lazy(i64 %n)
; CHECK-NEXT:            to label %ok unwind label %[[PAD3:.*]]
; CHECK:       [[PAD3]]:
; CHECK-NEXT:    [[LP3:%.*]] = landingpad i32
; CHECK-NEXT:            filter [1 x i64] zeroinitializer
; CHECK-NEXT:    call void @jl_gc_safe_leave(i8 [[STATE3]])
; CHECK-NEXT:    br label %[[JOIN]]
; CHECK:       bad:
; CHECK-NEXT:    [[REST:%.*]] = phi i64 [ 2, %second ]
; CHECK-NEXT:    [[LP2:%.*]] = landingpad i32
; CHECK-NEXT:            filter [1 x i64] zeroinitializer
; CHECK-NEXT:    br label %[[JOIN]]
; CHECK:       [[JOIN]]:
; CHECK-NEXT:    %which = phi i64 [ 1, %[[PAD1]] ], [ 3, %[[PAD3]] ], [ [[REST]], %bad ]
; CHECK-NEXT:    %lp = phi i32 [ [[LP2]], %bad ], [ [[LP1]], %[[PAD1]] ], [ [[LP3]], %[[PAD3]] ]
; CHECK-NEXT:    %x = zext i32 %lp to i64
define i64 @f(i64 %n) personality i64 0 {
first:
  %a = invoke double @lazy(i64 %n) to label %second unwind label %bad
second:
  %b = invoke double @eager(i64 %n) to label %third unwind label %bad
third:
  %c = invoke double @lazy(i64 %n) to label %ok unwind label %bad
ok:
  ret i64 0
bad:
  %which = phi i64 [ 1, %first ], [ 2, %second ], [ 3, %third ]
  %lp = landingpad i32 filter [1 x i64] zeroinitializer
  %x = zext i32 %lp to i64
  %s = add i64 %x, %which
  ret i64 %s
}

; No other edge is left: the old pad goes. Its phi nodes feed themselves and each other.
; CHECK-LABEL: define void @loop(
; CHECK:         invoke double @lazy(i64 %p)
; CHECK-NEXT:            to label %next unwind label %[[PAD1:.*]]
; CHECK:       [[PAD1]]:
; CHECK-NOT:     phi
; CHECK:         br label %[[JOIN:.*]]
; CHECK:         invoke double @lazy(i64 %q)
; CHECK-NEXT:            to label %exit unwind label %[[PAD2:.*]]
; CHECK:       [[PAD2]]:
; CHECK-NOT:     phi
; CHECK:         br label %[[JOIN]]
; CHECK-NOT:   bad:
; CHECK:       [[JOIN]]:
; CHECK-NEXT:    %p1 = phi i64 [ %q, %[[PAD1]] ], [ %n, %[[PAD2]] ]
; CHECK-NEXT:    %q1 = phi i64 [ %p, %[[PAD1]] ], [ %q, %[[PAD2]] ]
define void @loop(i64 %n) personality i64 0 {
entry:
  br label %head
head:
  %p = phi i64 [ %n, %entry ], [ %p1, %bad ]
  %q = phi i64 [ %n, %entry ], [ %q1, %bad ]
  %a = invoke double @lazy(i64 %p) to label %next unwind label %bad
next:
  %b = invoke double @lazy(i64 %q) to label %exit unwind label %bad
exit:
  ret void
bad:
  %p1 = phi i64 [ %q, %head ], [ %n, %next ]
  %q1 = phi i64 [ %p, %head ], [ %q, %next ]
  %lp = landingpad i32 cleanup
  br label %head
}

; The loop is the pad itself.
; CHECK-LABEL: define void @pad_loop(
; CHECK:       [[JOIN:unwind[0-9]*]]:
; CHECK-NEXT:    %p = phi i64 [ 0, %{{.*}} ], [ %q, %{{.*}} ]
; CHECK-NEXT:    %q = phi i64 [ 1, %{{.*}} ], [ %p, %{{.*}} ]
; CHECK-NEXT:    %lp = phi i32
; CHECK-NEXT:    call i8 @jl_gc_safe_enter()
; CHECK-NEXT:    invoke double @lazy(i64 %p)
define void @pad_loop(i64 %n) personality i64 0 {
entry:
  %a = invoke double @lazy(i64 %n) to label %exit unwind label %bad
bad:
  %p = phi i64 [ 0, %entry ], [ %q, %bad ]
  %q = phi i64 [ 1, %entry ], [ %p, %bad ]
  %lp = landingpad i32 cleanup
  %b = invoke double @lazy(i64 %p) to label %exit unwind label %bad
exit:
  ret void
}
