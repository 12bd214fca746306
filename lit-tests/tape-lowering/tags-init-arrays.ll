; With tags=init the type of an array tape is made from its element's: Memory{T} from 1.11 on, from
; the parameters of Memory{Any}, and Vector{T} before. The grow helper loads the tag, too.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %opt -passes='tape-lowering<tags=init;julia=1.13>,verify' -S %t/opaque.ll | FileCheck %s --check-prefixes=CHECK,MEMORY -DP="ptr addrspace(10)" -DD="ptr addrspace(11)" -DZ=ptr -DZZ=ptr %}
; RUN: %if opaque-pointers %{ %opt -passes='tape-lowering<tags=init;julia=1.10>,verify' -S %t/opaque.ll | FileCheck %s --check-prefixes=CHECK,VECTOR -DP="ptr addrspace(10)" -DD="ptr addrspace(11)" -DZ=ptr -DZZ=ptr %}
; RUN: %if opaque-pointers %{ %opt -passes='tape-lowering<tags=init;julia=1.7>,verify' -S %t/opaque.ll | FileCheck %s --check-prefix=OLD -DP="ptr addrspace(10)" -DD="ptr addrspace(11)" -DZ=ptr -DZZ=ptr %}
; RUN: %if opaque-pointers %{ %check-stable 'tape-lowering<tags=init;julia=1.13>' %t/opaque.ll %}
; RUN: %if typed-pointers %{ %opt %typed -passes='tape-lowering<tags=init;julia=1.13>,verify' -S %t/typed.ll | FileCheck %s --check-prefixes=CHECK,MEMORY -DP="{} addrspace(10)*" -DD="{} addrspace(11)*" -DZ="{}*" -DZZ="{}**" %}
; RUN: %if typed-pointers %{ %opt %typed -passes='tape-lowering<tags=init;julia=1.10>,verify' -S %t/typed.ll | FileCheck %s --check-prefixes=CHECK,VECTOR -DP="{} addrspace(10)*" -DD="{} addrspace(11)*" -DZ="{}*" -DZZ="{}**" %}
; RUN: %if typed-pointers %{ %opt %typed -passes='tape-lowering<tags=init;julia=1.7>,verify' -S %t/typed.ll | FileCheck %s --check-prefix=OLD -DP="{} addrspace(10)*" -DD="{} addrspace(11)*" -DZ="{}*" -DZZ="{}**" %}
; RUN: %if typed-pointers %{ %check-stable 'tape-lowering<tags=init;julia=1.13>' %typed %t/typed.ll %}
; RUN: %if typed-pointers %{ %check-stable 'tape-lowering<tags=init;julia=1.6>' %typed %t/typed.ll %}

; MEMORY: @jl_tape_type.memory.16.p0 = internal global [[Z]] null, align 8, !julia.constgv
; VECTOR: @jl_tape_type.vector.16.p0 = internal global [[Z]] null, align 8, !julia.constgv
; CHECK-LABEL: define double @tape(
; CHECK: [[TYPE:%.*]] = load [[Z]], [[ZZ]] @jl_tape_type.[[KIND:memory|vector]].16.p0, align 8
; CHECK: [[TAG:%.*]] = addrspacecast [[Z]] [[TYPE]] to [[P]]
; MEMORY: call [[P]] @jl_alloc_genericmemory([[P]] [[TAG]],
; VECTOR: call [[P]] @ijl_alloc_array_1d([[P]] [[TAG]],
; CHECK-LABEL: define internal {{.*}} @julia.tape.array_grow.16.p0(
; CHECK: load [[Z]], [[ZZ]] @jl_tape_type.[[KIND]].16.p0, align 8
; CHECK-LABEL: define void @julia.tape.init()
; CHECK: [[ELEMENT:%.*]] = call [[P]] @julia.tape.type({{.*}}@julia.tape.init.words{{.*}}, i64 2)
; MEMORY: load [[Z]], [[ZZ]] @jl_memory_any_type
; MEMORY: [[PARAMETERS:%.*]] = call [[P]] @ijl_alloc_svec(i64 3)
; MEMORY: store atomic [[P]] [[ELEMENT]],
; MEMORY: load [[Z]], [[ZZ]] @jl_genericmemory_type
; MEMORY: [[ARRAY:%.*]] = call [[P]] @ijl_apply_type({{.*}}, i64 3) [ "jl_roots"([[P]] [[PARAMETERS]]) ]
; VECTOR: [[ARRAY:%.*]] = call [[P]] @ijl_apply_array_type([[P]] [[ELEMENT]], i64 1)
; CHECK: addrspacecast [[P]] [[ARRAY]] to [[D]]
; CHECK: call [[Z]] @julia.pointer_from_objref([[D]]
; CHECK: store atomic [[Z]] {{.*}}, [[ZZ]] @jl_tape_type.[[KIND]].16.p0 release, align 8
; OLD-LABEL: define void @julia.tape.init()
; OLD: call void @jl_gc_safepoint()
; OLD: call [[P]] @jl_apply_array_type(
; OLD-LABEL: define internal {{.*}} @julia.tape.type(
; OLD: call [[P]] @jl_alloc_svec(
; OLD: call [[P]] @jl_symbol(
; OLD: call [[P]] @jl_apply_tuple_type_v(
; OLD: call [[P]] @jl_apply_type2(

;--- opaque.ll
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @malloc(i64)
declare ptr @realloc(ptr, i64)
declare void @free(ptr)

define double @tape(ptr addrspace(10) %x, double %v, i64 %n, i64 %i) {
  %bytes = mul i64 %n, 16
  %first = call ptr @malloc(i64 %bytes)
  %more = shl i64 %bytes, 1
  %grown = call ptr @realloc(ptr %first, i64 %more)
  %pointer = getelementptr { ptr addrspace(10), double }, ptr %grown, i64 %i, i32 0
  store ptr addrspace(10) %x, ptr %pointer
  %data = getelementptr { ptr addrspace(10), double }, ptr %grown, i64 %i, i32 1
  store double %v, ptr %data
  %result = load double, ptr %data
  call void @free(ptr %grown)
  ret double %result
}

;--- typed.ll
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare i8* @malloc(i64)
declare i8* @realloc(i8*, i64)
declare void @free(i8*)

define double @tape({} addrspace(10)* %x, double %v, i64 %n, i64 %i) {
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
