; Tapes whose words are reached through a choice of places, as SimplifyCFG and InstCombine leave them, and tapes that
; are copied in part.
;
; f sums, over rows of two boxes, the product of both. A row's boxes lie in a node, the even rows' in the order first,
; second and the odd rows' the other way round. Its shadow boxes go through a draft, which is freed, into what is kept:
; the first one with a copy of half the draft, the second one with two atomic exchanges.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define double @caller(ptr addrspace(13) %arr, ptr addrspace(13) %darr, ptr addrspace(10) %r, ptr addrspace(10) %dr, i64 %n) {
entry:
  %tape = call ptr @augmented(ptr addrspace(13) %arr, ptr addrspace(13) %darr, ptr addrspace(10) %r, ptr addrspace(10) %dr, i64 %n)
  call void @reverse(ptr %tape)
  ret double undef
}

; Called with two different fields of a draft.
define internal void @put(ptr %place, ptr addrspace(10) %object) noinline {
entry:
  store ptr addrspace(10) %object, ptr %place, align 8
  ret void
}

define internal void @fill(ptr %draft, ptr addrspace(13) %darr, ptr addrspace(10) %dr, i64 %k) noinline {
entry:
  %dslot.a = getelementptr inbounds ptr addrspace(10), ptr addrspace(13) %darr, i64 %k
  %da = load ptr addrspace(10), ptr addrspace(13) %dslot.a, align 8
  store ptr addrspace(10) %dr, ptr addrspace(13) %dslot.a, align 8
  %draft.a = getelementptr inbounds { i64, ptr addrspace(10), double, ptr addrspace(10) }, ptr %draft, i32 0, i32 1
  call void @put(ptr %draft.a, ptr addrspace(10) %da)
  %l = or i64 %k, 1
  %dslot.b = getelementptr inbounds ptr addrspace(10), ptr addrspace(13) %darr, i64 %l
  %db = load ptr addrspace(10), ptr addrspace(13) %dslot.b, align 8
  store ptr addrspace(10) %dr, ptr addrspace(13) %dslot.b, align 8
  %draft.b = getelementptr inbounds { i64, ptr addrspace(10), double, ptr addrspace(10) }, ptr %draft, i32 0, i32 3
  call void @put(ptr %draft.b, ptr addrspace(10) %db)
  ret void
}

define internal ptr @augmented(ptr addrspace(13) %arr, ptr addrspace(13) %darr, ptr addrspace(10) %r, ptr addrspace(10) %dr, i64 %n) noinline {
entry:
  %tape = call noalias nonnull ptr @malloc(i64 16)
  %rows.size = mul nuw nsw i64 %n, 16
  %rows = call noalias nonnull ptr @malloc(i64 %rows.size)
  %rows.cell = getelementptr inbounds { ptr, i64 }, ptr %tape, i32 0, i32 0
  store ptr %rows, ptr %rows.cell, align 8
  %n.cell = getelementptr inbounds { ptr, i64 }, ptr %tape, i32 0, i32 1
  store i64 %n, ptr %n.cell, align 8
  %no.rows = icmp eq i64 %n, 0
  br i1 %no.rows, label %exit, label %row

row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %exchange ]
  %node = call noalias nonnull ptr @malloc(i64 24)
  %node.cell = getelementptr inbounds { ptr, ptr }, ptr %rows, i64 %i, i32 0
  store ptr %node, ptr %node.cell, align 8
  %kept = call noalias nonnull ptr @malloc(i64 40)
  %kept.cell = getelementptr inbounds { ptr, ptr }, ptr %rows, i64 %i, i32 1
  store ptr %kept, ptr %kept.cell, align 8
  %low.bit = and i64 %i, 1
  %odd = icmp ne i64 %low.bit, 0
  %k = shl nuw nsw i64 %i, 1
  %l = or i64 %k, 1
  br label %first

first:
  %slot.a = getelementptr inbounds ptr addrspace(10), ptr addrspace(13) %arr, i64 %k
  %a = load ptr addrspace(10), ptr addrspace(13) %slot.a, align 8
  store ptr addrspace(10) %r, ptr addrspace(13) %slot.a, align 8
  %node.low = getelementptr inbounds { ptr addrspace(10), double, ptr addrspace(10) }, ptr %node, i32 0, i32 0
  %node.high = getelementptr inbounds { ptr addrspace(10), double, ptr addrspace(10) }, ptr %node, i32 0, i32 2
  %place.a = select i1 %odd, ptr %node.high, ptr %node.low
  store ptr addrspace(10) %a, ptr %place.a, align 8
  br i1 %odd, label %second.low, label %second.high

second.low:
  %to.low = getelementptr inbounds { ptr addrspace(10), double, ptr addrspace(10) }, ptr %node, i32 0, i32 0
  br label %second

second.high:
  %to.high = getelementptr inbounds { ptr addrspace(10), double, ptr addrspace(10) }, ptr %node, i32 0, i32 2
  br label %second

