; With tags=init the type of an array tape is made from its element's: Memory{T} from 1.11 on, from
; the parameters of Memory{Any}, and Vector{T} before. The grow helper loads the tag, too.

; REQUIRES: typed-pointers
; RUN: %opt %typed -passes='tape-lowering<tags=init;julia=1.13>,verify' -S %s | FileCheck %s --check-prefixes=CHECK,MEMORY
; RUN: %opt %typed -passes='tape-lowering<tags=init;julia=1.10>,verify' -S %s | FileCheck %s --check-prefixes=CHECK,VECTOR
; RUN: %opt %typed -passes='tape-lowering<tags=init;julia=1.7>,verify' -S %s | FileCheck %s --check-prefix=OLD
; RUN: %check-stable 'tape-lowering<tags=init;julia=1.13>' %typed %s
; RUN: %check-stable 'tape-lowering<tags=init;julia=1.6>' %typed %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

; MEMORY: @jl_tape_type.memory.16.p0 = internal global {}* null, align 8, !julia.constgv
; VECTOR: @jl_tape_type.vector.16.p0 = internal global {}* null, align 8, !julia.constgv

declare i8* @malloc(i64)
declare i8* @realloc(i8*, i64)
declare void @free(i8*)

define double @tape({} addrspace(10)* %x, double %v, i64 %n, i64 %i) {
; CHECK-LABEL: define double @tape(
; CHECK: [[TYPE:%.*]] = load {}*, {}** @jl_tape_type.[[KIND:memory|vector]].16.p0, align 8
; CHECK: [[TAG:%.*]] = addrspacecast {}* [[TYPE]] to {} addrspace(10)*
; MEMORY: call {} addrspace(10)* @jl_alloc_genericmemory({} addrspace(10)* [[TAG]],
; VECTOR: call {} addrspace(10)* @ijl_alloc_array_1d({} addrspace(10)* [[TAG]],
  %bytes = mul i64 %n, 16
  %first = call i8* @malloc(i64 %bytes)
  %more = shl i64 %bytes, 1
  %grown = call i8* @realloc(i8* %first, i64 %more)
  %cells = bitcast i8* %grown to { {} addrspace(10)*, double }*
  %pointer = getelementptr { {} addrspace(10)*, double }, { {} addrspace(10)*, double }* %cells, i64 %i, i32 0
  store {} addrspace(10)* %x, {} addrspace(10)** %pointer
  %data = getelementptr { {} addrspace(10)*, double }, { {} addrspace(10)*, double }* %cells, i64 %i, i32 1
  store double %v, double* %data
  %result = load double, double* %data
  call void @free(i8* %grown)
  ret double %result
}

; CHECK-LABEL: define internal {} addrspace(10)* @julia.tape.array_grow.16.p0(
; CHECK: load {}*, {}** @jl_tape_type.[[KIND]].16.p0, align 8

; CHECK-LABEL: define void @julia.tape.init()
; CHECK: [[ELEMENT:%.*]] = call {} addrspace(10)* @julia.tape.type(i8* getelementptr {{.*}}@julia.tape.init.words{{.*}}, i64 2)
; MEMORY: load {}*, {}** @jl_memory_any_type
; MEMORY: [[PARAMETERS:%.*]] = call {} addrspace(10)* @ijl_alloc_svec(i64 3)
; MEMORY: store atomic {} addrspace(10)* [[ELEMENT]],
; MEMORY: load {}*, {}** @jl_genericmemory_type
; MEMORY: [[ARRAY:%.*]] = call {} addrspace(10)* @ijl_apply_type({{.*}}, i64 3) [ "jl_roots"({} addrspace(10)* [[PARAMETERS]]) ]
; VECTOR: [[ARRAY:%.*]] = call {} addrspace(10)* @ijl_apply_array_type({} addrspace(10)* [[ELEMENT]], i64 1)
; CHECK: addrspacecast {} addrspace(10)* [[ARRAY]] to {} addrspace(11)*
; CHECK: call {}* @julia.pointer_from_objref({} addrspace(11)*
; CHECK: store atomic {}* {{.*}}, {}** @jl_tape_type.[[KIND]].16.p0 release, align 8

; OLD-LABEL: define void @julia.tape.init()
; OLD: call void @jl_gc_safepoint()
; OLD: call {} addrspace(10)* @jl_apply_array_type(
; OLD-LABEL: define internal {} addrspace(10)* @julia.tape.type(
; OLD: call {} addrspace(10)* @jl_alloc_svec(
; OLD: call {} addrspace(10)* @jl_symbol(
; OLD: call {} addrspace(10)* @jl_apply_tuple_type_v(
; OLD: call {} addrspace(10)* @jl_apply_type2(
