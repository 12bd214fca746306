; Two caches in one allocation, as -enzyme-coalese makes them, a cache that grows as it does inline, and a pair of tapes
; that a table of functions returns and takes by value and that waits in a slot of several elements.
;
; f sums, over rows of three boxes, the squares of all. Each row's first box lies in the grown cache, its shadow box in
; a cache for all rows that shares its allocation with one of numbers. The other boxes lie in a cache of the row that
; shares its allocation, too, behind numbers that no collector needs to see.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare noalias i8* @malloc(i64)
declare i8* @realloc(i8*, i64)
declare void @free(i8*)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)

%table = type { { i8*, i8* } ({} addrspace(10)* addrspace(13)*, {} addrspace(10)* addrspace(13)*, {} addrspace(10)*, {} addrspace(10)*, i64)*, void ({ i8*, i8* }, i64)* }
@"_enzyme_reverse_f'" = internal constant %table { { i8*, i8* } ({} addrspace(10)* addrspace(13)*, {} addrspace(10)* addrspace(13)*, {} addrspace(10)*, {} addrspace(10)*, i64)* @augmented, void ({ i8*, i8* }, i64)* @reverse }

define double @caller({} addrspace(10)* addrspace(13)* %arr, {} addrspace(10)* addrspace(13)* %darr, {} addrspace(10)* %r, {} addrspace(10)* %dr, i64 %n) {
entry:
  %slot = alloca { i8*, i64 }, i64 3, align 8
  %no.rows = icmp eq i64 %n, 0
  br i1 %no.rows, label %join, label %forward

forward:
  %augmented.f = load { i8*, i8* } ({} addrspace(10)* addrspace(13)*, {} addrspace(10)* addrspace(13)*, {} addrspace(10)*, {} addrspace(10)*, i64)*, { i8*, i8* } ({} addrspace(10)* addrspace(13)*, {} addrspace(10)* addrspace(13)*, {} addrspace(10)*, {} addrspace(10)*, i64)** getelementptr inbounds (%table, %table* @"_enzyme_reverse_f'", i64 0, i32 0), align 8
  %tapes = call { i8*, i8* } %augmented.f({} addrspace(10)* addrspace(13)* %arr, {} addrspace(10)* addrspace(13)* %darr, {} addrspace(10)* %r, {} addrspace(10)* %dr, i64 %n)
  %grown = extractvalue { i8*, i8* } %tapes, 0
  %grown.in = getelementptr inbounds { i8*, i64 }, { i8*, i64 }* %slot, i64 0, i32 0
  store i8* %grown, i8** %grown.in, align 8
  %head = extractvalue { i8*, i8* } %tapes, 1
  %head.in = getelementptr inbounds { i8*, i64 }, { i8*, i64 }* %slot, i64 2, i32 0
  store i8* %head, i8** %head.in, align 8
  %n.in = getelementptr inbounds { i8*, i64 }, { i8*, i64 }* %slot, i64 2, i32 1
  store i64 %n, i64* %n.in, align 8
  br label %join

join:
  ; Without rows, of a slot that nobody has written.
  %grown.cell = getelementptr inbounds { i8*, i64 }, { i8*, i64 }* %slot, i64 0, i32 0
  %grown.again = load i8*, i8** %grown.cell, align 8
  %head.cell = getelementptr inbounds { i8*, i64 }, { i8*, i64 }* %slot, i64 2, i32 0
  %head.again = load i8*, i8** %head.cell, align 8
  br i1 %no.rows, label %exit, label %backward

backward:
  %n.cell = getelementptr inbounds { i8*, i64 }, { i8*, i64 }* %slot, i64 2, i32 1
  %n.again = load i64, i64* %n.cell, align 8
  %first = insertvalue { i8*, i8* } undef, i8* %grown.again, 0
  %both = insertvalue { i8*, i8* } %first, i8* %head.again, 1
  %reverse.f = load void ({ i8*, i8* }, i64)*, void ({ i8*, i8* }, i64)** getelementptr inbounds (%table, %table* @"_enzyme_reverse_f'", i64 0, i32 1), align 8
  call void %reverse.f({ i8*, i8* } %both, i64 %n.again)
  br label %exit

exit:
  ret double undef
}