second:
  %place.b = phi ptr [ %to.low, %second.low ], [ %to.high, %second.high ]
  %slot.b = getelementptr inbounds ptr addrspace(10), ptr addrspace(13) %arr, i64 %l
  %b = load ptr addrspace(10), ptr addrspace(13) %slot.b, align 8
  store ptr addrspace(10) %r, ptr addrspace(13) %slot.b, align 8
  store ptr addrspace(10) %b, ptr %place.b, align 8
  %data.a = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %va = load double, ptr addrspace(11) %data.a, align 8
  %data.b = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %vb = load double, ptr addrspace(11) %data.b, align 8
  %product = fmul double %va, %vb
  %product.cell = getelementptr inbounds { ptr addrspace(10), double, ptr addrspace(10) }, ptr %node, i32 0, i32 1
  store double %product, ptr %product.cell, align 8
  %draft = call noalias nonnull ptr @malloc(i64 32)
  call void @fill(ptr %draft, ptr addrspace(13) %darr, ptr addrspace(10) %dr, i64 %k)
  %draft.i = getelementptr inbounds { i64, ptr addrspace(10), double, ptr addrspace(10) }, ptr %draft, i32 0, i32 0
  store i64 %i, ptr %draft.i, align 8
  %draft.v = getelementptr inbounds { i64, ptr addrspace(10), double, ptr addrspace(10) }, ptr %draft, i32 0, i32 2
  store double %product, ptr %draft.v, align 8
  br label %copy

copy:
  %draft.a = getelementptr inbounds { i64, ptr addrspace(10), double, ptr addrspace(10) }, ptr %draft, i32 0, i32 1
  ; { object, double } of the four words.
  %kept.a = getelementptr inbounds { i64, i64, ptr addrspace(10), double, ptr addrspace(10) }, ptr %kept, i32 0, i32 2
  call void @llvm.memcpy.p0.p0.i64(ptr %kept.a, ptr %draft.a, i64 16, i1 false)
  br label %exchange

exchange:
  %kept.b = getelementptr inbounds { i64, i64, ptr addrspace(10), double, ptr addrspace(10) }, ptr %kept, i32 0, i32 4
  %draft.b = getelementptr inbounds { i64, ptr addrspace(10), double, ptr addrspace(10) }, ptr %draft, i32 0, i32 3
  %out = atomicrmw xchg ptr %draft.b, ptr addrspace(10) null acq_rel, align 8
  %before = atomicrmw xchg ptr %kept.b, ptr addrspace(10) %out acq_rel, align 8
  call void @free(ptr nonnull %draft)
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %row

exit:
  ret ptr %tape
}

define internal void @reverse(ptr %tape) noinline {
entry:
  %rows.cell = getelementptr inbounds { ptr, i64 }, ptr %tape, i32 0, i32 0
  %rows = load ptr, ptr %rows.cell, align 8
  %n.cell = getelementptr inbounds { ptr, i64 }, ptr %tape, i32 0, i32 1
  %n = load i64, ptr %n.cell, align 8
  call void @free(ptr nonnull %tape)
  %no.rows = icmp eq i64 %n, 0
  br i1 %no.rows, label %exit, label %row

row:
  %i.after = phi i64 [ %n, %entry ], [ %i, %row ]
  %i = add nsw i64 %i.after, -1
  %low.bit = and i64 %i, 1
  %odd = icmp ne i64 %low.bit, 0
  %node.cell = getelementptr inbounds { ptr, ptr }, ptr %rows, i64 %i, i32 0
  %node = load ptr, ptr %node.cell, align 8
  %byte.a = select i1 %odd, i64 16, i64 0
  %place.a = getelementptr inbounds i8, ptr %node, i64 %byte.a
  %a = load ptr addrspace(10), ptr %place.a, align 8
  %byte.b = select i1 %odd, i64 0, i64 16
  %place.b = getelementptr inbounds i8, ptr %node, i64 %byte.b
  %b = load ptr addrspace(10), ptr %place.b, align 8
  call void @free(ptr nonnull %node)
  %data.a = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %va = load double, ptr addrspace(11) %data.a, align 8
  %data.b = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %vb = load double, ptr addrspace(11) %data.b, align 8
  %kept.cell = getelementptr inbounds { ptr, ptr }, ptr %rows, i64 %i, i32 1
  %kept = load ptr, ptr %kept.cell, align 8
  %kept.a = getelementptr inbounds { i64, i64, ptr addrspace(10), double, ptr addrspace(10) }, ptr %kept, i32 0, i32 2
  %da = load ptr addrspace(10), ptr %kept.a, align 8
  %kept.b = getelementptr inbounds { i64, i64, ptr addrspace(10), double, ptr addrspace(10) }, ptr %kept, i32 0, i32 4
  %db = load ptr addrspace(10), ptr %kept.b, align 8
  %kept.v = getelementptr inbounds { i64, i64, ptr addrspace(10), double, ptr addrspace(10) }, ptr %kept, i32 0, i32 3
  %v = load double, ptr %kept.v, align 8
  call void @free(ptr nonnull %kept)
  ; 1 if the boxes still are what they were.
  %product = fmul double %va, %vb
  %ratio = fdiv double %product, %v
  %derived.a = addrspacecast ptr addrspace(10) %da to ptr addrspace(11)
  %old.a = load double, ptr addrspace(11) %derived.a, align 8
  %add.a = fmul double %vb, %ratio
  %new.a = fadd double %old.a, %add.a
  store double %new.a, ptr addrspace(11) %derived.a, align 8
  %derived.b = addrspacecast ptr addrspace(10) %db to ptr addrspace(11)
  %old.b = load double, ptr addrspace(11) %derived.b, align 8
  %add.b = fmul double %va, %ratio
  %new.b = fadd double %old.b, %add.b
  store double %new.b, ptr addrspace(11) %derived.b, align 8
  %done = icmp eq i64 %i, 0
  br i1 %done, label %exit, label %row

exit:
  call void @free(ptr nonnull %rows)
  ret void
}
