; What Julia's code generator writes, of several versions and before its root placement, has no finding.

; RUN: %if typed-pointers %{ %plain-opt %typed -passes=gc-verify -disable-output %s 2>&1 | count 0 %}
; REQUIRES: typed-pointers

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

@"jl_sym#x" = private unnamed_addr constant {}* inttoptr (i64 140000000 to {}*), align 8

declare {}*** @julia.get_pgcstack()
declare noalias nonnull {} addrspace(10)* @julia.gc_alloc_obj({}**, i64, {} addrspace(10)*)
declare void @julia.write_barrier({} addrspace(10)* readonly, ...)
declare nonnull {} addrspace(10)* @julia.call({} addrspace(10)* ({} addrspace(10)*, {} addrspace(10)**, i32)*, {} addrspace(10)*, ...)
declare {} addrspace(10)* @ijl_apply_generic({} addrspace(10)*, {} addrspace(10)**, i32)
declare noalias nonnull {} addrspace(10)* @ijl_box_int64(i64 signext)
declare void @ijl_throw({} addrspace(12)*)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare i8* @julia.pointer_from_objref({} addrspace(11)*)
declare void @fill(i8*)

; A new mutable struct: plain null stores, then its fields, with a box made in between.
define nonnull {} addrspace(10)* @julia_new({} addrspace(10)* nonnull %0, i64 %1) {
top:
  %2 = call {}*** @julia.get_pgcstack()
  %3 = bitcast {}*** %2 to {}**
  %task = getelementptr inbounds {}*, {}** %3, i64 -14
  %4 = call noalias nonnull {} addrspace(10)* @julia.gc_alloc_obj({}** %task, i64 16, {} addrspace(10)* addrspacecast ({}* inttoptr (i64 140000016 to {}*) to {} addrspace(10)*))
  %5 = addrspacecast {} addrspace(10)* %4 to {} addrspace(11)*
  %6 = bitcast {} addrspace(11)* %5 to {} addrspace(10)* addrspace(11)*
  %7 = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)* addrspace(11)* %6, i64 1
  store {} addrspace(10)* null, {} addrspace(10)* addrspace(11)* %6, align 8
  store {} addrspace(10)* null, {} addrspace(10)* addrspace(11)* %7, align 8
  store atomic {} addrspace(10)* %0, {} addrspace(10)* addrspace(11)* %6 release, align 8
  store atomic {} addrspace(10)* %0, {} addrspace(10)* addrspace(11)* %7 release, align 8
  %8 = call {} addrspace(10)* @ijl_box_int64(i64 signext %1)
  store atomic {} addrspace(10)* %8, {} addrspace(10)* addrspace(11)* %7 release, align 8
  call void ({} addrspace(10)*, ...) @julia.write_barrier({} addrspace(10)* %4, {} addrspace(10)* %8)
  ret {} addrspace(10)* %4
}

; An element of an array: its owner is the array or another object.
define void @julia_setindex({} addrspace(10)* nonnull %a, {} addrspace(10)* nonnull %x, i64 %i) {
top:
  %0 = call {}*** @julia.get_pgcstack()
  %1 = addrspacecast {} addrspace(10)* %a to {} addrspace(11)*
  %2 = bitcast {} addrspace(11)* %1 to { i8*, i64, i16, i16, i32 } addrspace(11)*
  %3 = getelementptr inbounds { i8*, i64, i16, i16, i32 }, { i8*, i64, i16, i16, i32 } addrspace(11)* %2, i64 0, i32 2
  %flags = load i16, i16 addrspace(11)* %3, align 2
  %shared = icmp eq i16 %flags, 3
  br i1 %shared, label %load, label %merge

load:
  %4 = bitcast {} addrspace(11)* %1 to {} addrspace(10)* addrspace(11)*
  %5 = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)* addrspace(11)* %4, i64 5
  %owner = load {} addrspace(10)*, {} addrspace(10)* addrspace(11)* %5, align 8, !nonnull !0
  br label %merge

merge:
  %parent = phi {} addrspace(10)* [ %a, %top ], [ %owner, %load ]
  %6 = bitcast {} addrspace(11)* %1 to {} addrspace(10)* addrspace(13)* addrspace(11)*
  %data = load {} addrspace(10)* addrspace(13)*, {} addrspace(10)* addrspace(13)* addrspace(11)* %6, align 8, !nonnull !0
  %7 = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)* addrspace(13)* %data, i64 %i
  store {} addrspace(10)* %x, {} addrspace(10)* addrspace(13)* %7, align 8
  call void ({} addrspace(10)*, ...) @julia.write_barrier({} addrspace(10)* %parent, {} addrspace(10)* %x)
  ret void
}