define internal { i8*, i8* } @augmented({} addrspace(10)* addrspace(13)* %arr, {} addrspace(10)* addrspace(13)* %darr, {} addrspace(10)* %r, {} addrspace(10)* %dr, i64 %n) noinline {
entry:
  %head = call noalias nonnull i8* @malloc(i64 24)
  %rows.size = mul nuw nsw i64 %n, 16
  %rows = call noalias nonnull i8* @malloc(i64 %rows.size)
  %head.cast = bitcast i8* %head to { i8*, i8*, i8* }*
  %rows.cell = getelementptr inbounds { i8*, i8*, i8* }, { i8*, i8*, i8* }* %head.cast, i32 0, i32 0
  store i8* %rows, i8** %rows.cell, align 8
  ; n shadow boxes, rounded up to 16 bytes, and n numbers.
  %objects.size = mul nuw nsw i64 %n, 8
  %less = sub i64 %objects.size, 1
  %up = or i64 %less, 15
  %rounded = add i64 %up, 1
  %numbers.size = mul nuw nsw i64 %n, 8
  %all = add i64 %rounded, %numbers.size
  %objects = call noalias nonnull i8* @malloc(i64 %all)
  %numbers = getelementptr inbounds i8, i8* %objects, i64 %rounded
  %objects.cell = getelementptr inbounds { i8*, i8*, i8* }, { i8*, i8*, i8* }* %head.cast, i32 0, i32 1
  store i8* %objects, i8** %objects.cell, align 8
  br label %second

second:
  %head.cast2 = bitcast i8* %head to { i8*, i8*, i8* }*
  %numbers.cell = getelementptr inbounds { i8*, i8*, i8* }, { i8*, i8*, i8* }* %head.cast2, i32 0, i32 2
  store i8* %numbers, i8** %numbers.cell, align 8
  br label %row

row:
  %i = phi i64 [ 0, %second ], [ %i.next, %row.end ]
  %cache = phi i8* [ null, %second ], [ %grown, %row.end ]
  %i.next = add nuw nsw i64 %i, 1
  %low.bit = and i64 %i.next, 1
  %odd = icmp ne i64 %low.bit, 0
  %bits = call i64 @llvm.ctpop.i64(i64 %i.next)
  %few = icmp ult i64 %bits, 3
  %full = and i1 %few, %odd
  br i1 %full, label %grow, label %first

grow:
  %zeros = call i64 @llvm.ctlz.i64(i64 %i.next, i1 true)
  %log = sub nuw nsw i64 64, %zeros
  %size = shl i64 24, %log
  %larger = call i8* @realloc(i8* %cache, i64 %size)
  br label %first

first:
  %grown = phi i8* [ %larger, %grow ], [ %cache, %row ]
  %k = mul nuw nsw i64 %i, 3
  %slot = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %arr, i64 %k
  %box = load {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %slot, align 8
  store {} addrspace(10)* %r, {} addrspace(10)* addrspace(13)* %slot, align 8
  %dslot = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %darr, i64 %k
  %dbox = load {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %dslot, align 8
  store {} addrspace(10)* %dr, {} addrspace(10)* addrspace(13)* %dslot, align 8
  %data = addrspacecast {} addrspace(10)* %box to {} addrspace(11)*
  %data.cast = bitcast {} addrspace(11)* %data to double addrspace(11)*
  %v = load double, double addrspace(11)* %data.cast, align 8
  %grown.cast = bitcast i8* %grown to { i64, {} addrspace(10)*, double }*
  %i.cell = getelementptr inbounds { i64, {} addrspace(10)*, double }, { i64, {} addrspace(10)*, double }* %grown.cast, i64 %i, i32 0
  store i64 %i, i64* %i.cell, align 8
  %box.cell = getelementptr inbounds { i64, {} addrspace(10)*, double }, { i64, {} addrspace(10)*, double }* %grown.cast, i64 %i, i32 1
  store {} addrspace(10)* %box, {} addrspace(10)** %box.cell, align 8
  %v.cell = getelementptr inbounds { i64, {} addrspace(10)*, double }, { i64, {} addrspace(10)*, double }* %grown.cast, i64 %i, i32 2
  store double %v, double* %v.cell, align 8
  %objects.cast = bitcast i8* %objects to {} addrspace(10)**
  %dbox.cell = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %objects.cast, i64 %i
  store {} addrspace(10)* %dbox, {} addrspace(10)** %dbox.cell, align 8
  %numbers.cast = bitcast i8* %numbers to double*
  %number.cell = getelementptr inbounds double, double* %numbers.cast, i64 %i
  store double %v, double* %number.cell, align 8
  br label %others

others:
  ; Two numbers, and two pairs of a box and its shadow.
  %own.numbers = call noalias nonnull i8* @malloc(i64 48), !enzyme_cache_alloc !0
  %own.pairs = getelementptr inbounds i8, i8* %own.numbers, i64 16
  %rows.cast = bitcast i8* %rows to { i8*, i8* }*
  %own.numbers.cell = getelementptr inbounds { i8*, i8* }, { i8*, i8* }* %rows.cast, i64 %i, i32 0
  store i8* %own.numbers, i8** %own.numbers.cell, align 8
  %own.pairs.cell = getelementptr inbounds { i8*, i8* }, { i8*, i8* }* %rows.cast, i64 %i, i32 1
  store i8* %own.pairs, i8** %own.pairs.cell, align 8
  br label %column

column:
  %j = phi i64 [ 0, %others ], [ %j.next, %shadow ]
  %last = phi i64 [ %k, %others ], [ %l, %shadow ]
  %l = add nuw nsw i64 %last, 1
  %slot.l = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %arr, i64 %l
  %box.l = load {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %slot.l, align 8
  store {} addrspace(10)* %r, {} addrspace(10)* addrspace(13)* %slot.l, align 8
  %data.l = addrspacecast {} addrspace(10)* %box.l to {} addrspace(11)*
  %data.l.cast = bitcast {} addrspace(11)* %data.l to double addrspace(11)*
  %v.l = load double, double addrspace(11)* %data.l.cast, align 8
  %own.numbers.cast = bitcast i8* %own.numbers to double*
  %own.number = getelementptr inbounds double, double* %own.numbers.cast, i64 %j
  store double %v.l, double* %own.number, align 8
  %own.pairs.cast = bitcast i8* %own.pairs to { {} addrspace(10)*, {} addrspace(10)* }*
  %own.box = getelementptr inbounds { {} addrspace(10)*, {} addrspace(10)* }, { {} addrspace(10)*, {} addrspace(10)* }* %own.pairs.cast, i64 %j, i32 0
  store {} addrspace(10)* %box.l, {} addrspace(10)** %own.box, align 8
  br label %shadow

shadow:
  %dslot.l = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %darr, i64 %l
  %dbox.l = load {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %dslot.l, align 8
  store {} addrspace(10)* %dr, {} addrspace(10)* addrspace(13)* %dslot.l, align 8
  %own.pairs.cast2 = bitcast i8* %own.pairs to { {} addrspace(10)*, {} addrspace(10)* }*
  %own.dbox = getelementptr inbounds { {} addrspace(10)*, {} addrspace(10)* }, { {} addrspace(10)*, {} addrspace(10)* }* %own.pairs.cast2, i64 %j, i32 1
  store {} addrspace(10)* %dbox.l, {} addrspace(10)** %own.dbox, align 8
  %j.next = add nuw nsw i64 %j, 1
  %row.done = icmp eq i64 %j.next, 2
  br i1 %row.done, label %row.end, label %column

row.end:
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %row

exit:
  %first.tape = insertvalue { i8*, i8* } undef, i8* %grown, 0
  %both = insertvalue { i8*, i8* } %first.tape, i8* %head, 1
  ret { i8*, i8* } %both
}

define internal void @reverse({ i8*, i8* } %tapes, i64 %n) noinline {
entry:
  %grown = extractvalue { i8*, i8* } %tapes, 0
  %head = extractvalue { i8*, i8* } %tapes, 1
  %head.cast = bitcast i8* %head to { i8*, i8*, i8* }*
  %rows.cell = getelementptr inbounds { i8*, i8*, i8* }, { i8*, i8*, i8* }* %head.cast, i32 0, i32 0
  %rows = load i8*, i8** %rows.cell, align 8
  %objects.cell = getelementptr inbounds { i8*, i8*, i8* }, { i8*, i8*, i8* }* %head.cast, i32 0, i32 1
  %objects = load i8*, i8** %objects.cell, align 8
  %numbers.cell = getelementptr inbounds { i8*, i8*, i8* }, { i8*, i8*, i8* }* %head.cast, i32 0, i32 2
  %numbers = load i8*, i8** %numbers.cell, align 8
  call void @free(i8* nonnull %head)
  br label %row

row:
  %i.after = phi i64 [ %n, %entry ], [ %i, %row.end ]
  %i = add nsw i64 %i.after, -1
  %rows.cast = bitcast i8* %rows to { i8*, i8* }*
  %own.numbers.cell = getelementptr inbounds { i8*, i8* }, { i8*, i8* }* %rows.cast, i64 %i, i32 0
  %own.numbers = load i8*, i8** %own.numbers.cell, align 8
  %own.pairs.cell = getelementptr inbounds { i8*, i8* }, { i8*, i8* }* %rows.cast, i64 %i, i32 1
  %own.pairs = load i8*, i8** %own.pairs.cell, align 8
  br label %column

column:
  %j.after = phi i64 [ 2, %row ], [ %j, %column ]
  %j = add nsw i64 %j.after, -1
  %own.numbers.cast = bitcast i8* %own.numbers to double*
  %own.number = getelementptr inbounds double, double* %own.numbers.cast, i64 %j
  %v.l = load double, double* %own.number, align 8
  %own.pairs.cast = bitcast i8* %own.pairs to { {} addrspace(10)*, {} addrspace(10)* }*
  %own.box = getelementptr inbounds { {} addrspace(10)*, {} addrspace(10)* }, { {} addrspace(10)*, {} addrspace(10)* }* %own.pairs.cast, i64 %j, i32 0
  %box.l = load {} addrspace(10)*, {} addrspace(10)** %own.box, align 8
  %own.dbox = getelementptr inbounds { {} addrspace(10)*, {} addrspace(10)* }, { {} addrspace(10)*, {} addrspace(10)* }* %own.pairs.cast, i64 %j, i32 1
  %dbox.l = load {} addrspace(10)*, {} addrspace(10)** %own.dbox, align 8
  call void @add_derivative({} addrspace(10)* %box.l, {} addrspace(10)* %dbox.l, double %v.l, double %v.l)
  %row.done = icmp eq i64 %j, 0
  br i1 %row.done, label %row.end, label %column

row.end:
  call void @free(i8* nonnull %own.numbers)
  %grown.cast = bitcast i8* %grown to { i64, {} addrspace(10)*, double }*
  %box.cell = getelementptr inbounds { i64, {} addrspace(10)*, double }, { i64, {} addrspace(10)*, double }* %grown.cast, i64 %i, i32 1
  %box = load {} addrspace(10)*, {} addrspace(10)** %box.cell, align 8
  %v.cell = getelementptr inbounds { i64, {} addrspace(10)*, double }, { i64, {} addrspace(10)*, double }* %grown.cast, i64 %i, i32 2
  %v = load double, double* %v.cell, align 8
  %objects.cast = bitcast i8* %objects to {} addrspace(10)**
  %dbox.cell = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %objects.cast, i64 %i
  %dbox = load {} addrspace(10)*, {} addrspace(10)** %dbox.cell, align 8
  %numbers.cast = bitcast i8* %numbers to double*
  %number.cell = getelementptr inbounds double, double* %numbers.cast, i64 %i
  %number = load double, double* %number.cell, align 8
  call void @add_derivative({} addrspace(10)* %box, {} addrspace(10)* %dbox, double %v, double %number)
  %done = icmp eq i64 %i, 0
  br i1 %done, label %exit, label %row

exit:
  call void @free(i8* nonnull %objects)
  call void @free(i8* nonnull %rows)
  call void @free(i8* nonnull %grown)
  ret void
}

; Adds 2 * number * v of the box / v, which is 2 * number only if the box still is what it was.
define internal void @add_derivative({} addrspace(10)* %box, {} addrspace(10)* %dbox, double %v, double %number) noinline {
entry:
  %data = addrspacecast {} addrspace(10)* %box to {} addrspace(11)*
  %data.cast = bitcast {} addrspace(11)* %data to double addrspace(11)*
  %v.of.box = load double, double addrspace(11)* %data.cast, align 8
  %ratio = fdiv double %v.of.box, %v
  %twice = fadd double %number, %number
  %d = fmul double %twice, %ratio
  %derived = addrspacecast {} addrspace(10)* %dbox to {} addrspace(11)*
  %derived.cast = bitcast {} addrspace(11)* %derived to double addrspace(11)*
  %old = load double, double addrspace(11)* %derived.cast, align 8
  %new = fadd double %old, %d
  store double %new, double addrspace(11)* %derived.cast, align 8
  ret void
}

!0 = !{}
