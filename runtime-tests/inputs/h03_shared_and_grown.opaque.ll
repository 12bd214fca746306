; Two caches in one allocation, as -enzyme-coalese makes them, a cache that grows as it does inline, and a pair of tapes
; that a table of functions returns and takes by value and that waits in a slot of several elements.
;
; f sums, over rows of three boxes, the squares of all. Each row's first box lies in the grown cache, its shadow box in
; a cache for all rows that shares its allocation with one of numbers. The other boxes lie in a cache of the row that
; shares its allocation, too, behind numbers that no collector needs to see.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare noalias ptr @malloc(i64)
declare ptr @realloc(ptr, i64)
declare void @free(ptr)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)

@"_enzyme_reverse_f'" = internal constant { ptr, ptr } { ptr @augmented, ptr @reverse }

define double @caller(ptr addrspace(13) %arr, ptr addrspace(13) %darr, ptr addrspace(10) %r, ptr addrspace(10) %dr, i64 %n) {
entry:
  %slot = alloca { ptr, i64 }, i64 3, align 8
  %no.rows = icmp eq i64 %n, 0
  br i1 %no.rows, label %join, label %forward

forward:
  %augmented.f = load ptr, ptr getelementptr inbounds ({ ptr, ptr }, ptr @"_enzyme_reverse_f'", i64 0, i32 0), align 8
  %tapes = call { ptr, ptr } %augmented.f(ptr addrspace(13) %arr, ptr addrspace(13) %darr, ptr addrspace(10) %r, ptr addrspace(10) %dr, i64 %n)
  %grown = extractvalue { ptr, ptr } %tapes, 0
  %grown.in = getelementptr inbounds { ptr, i64 }, ptr %slot, i64 0, i32 0
  store ptr %grown, ptr %grown.in, align 8
  %head = extractvalue { ptr, ptr } %tapes, 1
  %head.in = getelementptr inbounds { ptr, i64 }, ptr %slot, i64 2, i32 0
  store ptr %head, ptr %head.in, align 8
  %n.in = getelementptr inbounds { ptr, i64 }, ptr %slot, i64 2, i32 1
  store i64 %n, ptr %n.in, align 8
  br label %join

join:
  ; Without rows, of a slot that nobody has written.
  %grown.cell = getelementptr inbounds { ptr, i64 }, ptr %slot, i64 0, i32 0
  %grown.again = load ptr, ptr %grown.cell, align 8
  %head.cell = getelementptr inbounds { ptr, i64 }, ptr %slot, i64 2, i32 0
  %head.again = load ptr, ptr %head.cell, align 8
  br i1 %no.rows, label %exit, label %backward

backward:
  %n.cell = getelementptr inbounds { ptr, i64 }, ptr %slot, i64 2, i32 1
  %n.again = load i64, ptr %n.cell, align 8
  %first = insertvalue { ptr, ptr } undef, ptr %grown.again, 0
  %both = insertvalue { ptr, ptr } %first, ptr %head.again, 1
  %reverse.f = load ptr, ptr getelementptr inbounds ({ ptr, ptr }, ptr @"_enzyme_reverse_f'", i64 0, i32 1), align 8
  call void %reverse.f({ ptr, ptr } %both, i64 %n.again)
  br label %exit

exit:
  ret double undef
}

