; A ragged nest of tapes, as Enzyme would write it for two nested loops of run-time length: every
; inner tape is stored into a cell of the outer one and reached through it only (shape P2).
;
; f sums, over rows of 0, 1, 2, 3, 4, 0, … boxes, the square of each row's sum. Every row has a tape of
; boxes and one of pairs of a shadow box and a number, and the row's sum lies beside them.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare noalias ptr @malloc(i64)
declare void @free(ptr)

define double @caller(ptr addrspace(13) %arr, ptr addrspace(13) %darr, ptr addrspace(10) %r, ptr addrspace(10) %dr, i64 %n) {
entry:
  %tape = call ptr @augmented(ptr addrspace(13) %arr, ptr addrspace(13) %darr, ptr addrspace(10) %r, ptr addrspace(10) %dr, i64 %n)
  call void @reverse(ptr %tape)
  ret double undef
}

define internal ptr @augmented(ptr addrspace(13) %arr, ptr addrspace(13) %darr, ptr addrspace(10) %r, ptr addrspace(10) %dr, i64 %n) noinline {
entry:
  %tape = call noalias nonnull ptr @malloc(i64 16)
  %outer.size = mul nuw nsw i64 %n, 24
  %outer = call noalias nonnull ptr @malloc(i64 %outer.size)
  %outer.cell = getelementptr inbounds { ptr, i64 }, ptr %tape, i32 0, i32 0
  store ptr %outer, ptr %outer.cell, align 8
  %n.cell = getelementptr inbounds { ptr, i64 }, ptr %tape, i32 0, i32 1
  store i64 %n, ptr %n.cell, align 8
  %no.rows = icmp eq i64 %n, 0
  br i1 %no.rows, label %exit, label %row

row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %row.end ]
  %first = phi i64 [ 0, %entry ], [ %last, %row.end ]
  %length = urem i64 %i, 5
  %boxes.size = mul nuw nsw i64 %length, 8
  %boxes = call noalias nonnull ptr @malloc(i64 %boxes.size)
  %boxes.cell = getelementptr inbounds { ptr, ptr, double }, ptr %outer, i64 %i, i32 0
  store ptr %boxes, ptr %boxes.cell, align 8
  %pairs.size = mul nuw nsw i64 %length, 16
  %pairs = call noalias nonnull ptr @malloc(i64 %pairs.size)
  %pairs.cell = getelementptr inbounds { ptr, ptr, double }, ptr %outer, i64 %i, i32 1
  store ptr %pairs, ptr %pairs.cell, align 8
  %empty = icmp eq i64 %length, 0
  br i1 %empty, label %row.end, label %column

column:
  %j = phi i64 [ 0, %row ], [ %j.next, %column ]
  %k = phi i64 [ %first, %row ], [ %k.next, %column ]
  %sum = phi double [ 0.000000e+00, %row ], [ %sum.next, %column ]
  %slot = getelementptr inbounds ptr addrspace(10), ptr addrspace(13) %arr, i64 %k
  %box = load ptr addrspace(10), ptr addrspace(13) %slot, align 8
  %dslot = getelementptr inbounds ptr addrspace(10), ptr addrspace(13) %darr, i64 %k
  %dbox = load ptr addrspace(10), ptr addrspace(13) %dslot, align 8
  %data = addrspacecast ptr addrspace(10) %box to ptr addrspace(11)
  %v = load double, ptr addrspace(11) %data, align 8
  store ptr addrspace(10) %r, ptr addrspace(13) %slot, align 8
  store ptr addrspace(10) %dr, ptr addrspace(13) %dslot, align 8
  %boxes.again = load ptr, ptr %boxes.cell, align 8
  %box.cell = getelementptr inbounds ptr addrspace(10), ptr %boxes.again, i64 %j
  store ptr addrspace(10) %box, ptr %box.cell, align 8
  %pairs.again = load ptr, ptr %pairs.cell, align 8
  %dbox.cell = getelementptr inbounds { ptr addrspace(10), double }, ptr %pairs.again, i64 %j, i32 0
  store ptr addrspace(10) %dbox, ptr %dbox.cell, align 8
  %v.cell = getelementptr inbounds { ptr addrspace(10), double }, ptr %pairs.again, i64 %j, i32 1
  store double %v, ptr %v.cell, align 8
  %sum.next = fadd double %sum, %v
  %j.next = add nuw nsw i64 %j, 1
  %k.next = add nuw nsw i64 %k, 1
  %row.done = icmp eq i64 %j.next, %length
  br i1 %row.done, label %row.end, label %column

