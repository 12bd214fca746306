; i386, the one 32-bit target whose offsets are known (JULIA_ABI.md, 3): a word has 4 bytes, size_t 32 bits, and the task
; lies 17 to 29 words before its gcstack field.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %opt -passes="tape-lowering<julia=1.7>,verify" -S %t/opaque.ll | FileCheck %s --check-prefixes=CHECK,PTLS,VECTOR %}
; RUN: %if opaque-pointers %{ %opt -passes="tape-lowering<julia=1.8>,verify" -S %t/opaque.ll | FileCheck %s --check-prefixes=CHECK,WORDS,VECTOR -DBACK=17 %}
; RUN: %if opaque-pointers %{ %opt -passes="tape-lowering<julia=1.9>,verify" -S %t/opaque.ll | FileCheck %s --check-prefixes=CHECK,WORDS,VECTOR -DBACK=18 %}
; RUN: %if opaque-pointers %{ %opt -passes="tape-lowering<julia=1.10>,verify" -S %t/opaque.ll | FileCheck %s --check-prefixes=CHECK,WORDS,VECTOR -DBACK=20 %}
; RUN: %if opaque-pointers %{ %opt -passes="tape-lowering<julia=1.11>,verify" -S %t/opaque.ll | FileCheck %s --check-prefixes=CHECK,WORDS,MEMORY -DBACK=20 %}
; RUN: %if opaque-pointers %{ %opt -passes="tape-lowering<julia=1.12>,verify" -S %t/opaque.ll | FileCheck %s --check-prefixes=CHECK,BYTES,MEMORY -DBACK=116 %}
; RUN: %if opaque-pointers %{ %opt -passes="tape-lowering<julia=1.13>,verify" -S %t/opaque.ll | FileCheck %s --check-prefixes=CHECK,BYTES,MEMORY -DBACK=116 %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if opaque-pointers %{ %opt -passes="tape-lowering<tags=init>,verify" -S %t/opaque.ll | FileCheck %s --check-prefix=INIT %}
; RUN: %if typed-pointers %{ %opt %typed -passes="tape-lowering<julia=1.10>,verify" -S %t/typed.ll | FileCheck %s --check-prefix=TYPED %}

; CHECK-LABEL: define {{.*}} @mixed(
; PTLS: load ptr, ptr %ptls_field, align 4
; WORDS: %current_task = getelementptr inbounds ptr, ptr %pgcstack, i64 -[[BACK]]
; BYTES: %current_task = getelementptr inbounds i8, ptr %pgcstack, i64 -[[BACK]]
; CHECK: call {{.*}} @julia.gc_alloc_obj(ptr {{.*}}, i32 16, {{.*}}@jl_tape_type.object.16.p0_3
; CHECK: store atomic ptr addrspace(10) %x, {{.*}} release, align 4
; CHECK-LABEL: define void @pointers(
; CHECK: [[COUNT:%.*]] = lshr i32 %size, 2
; CHECK: call ptr addrspace(10) @{{i?}}jl_alloc_svec(i32 [[COUNT]])
; CHECK-LABEL: define void @records(
; CHECK: [[COUNT:%.*]] = udiv i32 %size, 12
; VECTOR: @{{i?}}jl_alloc_array_1d({{.*}}@jl_tape_type.vector.12.p2{{.*}}, i32 [[COUNT]])
; MEMORY: @jl_alloc_genericmemory({{.*}}@jl_tape_type.memory.12.p2{{.*}}, i32 [[COUNT]])
; CHECK-LABEL: define void @grows(
; CHECK: call ptr addrspace(10) @julia.tape.svec_grow(ptr addrspace(10) null, i32 {{%.*}})
; CHECK: define internal ptr addrspace(10) @julia.tape.svec_grow(ptr addrspace(10) %old, i32 %count)
; CHECK: %length = load i32,
; CHECK: !{!"jl_tape_type.object.16.p0_3", !"object", i64 16, i64 4, i64 1, i64 16, i64 0, i64 12}

; A word of data is a UInt32.
; INIT: load ptr, ptr @jl_uint32_type, align 4

; TYPED: getelementptr inbounds {}*, {{.*}} i64 -20
; TYPED: @julia.gc_alloc_obj({}** {{.*}}, i32 8, {{.*}}@jl_tape_type.object.8.p0_1

;--- opaque.ll
target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-f64:32:64-f80:32-n8:16:32-S128-ni:10:11:12:13"
target triple = "i686-unknown-linux-gnu"

declare ptr @malloc(i32)
declare ptr @realloc(ptr, i32)
declare void @free(ptr)
declare void @safepoint()

define ptr addrspace(10) @mixed(ptr addrspace(10) %x, double %d) {
  %m = call ptr @malloc(i32 16)
  call void @safepoint()
  store ptr addrspace(10) %x, ptr %m, align 4
  %p = getelementptr inbounds { ptr addrspace(10), double, ptr addrspace(10) }, ptr %m, i32 0, i32 1
  store double %d, ptr %p, align 4
  %q = getelementptr inbounds { ptr addrspace(10), double, ptr addrspace(10) }, ptr %m, i32 0, i32 2
  store ptr addrspace(10) %x, ptr %q, align 4
  %r = load ptr addrspace(10), ptr %q, align 4
  call void @free(ptr %m)
  ret ptr addrspace(10) %r
}
define void @pointers(ptr addrspace(10) %x, i32 %n, i32 %i) {
  %size = mul nuw i32 %n, 4
  %m = call ptr @malloc(i32 %size)
  %p = getelementptr inbounds ptr addrspace(10), ptr %m, i32 %i
  store ptr addrspace(10) %x, ptr %p, align 4
  call void @safepoint()
  call void @free(ptr %m)
  ret void
}
define void @records(ptr addrspace(10) %x, double %d, i32 %n, i32 %i) {
  %size = mul nuw i32 %n, 12
  %m = call ptr @malloc(i32 %size)
  %p = getelementptr inbounds { double, ptr addrspace(10) }, ptr %m, i32 %i, i32 1
  store ptr addrspace(10) %x, ptr %p, align 4
  %q = getelementptr inbounds { double, ptr addrspace(10) }, ptr %m, i32 %i
  store double %d, ptr %q, align 4
  call void @safepoint()
  call void @free(ptr %m)
  ret void
}
define void @grows(ptr addrspace(10) %x, i32 %n, i32 %i) {
  %size = mul nuw i32 %n, 4
  %m = call ptr @realloc(ptr null, i32 %size)
  %p = getelementptr inbounds ptr addrspace(10), ptr %m, i32 %i
  store ptr addrspace(10) %x, ptr %p, align 4
  call void @safepoint()
  call void @free(ptr %m)
  ret void
}

;--- typed.ll
target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-f64:32:64-f80:32-n8:16:32-S128-ni:10:11:12:13"
target triple = "i686-unknown-linux-gnu"

declare i8* @malloc(i32)
declare void @safepoint()

define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i32 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  call void @safepoint()
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 4
  %b = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %a, i32 1
  store {} addrspace(10)* %x, {} addrspace(10)** %b, align 4
  ret void
}