define internal { ptr, ptr } @augmented(ptr addrspace(13) %arr, ptr addrspace(13) %darr, ptr addrspace(10) %r, ptr addrspace(10) %dr, i64 %n) noinline {
entry:
  %head = call noalias nonnull ptr @malloc(i64 24)
  %rows.size = mul nuw nsw i64 %n, 16
  %rows = call noalias nonnull ptr @malloc(i64 %rows.size)
  %rows.cell = getelementptr inbounds { ptr, ptr, ptr }, ptr %head, i32 0, i32 0
  store ptr %rows, ptr %rows.cell, align 8
  ; n shadow boxes, rounded up to 16 bytes, and n numbers.
  %objects.size = mul nuw nsw i64 %n, 8
  %less = sub i64 %objects.size, 1
  %up = or i64 %less, 15
  %rounded = add i64 %up, 1
  %numbers.size = mul nuw nsw i64 %n, 8
  %all = add i64 %rounded, %numbers.size
  %objects = call noalias nonnull ptr @malloc(i64 %all)
  %numbers = getelementptr inbounds i8, ptr %objects, i64 %rounded
  %objects.cell = getelementptr inbounds { ptr, ptr, ptr }, ptr %head, i32 0, i32 1
  store ptr %objects, ptr %objects.cell, align 8
  br label %second

second:
  %numbers.cell = getelementptr inbounds { ptr, ptr, ptr }, ptr %head, i32 0, i32 2
  store ptr %numbers, ptr %numbers.cell, align 8
  br label %row

row:
  %i = phi i64 [ 0, %second ], [ %i.next, %row.end ]
  %cache = phi ptr [ null, %second ], [ %grown, %row.end ]
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
  %larger = call ptr @realloc(ptr %cache, i64 %size)
  br label %first

first:
  %grown = phi ptr [ %larger, %grow ], [ %cache, %row ]
  %k = mul nuw nsw i64 %i, 3
  %slot = getelementptr inbounds ptr addrspace(10), ptr addrspace(13) %arr, i64 %k
  %box = load ptr addrspace(10), ptr addrspace(13) %slot, align 8
  store ptr addrspace(10) %r, ptr addrspace(13) %slot, align 8
  %dslot = getelementptr inbounds ptr addrspace(10), ptr addrspace(13) %darr, i64 %k
  %dbox = load ptr addrspace(10), ptr addrspace(13) %dslot, align 8
  store ptr addrspace(10) %dr, ptr addrspace(13) %dslot, align 8
  %data = addrspacecast ptr addrspace(10) %box to ptr addrspace(11)
  %v = load double, ptr addrspace(11) %data, align 8
  %i.cell = getelementptr inbounds { i64, ptr addrspace(10), double }, ptr %grown, i64 %i, i32 0
  store i64 %i, ptr %i.cell, align 8
  %box.cell = getelementptr inbounds { i64, ptr addrspace(10), double }, ptr %grown, i64 %i, i32 1
  store ptr addrspace(10) %box, ptr %box.cell, align 8
  %v.cell = getelementptr inbounds { i64, ptr addrspace(10), double }, ptr %grown, i64 %i, i32 2
  store double %v, ptr %v.cell, align 8
  %dbox.cell = getelementptr inbounds ptr addrspace(10), ptr %objects, i64 %i
  store ptr addrspace(10) %dbox, ptr %dbox.cell, align 8
  %number.cell = getelementptr inbounds double, ptr %numbers, i64 %i
  store double %v, ptr %number.cell, align 8
  br label %others

others:
  ; Two numbers, and two pairs of a box and its shadow.
  %own.numbers = call noalias nonnull ptr @malloc(i64 48), !enzyme_cache_alloc !0
  %own.pairs = getelementptr inbounds i8, ptr %own.numbers, i64 16
  %own.numbers.cell = getelementptr inbounds { ptr, ptr }, ptr %rows, i64 %i, i32 0
  store ptr %own.numbers, ptr %own.numbers.cell, align 8
  %own.pairs.cell = getelementptr inbounds { ptr, ptr }, ptr %rows, i64 %i, i32 1
  store ptr %own.pairs, ptr %own.pairs.cell, align 8
  br label %column

column:
  %j = phi i64 [ 0, %others ], [ %j.next, %shadow ]
  %last = phi i64 [ %k, %others ], [ %l, %shadow ]
  %l = add nuw nsw i64 %last, 1
  %slot.l = getelementptr inbounds ptr addrspace(10), ptr addrspace(13) %arr, i64 %l
  %box.l = load ptr addrspace(10), ptr addrspace(13) %slot.l, align 8
  store ptr addrspace(10) %r, ptr addrspace(13) %slot.l, align 8
  %data.l = addrspacecast ptr addrspace(10) %box.l to ptr addrspace(11)
  %v.l = load double, ptr addrspace(11) %data.l, align 8
  %own.number = getelementptr inbounds double, ptr %own.numbers, i64 %j
  store double %v.l, ptr %own.number, align 8
  %own.box = getelementptr inbounds { ptr addrspace(10), ptr addrspace(10) }, ptr %own.pairs, i64 %j, i32 0
  store ptr addrspace(10) %box.l, ptr %own.box, align 8
  br label %shadow

shadow:
  %dslot.l = getelementptr inbounds ptr addrspace(10), ptr addrspace(13) %darr, i64 %l
  %dbox.l = load ptr addrspace(10), ptr addrspace(13) %dslot.l, align 8
  store ptr addrspace(10) %dr, ptr addrspace(13) %dslot.l, align 8
  %own.dbox = getelementptr inbounds { ptr addrspace(10), ptr addrspace(10) }, ptr %own.pairs, i64 %j, i32 1
  store ptr addrspace(10) %dbox.l, ptr %own.dbox, align 8
  %j.next = add nuw nsw i64 %j, 1
  %row.done = icmp eq i64 %j.next, 2
  br i1 %row.done, label %row.end, label %column

row.end:
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %row

exit:
  %first.tape = insertvalue { ptr, ptr } undef, ptr %grown, 0
  %both = insertvalue { ptr, ptr } %first.tape, ptr %head, 1
  ret { ptr, ptr } %both
}

