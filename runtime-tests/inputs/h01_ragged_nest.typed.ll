; A ragged nest of tapes, as Enzyme would write it for two nested loops of run-time length: every
; inner tape is stored into a cell of the outer one and reached through it only (shape P2).
;
; f sums, over rows of 0, 1, 2, 3, 4, 0, … boxes, the square of each row's sum. Every row has a tape of
; boxes and one of pairs of a shadow box and a number, and the row's sum lies beside them.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare noalias i8* @malloc(i64)
declare void @free(i8*)

define double @caller({} addrspace(10)* addrspace(13)* %arr, {} addrspace(10)* addrspace(13)* %darr, {} addrspace(10)* %r, {} addrspace(10)* %dr, i64 %n) {
entry:
  %tape = call i8* @augmented({} addrspace(10)* addrspace(13)* %arr, {} addrspace(10)* addrspace(13)* %darr, {} addrspace(10)* %r, {} addrspace(10)* %dr, i64 %n)
  call void @reverse(i8* %tape)
  ret double undef
}

define internal i8* @augmented({} addrspace(10)* addrspace(13)* %arr, {} addrspace(10)* addrspace(13)* %darr, {} addrspace(10)* %r, {} addrspace(10)* %dr, i64 %n) noinline {
entry:
  %tape = call noalias nonnull i8* @malloc(i64 16)
  %outer.size = mul nuw nsw i64 %n, 24
  %outer = call noalias nonnull i8* @malloc(i64 %outer.size)
  %tape.cast = bitcast i8* %tape to { i8*, i64 }*
  %outer.cell = getelementptr inbounds { i8*, i64 }, { i8*, i64 }* %tape.cast, i32 0, i32 0
  store i8* %outer, i8** %outer.cell, align 8
  %n.cell = getelementptr inbounds { i8*, i64 }, { i8*, i64 }* %tape.cast, i32 0, i32 1
  store i64 %n, i64* %n.cell, align 8
  %no.rows = icmp eq i64 %n, 0
  br i1 %no.rows, label %exit, label %row

row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %row.end ]
  %first = phi i64 [ 0, %entry ], [ %last, %row.end ]
  %length = urem i64 %i, 5
  %boxes.size = mul nuw nsw i64 %length, 8
  %boxes = call noalias nonnull i8* @malloc(i64 %boxes.size)
  %outer.cast = bitcast i8* %outer to { i8*, i8*, double }*
  %boxes.cell = getelementptr inbounds { i8*, i8*, double }, { i8*, i8*, double }* %outer.cast, i64 %i, i32 0
  store i8* %boxes, i8** %boxes.cell, align 8
  %pairs.size = mul nuw nsw i64 %length, 16
  %pairs = call noalias nonnull i8* @malloc(i64 %pairs.size)
  %pairs.cell = getelementptr inbounds { i8*, i8*, double }, { i8*, i8*, double }* %outer.cast, i64 %i, i32 1
  store i8* %pairs, i8** %pairs.cell, align 8
  %empty = icmp eq i64 %length, 0
  br i1 %empty, label %row.end, label %column