row.end:
  %row.sum = phi double [ 0.000000e+00, %row ], [ %sum.next, %column ]
  %last = phi i64 [ %first, %row ], [ %k.next, %column ]
  %sum.cell = getelementptr inbounds { ptr, ptr, double }, ptr %outer, i64 %i, i32 2
  store double %row.sum, ptr %sum.cell, align 8
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %row

exit:
  ret ptr %tape
}

define internal void @reverse(ptr %tape) noinline {
entry:
  %outer.cell = getelementptr inbounds { ptr, i64 }, ptr %tape, i32 0, i32 0
  %outer = load ptr, ptr %outer.cell, align 8
  %n.cell = getelementptr inbounds { ptr, i64 }, ptr %tape, i32 0, i32 1
  %n = load i64, ptr %n.cell, align 8
  call void @free(ptr nonnull %tape)
  %no.rows = icmp eq i64 %n, 0
  br i1 %no.rows, label %exit, label %row

row:
  %i.after = phi i64 [ %n, %entry ], [ %i, %row.end ]
  %i = add nsw i64 %i.after, -1
  %length = urem i64 %i, 5
  %boxes.cell = getelementptr inbounds { ptr, ptr, double }, ptr %outer, i64 %i, i32 0
  %pairs.cell = getelementptr inbounds { ptr, ptr, double }, ptr %outer, i64 %i, i32 1
  %sum.cell = getelementptr inbounds { ptr, ptr, double }, ptr %outer, i64 %i, i32 2
  %sum = load double, ptr %sum.cell, align 8
  %empty = icmp eq i64 %length, 0
  br i1 %empty, label %row.end, label %column

column:
  %j.after = phi i64 [ %length, %row ], [ %j, %column ]
  %j = add nsw i64 %j.after, -1
  %boxes = load ptr, ptr %boxes.cell, align 8
  %box.cell = getelementptr inbounds ptr addrspace(10), ptr %boxes, i64 %j
  %box = load ptr addrspace(10), ptr %box.cell, align 8
  %data = addrspacecast ptr addrspace(10) %box to ptr addrspace(11)
  %v.of.box = load double, ptr addrspace(11) %data, align 8
  %pairs = load ptr, ptr %pairs.cell, align 8
  %v.cell = getelementptr inbounds { ptr addrspace(10), double }, ptr %pairs, i64 %j, i32 1
  %v = load double, ptr %v.cell, align 8
  %dbox.cell = getelementptr inbounds { ptr addrspace(10), double }, ptr %pairs, i64 %j, i32 0
  %dbox = load ptr addrspace(10), ptr %dbox.cell, align 8
  %derived = addrspacecast ptr addrspace(10) %dbox to ptr addrspace(11)
  ; 2 * sum * v / v, which is 2 * sum only if the box still is what it was.
  %twice = fadd double %sum, %sum
  %ratio = fdiv double %v.of.box, %v
  %d = fmul double %twice, %ratio
  %old = load double, ptr addrspace(11) %derived, align 8
  %new = fadd double %old, %d
  store double %new, ptr addrspace(11) %derived, align 8
  %row.done = icmp eq i64 %j, 0
  br i1 %row.done, label %row.end, label %column

row.end:
  %boxes.free = load ptr, ptr %boxes.cell, align 8
  call void @free(ptr nonnull %boxes.free)
  %pairs.free = load ptr, ptr %pairs.cell, align 8
  call void @free(ptr nonnull %pairs.free)
  %done = icmp eq i64 %i, 0
  br i1 %done, label %exit, label %row

exit:
  call void @free(ptr nonnull %outer)
  ret void
}