; A field that may be undefined is tested; the error is thrown; the child is known behind that.
define nonnull {} addrspace(10)* @julia_copyfield({} addrspace(10)* nonnull %to, {} addrspace(10)* nonnull %from) {
top:
  %0 = call {}*** @julia.get_pgcstack()
  %1 = addrspacecast {} addrspace(10)* %from to {} addrspace(11)*
  %2 = bitcast {} addrspace(11)* %1 to {} addrspace(10)* addrspace(11)*
  %3 = load atomic {} addrspace(10)*, {} addrspace(10)* addrspace(11)* %2 unordered, align 8
  %.not = icmp eq {} addrspace(10)* %3, null
  br i1 %.not, label %fail, label %pass

fail:
  call void @ijl_throw({} addrspace(12)* addrspacecast ({}* inttoptr (i64 140000032 to {}*) to {} addrspace(12)*))
  unreachable

pass:
  %4 = addrspacecast {} addrspace(10)* %to to {} addrspace(11)*
  %5 = bitcast {} addrspace(11)* %4 to {} addrspace(10)* addrspace(11)*
  store atomic {} addrspace(10)* %3, {} addrspace(10)* addrspace(11)* %5 release, align 8
  call void ({} addrspace(10)*, ...) @julia.write_barrier({} addrspace(10)* %to, {} addrspace(10)* %3)
  %6 = call nonnull {} addrspace(10)* ({} addrspace(10)* ({} addrspace(10)*, {} addrspace(10)**, i32)*, {} addrspace(10)*, ...) @julia.call({} addrspace(10)* ({} addrspace(10)*, {} addrspace(10)**, i32)* @ijl_apply_generic, {} addrspace(10)* addrspacecast ({}* inttoptr (i64 140000048 to {}*) to {} addrspace(10)*), {} addrspace(10)* %3)
  ret {} addrspace(10)* %6
}

; A structure return with objects, arguments by address, and a preserved object that C fills.
define void @julia_sret({ {} addrspace(10)*, i64 }* noalias nocapture sret({ {} addrspace(10)*, i64 }) %ret, { {} addrspace(10)*, i64 } addrspace(11)* nocapture readonly %arg, {}** %task) {
top:
  %0 = call {}*** @julia.get_pgcstack()
  %1 = getelementptr inbounds { {} addrspace(10)*, i64 }, { {} addrspace(10)*, i64 } addrspace(11)* %arg, i64 0, i32 0
  %2 = load atomic {} addrspace(10)*, {} addrspace(10)* addrspace(11)* %1 unordered, align 8
  %buffer = call noalias nonnull {} addrspace(10)* @julia.gc_alloc_obj({}** %task, i64 64, {} addrspace(10)* addrspacecast ({}* inttoptr (i64 140000064 to {}*) to {} addrspace(10)*))
  %3 = call token (...) @llvm.julia.gc_preserve_begin({} addrspace(10)* nonnull %buffer)
  %4 = addrspacecast {} addrspace(10)* %buffer to {} addrspace(11)*
  %5 = call i8* @julia.pointer_from_objref({} addrspace(11)* %4)
  call void @fill(i8* %5)
  call void @llvm.julia.gc_preserve_end(token %3)
  %6 = getelementptr inbounds { {} addrspace(10)*, i64 }, { {} addrspace(10)*, i64 }* %ret, i64 0, i32 0
  store {} addrspace(10)* %2, {} addrspace(10)** %6, align 8
  ret void
}

; A captured variable's box, a symbol from a constant slot, and a jlcall wrapper's argument array.
define nonnull {} addrspace(10)* @jfptr_g({} addrspace(10)* %f, {} addrspace(10)** noalias nocapture noundef readonly %args, i32 %n) {
top:
  %0 = call {}*** @julia.get_pgcstack()
  %1 = load {} addrspace(10)*, {} addrspace(10)** %args, align 8, !nonnull !0
  %2 = load {}*, {}** @"jl_sym#x", align 8, !nonnull !0
  %3 = addrspacecast {}* %2 to {} addrspace(10)*
  %4 = addrspacecast {} addrspace(10)* %1 to {} addrspace(11)*
  %5 = bitcast {} addrspace(11)* %4 to {} addrspace(10)* addrspace(11)*
  store atomic {} addrspace(10)* %3, {} addrspace(10)* addrspace(11)* %5 release, align 8
  call void ({} addrspace(10)*, ...) @julia.write_barrier({} addrspace(10)* nonnull %1, {} addrspace(10)* nonnull %3)
  %6 = call {} addrspace(10)* @julia_copyfield({} addrspace(10)* %1, {} addrspace(10)* %1)
  ret {} addrspace(10)* %6
}

!0 = !{}