column:
  %j = phi i64 [ 0, %row ], [ %j.next, %column ]
  %k = phi i64 [ %first, %row ], [ %k.next, %column ]
  %sum = phi double [ 0.000000e+00, %row ], [ %sum.next, %column ]
  %slot = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %arr, i64 %k
  %box = load {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %slot, align 8
  %dslot = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %darr, i64 %k
  %dbox = load {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %dslot, align 8
  %data = addrspacecast {} addrspace(10)* %box to {} addrspace(11)*
  %data.cast = bitcast {} addrspace(11)* %data to double addrspace(11)*
  %v = load double, double addrspace(11)* %data.cast, align 8
  store {} addrspace(10)* %r, {} addrspace(10)* addrspace(13)* %slot, align 8
  store {} addrspace(10)* %dr, {} addrspace(10)* addrspace(13)* %dslot, align 8
  %boxes.again = load i8*, i8** %boxes.cell, align 8
  %boxes.again.cast = bitcast i8* %boxes.again to {} addrspace(10)**
  %box.cell = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %boxes.again.cast, i64 %j
  store {} addrspace(10)* %box, {} addrspace(10)** %box.cell, align 8
  %pairs.again = load i8*, i8** %pairs.cell, align 8
  %pairs.again.cast = bitcast i8* %pairs.again to { {} addrspace(10)*, double }*
  %dbox.cell = getelementptr inbounds { {} addrspace(10)*, double }, { {} addrspace(10)*, double }* %pairs.again.cast, i64 %j, i32 0
  store {} addrspace(10)* %dbox, {} addrspace(10)** %dbox.cell, align 8
  %v.cell = getelementptr inbounds { {} addrspace(10)*, double }, { {} addrspace(10)*, double }* %pairs.again.cast, i64 %j, i32 1
  store double %v, double* %v.cell, align 8
  %sum.next = fadd double %sum, %v
  %j.next = add nuw nsw i64 %j, 1
  %k.next = add nuw nsw i64 %k, 1
  %row.done = icmp eq i64 %j.next, %length
  br i1 %row.done, label %row.end, label %column

row.end:
  %row.sum = phi double [ 0.000000e+00, %row ], [ %sum.next, %column ]
  %last = phi i64 [ %first, %row ], [ %k.next, %column ]
  %outer.cast2 = bitcast i8* %outer to { i8*, i8*, double }*
  %sum.cell = getelementptr inbounds { i8*, i8*, double }, { i8*, i8*, double }* %outer.cast2, i64 %i, i32 2
  store double %row.sum, double* %sum.cell, align 8
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %row

exit:
  ret i8* %tape
}

define internal void @reverse(i8* %tape) noinline {
entry:
  %tape.cast = bitcast i8* %tape to { i8*, i64 }*
  %outer.cell = getelementptr inbounds { i8*, i64 }, { i8*, i64 }* %tape.cast, i32 0, i32 0
  %outer = load i8*, i8** %outer.cell, align 8
  %n.cell = getelementptr inbounds { i8*, i64 }, { i8*, i64 }* %tape.cast, i32 0, i32 1
  %n = load i64, i64* %n.cell, align 8
  call void @free(i8* nonnull %tape)
  %no.rows = icmp eq i64 %n, 0
  br i1 %no.rows, label %exit, label %row

row:
  %i.after = phi i64 [ %n, %entry ], [ %i, %row.end ]
  %i = add nsw i64 %i.after, -1
  %length = urem i64 %i, 5
  %outer.cast = bitcast i8* %outer to { i8*, i8*, double }*
  %boxes.cell = getelementptr inbounds { i8*, i8*, double }, { i8*, i8*, double }* %outer.cast, i64 %i, i32 0
  %pairs.cell = getelementptr inbounds { i8*, i8*, double }, { i8*, i8*, double }* %outer.cast, i64 %i, i32 1
  %sum.cell = getelementptr inbounds { i8*, i8*, double }, { i8*, i8*, double }* %outer.cast, i64 %i, i32 2
  %sum = load double, double* %sum.cell, align 8
  %empty = icmp eq i64 %length, 0
  br i1 %empty, label %row.end, label %column

column:
  %j.after = phi i64 [ %length, %row ], [ %j, %column ]
  %j = add nsw i64 %j.after, -1
  %boxes = load i8*, i8** %boxes.cell, align 8
  %boxes.cast = bitcast i8* %boxes to {} addrspace(10)**
  %box.cell = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %boxes.cast, i64 %j
  %box = load {} addrspace(10)*, {} addrspace(10)** %box.cell, align 8
  %data = addrspacecast {} addrspace(10)* %box to {} addrspace(11)*
  %data.cast = bitcast {} addrspace(11)* %data to double addrspace(11)*
  %v.of.box = load double, double addrspace(11)* %data.cast, align 8
  %pairs = load i8*, i8** %pairs.cell, align 8
  %pairs.cast = bitcast i8* %pairs to { {} addrspace(10)*, double }*
  %v.cell = getelementptr inbounds { {} addrspace(10)*, double }, { {} addrspace(10)*, double }* %pairs.cast, i64 %j, i32 1
  %v = load double, double* %v.cell, align 8
  %dbox.cell = getelementptr inbounds { {} addrspace(10)*, double }, { {} addrspace(10)*, double }* %pairs.cast, i64 %j, i32 0
  %dbox = load {} addrspace(10)*, {} addrspace(10)** %dbox.cell, align 8
  %derived = addrspacecast {} addrspace(10)* %dbox to {} addrspace(11)*
  ; 2 * sum * v / v, which is 2 * sum only if the box still is what it was.
  %twice = fadd double %sum, %sum
  %ratio = fdiv double %v.of.box, %v
  %d = fmul double %twice, %ratio
  %derived.cast = bitcast {} addrspace(11)* %derived to double addrspace(11)*
  %old = load double, double addrspace(11)* %derived.cast, align 8
  %new = fadd double %old, %d
  store double %new, double addrspace(11)* %derived.cast, align 8
  %row.done = icmp eq i64 %j, 0
  br i1 %row.done, label %row.end, label %column

row.end:
  %boxes.free = load i8*, i8** %boxes.cell, align 8
  call void @free(i8* nonnull %boxes.free)
  %pairs.free = load i8*, i8** %pairs.cell, align 8
  call void @free(i8* nonnull %pairs.free)
  %done = icmp eq i64 %i, 0
  br i1 %done, label %exit, label %row

exit:
  call void @free(i8* nonnull %outer)
  ret void
}
