; Tapes whose words are reached through a choice of places, as SimplifyCFG and InstCombine leave them, and tapes that
; are copied in part.
;
; f sums, over rows of two boxes, the product of both. A row's boxes lie in a node, the even rows' in the order first,
; second and the odd rows' the other way round. Its shadow boxes go through a draft, which is freed, into what is kept:
; the first one with a copy of half the draft, the second one with two atomic exchanges.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare noalias i8* @malloc(i64)
declare void @free(i8*)
declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1)

define double @caller({} addrspace(10)* addrspace(13)* %arr, {} addrspace(10)* addrspace(13)* %darr, {} addrspace(10)* %r, {} addrspace(10)* %dr, i64 %n) {
entry:
  %tape = call i8* @augmented({} addrspace(10)* addrspace(13)* %arr, {} addrspace(10)* addrspace(13)* %darr, {} addrspace(10)* %r, {} addrspace(10)* %dr, i64 %n)
  call void @reverse(i8* %tape)
  ret double undef
}

; Called with two different fields of a draft.
define internal void @put({} addrspace(10)** %place, {} addrspace(10)* %object) noinline {
entry:
  store {} addrspace(10)* %object, {} addrspace(10)** %place, align 8
  ret void
}

define internal void @fill(i8* %draft, {} addrspace(10)* addrspace(13)* %darr, {} addrspace(10)* %dr, i64 %k) noinline {
entry:
  %dslot.a = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %darr, i64 %k
  %da = load {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %dslot.a, align 8
  store {} addrspace(10)* %dr, {} addrspace(10)* addrspace(13)* %dslot.a, align 8
  %draft.cast = bitcast i8* %draft to { i64, {} addrspace(10)*, double, {} addrspace(10)* }*
  %draft.a = getelementptr inbounds { i64, {} addrspace(10)*, double, {} addrspace(10)* }, { i64, {} addrspace(10)*, double, {} addrspace(10)* }* %draft.cast, i32 0, i32 1
  call void @put({} addrspace(10)** %draft.a, {} addrspace(10)* %da)
  %l = or i64 %k, 1
  %dslot.b = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %darr, i64 %l
  %db = load {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %dslot.b, align 8
  store {} addrspace(10)* %dr, {} addrspace(10)* addrspace(13)* %dslot.b, align 8
  %draft.b = getelementptr inbounds { i64, {} addrspace(10)*, double, {} addrspace(10)* }, { i64, {} addrspace(10)*, double, {} addrspace(10)* }* %draft.cast, i32 0, i32 3
  call void @put({} addrspace(10)** %draft.b, {} addrspace(10)* %db)
  ret void
}

define internal i8* @augmented({} addrspace(10)* addrspace(13)* %arr, {} addrspace(10)* addrspace(13)* %darr, {} addrspace(10)* %r, {} addrspace(10)* %dr, i64 %n) noinline {
entry:
  %tape = call noalias nonnull i8* @malloc(i64 16)
  %rows.size = mul nuw nsw i64 %n, 16
  %rows = call noalias nonnull i8* @malloc(i64 %rows.size)
  %tape.cast = bitcast i8* %tape to { i8*, i64 }*
  %rows.cell = getelementptr inbounds { i8*, i64 }, { i8*, i64 }* %tape.cast, i32 0, i32 0
  store i8* %rows, i8** %rows.cell, align 8
  %n.cell = getelementptr inbounds { i8*, i64 }, { i8*, i64 }* %tape.cast, i32 0, i32 1
  store i64 %n, i64* %n.cell, align 8
  %no.rows = icmp eq i64 %n, 0
  br i1 %no.rows, label %exit, label %row

row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %exchange ]
  %node = call noalias nonnull i8* @malloc(i64 24)
  %rows.cast = bitcast i8* %rows to { i8*, i8* }*
  %node.cell = getelementptr inbounds { i8*, i8* }, { i8*, i8* }* %rows.cast, i64 %i, i32 0
  store i8* %node, i8** %node.cell, align 8
  %kept = call noalias nonnull i8* @malloc(i64 40)
  %kept.cell = getelementptr inbounds { i8*, i8* }, { i8*, i8* }* %rows.cast, i64 %i, i32 1
  store i8* %kept, i8** %kept.cell, align 8
  %low.bit = and i64 %i, 1
  %odd = icmp ne i64 %low.bit, 0
  %k = shl nuw nsw i64 %i, 1
  %l = or i64 %k, 1
  br label %first

first:
  %slot.a = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %arr, i64 %k
  %a = load {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %slot.a, align 8
  store {} addrspace(10)* %r, {} addrspace(10)* addrspace(13)* %slot.a, align 8
  %node.cast = bitcast i8* %node to { {} addrspace(10)*, double, {} addrspace(10)* }*
  %node.low = getelementptr inbounds { {} addrspace(10)*, double, {} addrspace(10)* }, { {} addrspace(10)*, double, {} addrspace(10)* }* %node.cast, i32 0, i32 0
  %node.high = getelementptr inbounds { {} addrspace(10)*, double, {} addrspace(10)* }, { {} addrspace(10)*, double, {} addrspace(10)* }* %node.cast, i32 0, i32 2
  %place.a = select i1 %odd, {} addrspace(10)** %node.high, {} addrspace(10)** %node.low
  store {} addrspace(10)* %a, {} addrspace(10)** %place.a, align 8
  br i1 %odd, label %second.low, label %second.high

second.low:
  %node.cast2 = bitcast i8* %node to { {} addrspace(10)*, double, {} addrspace(10)* }*
  %to.low = getelementptr inbounds { {} addrspace(10)*, double, {} addrspace(10)* }, { {} addrspace(10)*, double, {} addrspace(10)* }* %node.cast2, i32 0, i32 0
  br label %second

second.high:
  %node.cast3 = bitcast i8* %node to { {} addrspace(10)*, double, {} addrspace(10)* }*
  %to.high = getelementptr inbounds { {} addrspace(10)*, double, {} addrspace(10)* }, { {} addrspace(10)*, double, {} addrspace(10)* }* %node.cast3, i32 0, i32 2
  br label %second

second:
  %place.b = phi {} addrspace(10)** [ %to.low, %second.low ], [ %to.high, %second.high ]
  %slot.b = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %arr, i64 %l
  %b = load {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %slot.b, align 8
  store {} addrspace(10)* %r, {} addrspace(10)* addrspace(13)* %slot.b, align 8
  store {} addrspace(10)* %b, {} addrspace(10)** %place.b, align 8
  %data.a = addrspacecast {} addrspace(10)* %a to {} addrspace(11)*
  %data.a.cast = bitcast {} addrspace(11)* %data.a to double addrspace(11)*
  %va = load double, double addrspace(11)* %data.a.cast, align 8
  %data.b = addrspacecast {} addrspace(10)* %b to {} addrspace(11)*
  %data.b.cast = bitcast {} addrspace(11)* %data.b to double addrspace(11)*
  %vb = load double, double addrspace(11)* %data.b.cast, align 8
  %product = fmul double %va, %vb
  %node.cast4 = bitcast i8* %node to { {} addrspace(10)*, double, {} addrspace(10)* }*
  %product.cell = getelementptr inbounds { {} addrspace(10)*, double, {} addrspace(10)* }, { {} addrspace(10)*, double, {} addrspace(10)* }* %node.cast4, i32 0, i32 1
  store double %product, double* %product.cell, align 8
  %draft = call noalias nonnull i8* @malloc(i64 32)
  call void @fill(i8* %draft, {} addrspace(10)* addrspace(13)* %darr, {} addrspace(10)* %dr, i64 %k)
  %draft.cast = bitcast i8* %draft to { i64, {} addrspace(10)*, double, {} addrspace(10)* }*
  %draft.i = getelementptr inbounds { i64, {} addrspace(10)*, double, {} addrspace(10)* }, { i64, {} addrspace(10)*, double, {} addrspace(10)* }* %draft.cast, i32 0, i32 0
  store i64 %i, i64* %draft.i, align 8
  %draft.v = getelementptr inbounds { i64, {} addrspace(10)*, double, {} addrspace(10)* }, { i64, {} addrspace(10)*, double, {} addrspace(10)* }* %draft.cast, i32 0, i32 2
  store double %product, double* %draft.v, align 8
  br label %copy

copy:
  %draft.cast2 = bitcast i8* %draft to { i64, {} addrspace(10)*, double, {} addrspace(10)* }*
  %draft.a = getelementptr inbounds { i64, {} addrspace(10)*, double, {} addrspace(10)* }, { i64, {} addrspace(10)*, double, {} addrspace(10)* }* %draft.cast2, i32 0, i32 1
  ; { object, double } of the four words.
  %kept.cast = bitcast i8* %kept to { i64, i64, {} addrspace(10)*, double, {} addrspace(10)* }*
  %kept.a = getelementptr inbounds { i64, i64, {} addrspace(10)*, double, {} addrspace(10)* }, { i64, i64, {} addrspace(10)*, double, {} addrspace(10)* }* %kept.cast, i32 0, i32 2
  %kept.a.cast = bitcast {} addrspace(10)** %kept.a to i8*
  %draft.a.cast = bitcast {} addrspace(10)** %draft.a to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %kept.a.cast, i8* %draft.a.cast, i64 16, i1 false)
  br label %exchange

exchange:
  %kept.cast2 = bitcast i8* %kept to { i64, i64, {} addrspace(10)*, double, {} addrspace(10)* }*
  %kept.b = getelementptr inbounds { i64, i64, {} addrspace(10)*, double, {} addrspace(10)* }, { i64, i64, {} addrspace(10)*, double, {} addrspace(10)* }* %kept.cast2, i32 0, i32 4
  %draft.cast3 = bitcast i8* %draft to { i64, {} addrspace(10)*, double, {} addrspace(10)* }*
  %draft.b = getelementptr inbounds { i64, {} addrspace(10)*, double, {} addrspace(10)* }, { i64, {} addrspace(10)*, double, {} addrspace(10)* }* %draft.cast3, i32 0, i32 3
  %out = atomicrmw xchg {} addrspace(10)** %draft.b, {} addrspace(10)* null acq_rel, align 8
  %before = atomicrmw xchg {} addrspace(10)** %kept.b, {} addrspace(10)* %out acq_rel, align 8
  call void @free(i8* nonnull %draft)
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %row

exit:
  ret i8* %tape
}

define internal void @reverse(i8* %tape) noinline {
entry:
  %tape.cast = bitcast i8* %tape to { i8*, i64 }*
  %rows.cell = getelementptr inbounds { i8*, i64 }, { i8*, i64 }* %tape.cast, i32 0, i32 0
  %rows = load i8*, i8** %rows.cell, align 8
  %n.cell = getelementptr inbounds { i8*, i64 }, { i8*, i64 }* %tape.cast, i32 0, i32 1
  %n = load i64, i64* %n.cell, align 8
  call void @free(i8* nonnull %tape)
  %no.rows = icmp eq i64 %n, 0
  br i1 %no.rows, label %exit, label %row

row:
  %i.after = phi i64 [ %n, %entry ], [ %i, %row ]
  %i = add nsw i64 %i.after, -1
  %low.bit = and i64 %i, 1
  %odd = icmp ne i64 %low.bit, 0
  %rows.cast = bitcast i8* %rows to { i8*, i8* }*
  %node.cell = getelementptr inbounds { i8*, i8* }, { i8*, i8* }* %rows.cast, i64 %i, i32 0
  %node = load i8*, i8** %node.cell, align 8
  %byte.a = select i1 %odd, i64 16, i64 0
  %place.a = getelementptr inbounds i8, i8* %node, i64 %byte.a
  %place.a.cast = bitcast i8* %place.a to {} addrspace(10)**
  %a = load {} addrspace(10)*, {} addrspace(10)** %place.a.cast, align 8
  %byte.b = select i1 %odd, i64 0, i64 16
  %place.b = getelementptr inbounds i8, i8* %node, i64 %byte.b
  %place.b.cast = bitcast i8* %place.b to {} addrspace(10)**
  %b = load {} addrspace(10)*, {} addrspace(10)** %place.b.cast, align 8
  call void @free(i8* nonnull %node)
  %data.a = addrspacecast {} addrspace(10)* %a to {} addrspace(11)*
  %data.a.cast = bitcast {} addrspace(11)* %data.a to double addrspace(11)*
  %va = load double, double addrspace(11)* %data.a.cast, align 8
  %data.b = addrspacecast {} addrspace(10)* %b to {} addrspace(11)*
  %data.b.cast = bitcast {} addrspace(11)* %data.b to double addrspace(11)*
  %vb = load double, double addrspace(11)* %data.b.cast, align 8
  %kept.cell = getelementptr inbounds { i8*, i8* }, { i8*, i8* }* %rows.cast, i64 %i, i32 1
  %kept = load i8*, i8** %kept.cell, align 8
  %kept.cast = bitcast i8* %kept to { i64, i64, {} addrspace(10)*, double, {} addrspace(10)* }*
  %kept.a = getelementptr inbounds { i64, i64, {} addrspace(10)*, double, {} addrspace(10)* }, { i64, i64, {} addrspace(10)*, double, {} addrspace(10)* }* %kept.cast, i32 0, i32 2
  %da = load {} addrspace(10)*, {} addrspace(10)** %kept.a, align 8
  %kept.b = getelementptr inbounds { i64, i64, {} addrspace(10)*, double, {} addrspace(10)* }, { i64, i64, {} addrspace(10)*, double, {} addrspace(10)* }* %kept.cast, i32 0, i32 4
  %db = load {} addrspace(10)*, {} addrspace(10)** %kept.b, align 8
  %kept.v = getelementptr inbounds { i64, i64, {} addrspace(10)*, double, {} addrspace(10)* }, { i64, i64, {} addrspace(10)*, double, {} addrspace(10)* }* %kept.cast, i32 0, i32 3
  %v = load double, double* %kept.v, align 8
  call void @free(i8* nonnull %kept)
  ; 1 if the boxes still are what they were.
  %product = fmul double %va, %vb
  %ratio = fdiv double %product, %v
  %derived.a = addrspacecast {} addrspace(10)* %da to {} addrspace(11)*
  %derived.a.cast = bitcast {} addrspace(11)* %derived.a to double addrspace(11)*
  %old.a = load double, double addrspace(11)* %derived.a.cast, align 8
  %add.a = fmul double %vb, %ratio
  %new.a = fadd double %old.a, %add.a
  store double %new.a, double addrspace(11)* %derived.a.cast, align 8
  %derived.b = addrspacecast {} addrspace(10)* %db to {} addrspace(11)*
  %derived.b.cast = bitcast {} addrspace(11)* %derived.b to double addrspace(11)*
  %old.b = load double, double addrspace(11)* %derived.b.cast, align 8
  %add.b = fmul double %va, %ratio
  %new.b = fadd double %old.b, %add.b
  store double %new.b, double addrspace(11)* %derived.b.cast, align 8
  %done = icmp eq i64 %i, 0
  br i1 %done, label %exit, label %row

exit:
  call void @free(i8* nonnull %rows)
  ret void
}