define internal void @reverse({ ptr, ptr } %tapes, i64 %n) noinline {
entry:
  %grown = extractvalue { ptr, ptr } %tapes, 0
  %head = extractvalue { ptr, ptr } %tapes, 1
  %rows.cell = getelementptr inbounds { ptr, ptr, ptr }, ptr %head, i32 0, i32 0
  %rows = load ptr, ptr %rows.cell, align 8
  %objects.cell = getelementptr inbounds { ptr, ptr, ptr }, ptr %head, i32 0, i32 1
  %objects = load ptr, ptr %objects.cell, align 8
  %numbers.cell = getelementptr inbounds { ptr, ptr, ptr }, ptr %head, i32 0, i32 2
  %numbers = load ptr, ptr %numbers.cell, align 8
  call void @free(ptr nonnull %head)
  br label %row

row:
  %i.after = phi i64 [ %n, %entry ], [ %i, %row.end ]
  %i = add nsw i64 %i.after, -1
  %own.numbers.cell = getelementptr inbounds { ptr, ptr }, ptr %rows, i64 %i, i32 0
  %own.numbers = load ptr, ptr %own.numbers.cell, align 8
  %own.pairs.cell = getelementptr inbounds { ptr, ptr }, ptr %rows, i64 %i, i32 1
  %own.pairs = load ptr, ptr %own.pairs.cell, align 8
  br label %column

column:
  %j.after = phi i64 [ 2, %row ], [ %j, %column ]
  %j = add nsw i64 %j.after, -1
  %own.number = getelementptr inbounds double, ptr %own.numbers, i64 %j
  %v.l = load double, ptr %own.number, align 8
  %own.box = getelementptr inbounds { ptr addrspace(10), ptr addrspace(10) }, ptr %own.pairs, i64 %j, i32 0
  %box.l = load ptr addrspace(10), ptr %own.box, align 8
  %own.dbox = getelementptr inbounds { ptr addrspace(10), ptr addrspace(10) }, ptr %own.pairs, i64 %j, i32 1
  %dbox.l = load ptr addrspace(10), ptr %own.dbox, align 8
  call void @add_derivative(ptr addrspace(10) %box.l, ptr addrspace(10) %dbox.l, double %v.l, double %v.l)
  %row.done = icmp eq i64 %j, 0
  br i1 %row.done, label %row.end, label %column

row.end:
  call void @free(ptr nonnull %own.numbers)
  %box.cell = getelementptr inbounds { i64, ptr addrspace(10), double }, ptr %grown, i64 %i, i32 1
  %box = load ptr addrspace(10), ptr %box.cell, align 8
  %v.cell = getelementptr inbounds { i64, ptr addrspace(10), double }, ptr %grown, i64 %i, i32 2
  %v = load double, ptr %v.cell, align 8
  %dbox.cell = getelementptr inbounds ptr addrspace(10), ptr %objects, i64 %i
  %dbox = load ptr addrspace(10), ptr %dbox.cell, align 8
  %number.cell = getelementptr inbounds double, ptr %numbers, i64 %i
  %number = load double, ptr %number.cell, align 8
  call void @add_derivative(ptr addrspace(10) %box, ptr addrspace(10) %dbox, double %v, double %number)
  %done = icmp eq i64 %i, 0
  br i1 %done, label %exit, label %row

exit:
  call void @free(ptr nonnull %objects)
  call void @free(ptr nonnull %rows)
  call void @free(ptr nonnull %grown)
  ret void
}

; Adds 2 * number * v of the box / v, which is 2 * number only if the box still is what it was.
define internal void @add_derivative(ptr addrspace(10) %box, ptr addrspace(10) %dbox, double %v, double %number) noinline {
entry:
  %data = addrspacecast ptr addrspace(10) %box to ptr addrspace(11)
  %v.of.box = load double, ptr addrspace(11) %data, align 8
  %ratio = fdiv double %v.of.box, %v
  %twice = fadd double %number, %number
  %d = fmul double %twice, %ratio
  %derived = addrspacecast ptr addrspace(10) %dbox to ptr addrspace(11)
  %old = load double, ptr addrspace(11) %derived, align 8
  %new = fadd double %old, %d
  store double %new, ptr addrspace(11) %derived, align 8
  ret void
}

!0 = !{}
