; With tags=init the module makes its types itself: the tag is loaded from a variable, where it is
; an operand of the allocator and where it stands in for a null child, and one function builds the
; types in a loop over a table. The manifest is the same as with tags=symbol.

; REQUIRES: opaque-pointers
; RUN: %opt -passes='tape-lowering<tags=init;julia=1.13>,verify' -S %s | FileCheck %s
; RUN: %check-stable 'tape-lowering<tags=init>' %s
; RUN: %opt -passes='tape-lowering<tags=symbol>,verify' -S %s | FileCheck %s --check-prefix=SYMBOL

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: @jl_tape_type.object.24.p0_2 = internal global ptr null, align 8, !julia.constgv [[EMPTY:![0-9]+]]
; CHECK: @julia.tape.init.names = internal constant [9 x i8] c"w0\00w1\00w2\00"
; CHECK: @julia.tape.init.words = internal constant [3 x i8] c"\01\00\01"
; CHECK: @jl_any_type = external global ptr, !julia.constgv [[EMPTY]]
; CHECK: @julia.tape.init.state = internal global i8 0

; SYMBOL: @jl_tape_type.object.24.p0_2 = external global i8, align 16
; SYMBOL-NOT: julia.tape.init

declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()

define double @tape(ptr addrspace(10) %x, ptr addrspace(10) %y, double %v) {
; CHECK-LABEL: define double @tape(
; CHECK: [[TYPE:%.*]] = load ptr, ptr @jl_tape_type.object.24.p0_2, align 8
; CHECK: [[TAG:%.*]] = addrspacecast ptr [[TYPE]] to ptr addrspace(10)
; CHECK: %tape = call {{.*}} @julia.gc_alloc_obj(ptr %current_task, i64 24, ptr addrspace(10) [[TAG]])
; CHECK: call void @safepoint()
; CHECK: store atomic ptr addrspace(10) %x, {{.*}} release, align 8
; CHECK: [[AGAIN:%.*]] = load ptr, ptr @jl_tape_type.object.24.p0_2, align 8
; CHECK: [[STANDS_IN:%.*]] = addrspacecast ptr [[AGAIN]] to ptr addrspace(10)
; CHECK: [[CHILD:%.*]] = select i1 {{.*}}, ptr addrspace(10) [[STANDS_IN]], ptr addrspace(10) %x
; CHECK: call {{.*}} @julia.write_barrier(ptr addrspace(10) %tape, ptr addrspace(10) [[CHILD]])
  %tape = call ptr @malloc(i64 24)
  call void @safepoint()
  store ptr addrspace(10) %x, ptr %tape, align 8
  %data = getelementptr inbounds i8, ptr %tape, i64 8
  store double %v, ptr %data, align 8
  %second = getelementptr inbounds i8, ptr %tape, i64 16
  store ptr addrspace(10) %y, ptr %second, align 8
  %result = load double, ptr %data, align 8
  call void @free(ptr %tape)
  ret double %result
}

; CHECK-LABEL: define void @julia.tape.init()
; CHECK-NEXT: entry:
; CHECK-NEXT: call ptr @julia.get_pgcstack()
; CHECK: load atomic i8, ptr @julia.tape.init.state acquire
; CHECK: cmpxchg ptr @julia.tape.init.state, i8 0, i8 1 acq_rel acquire
; CHECK: wait:
; CHECK: call void @ijl_gc_safepoint()
; CHECK: build:
; CHECK: [[BUILT:%.*]] = call ptr addrspace(10) @julia.tape.type(ptr @julia.tape.init.words, i64 3)
; CHECK: [[ADDRESS:%.*]] = call ptr @julia.pointer_from_objref(
; CHECK: store atomic ptr [[ADDRESS]], ptr @jl_tape_type.object.24.p0_2 release, align 8
; CHECK: store atomic i8 2, ptr @julia.tape.init.state release
; CHECK: ret void

; CHECK-LABEL: define internal ptr addrspace(10) @julia.tape.type(ptr %words, i64 %count)
; CHECK-NEXT: entry:
; CHECK-NEXT: call ptr @julia.get_pgcstack()
; CHECK: [[NAMES:%.*]] = call ptr addrspace(10) @ijl_alloc_svec(i64 %count)
; CHECK: [[TYPES:%.*]] = call ptr addrspace(10) @ijl_alloc_svec(i64 %count)
; CHECK: each:
; CHECK: call ptr addrspace(10) @ijl_symbol(
; CHECK: call {{.*}} @julia.write_barrier(ptr addrspace(10) [[NAMES]],
; CHECK: load ptr, ptr @jl_any_type
; CHECK: call {{.*}} @julia.write_barrier(ptr addrspace(10) [[TYPES]],
; CHECK: done:
; CHECK: [[TUPLE:%.*]] = call {{.*}} @jl_f_tuple({{.*}}) [ "jl_roots"(ptr addrspace(10) [[NAMES]]) ]
; CHECK: [[FIELDS:%.*]] = call {{.*}} @ijl_apply_tuple_type_v({{.*}}) [ "jl_roots"(ptr addrspace(10) [[TYPES]]) ]
; CHECK: [[NAMED:%.*]] = call {{.*}} @ijl_apply_type2({{.*}}, ptr addrspace(10) [[TUPLE]], ptr addrspace(10) [[FIELDS]])
; CHECK: ret ptr addrspace(10) [[NAMED]]

; CHECK: !julia.tape.types = !{[[ROW:![0-9]+]]}
; CHECK: [[ROW]] = !{!"jl_tape_type.object.24.p0_2", !"object", i64 24, i64 8, i64 1, i64 24, i64 0, i64 16}
; SYMBOL: !{!"jl_tape_type.object.24.p0_2", !"object", i64 24, i64 8, i64 1, i64 24, i64 0, i64 16}
