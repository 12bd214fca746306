; dynamic=apply-type: a tape of run-time length becomes an object of the type NTuple{n, T}, made for its length. Nobody zeroes
; it, so all of it is zeroed in a form that LLVM keeps. A tape that grows stays a vector: a tuple does not tell its length.

; REQUIRES: opaque-pointers
; RUN: %opt -passes='tape-lowering<dynamic=apply-type;julia=1.11>,verify' -S %s | FileCheck %s --check-prefixes=CHECK,NEW
; RUN: %opt -passes='tape-lowering<dynamic=apply-type;julia=1.8>,verify' -S %s | FileCheck %s --check-prefixes=CHECK,OLD
; RUN: %check-stable 'tape-lowering<dynamic=apply-type>' %s
; RUN: not %opt -passes='tape-lowering<dynamic=tuple>' -S %s 2>&1 | FileCheck %s --check-prefix=BAD

; BAD: 'tuple' is not a value of 'dynamic'

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare ptr @realloc(ptr, i64)
declare void @free(ptr)
declare void @safepoint()

; CHECK: @jl_tape_type.element.16.p0 = external global i8

; CHECK-LABEL: define double @mixed(
; CHECK:         [[N:%.*]] = lshr i64 %size, 4
; CHECK:         [[TYPE:%.*]] = call ptr addrspace(10) @julia.tape.tuple_type(ptr addrspace(10) addrspacecast (ptr @jl_tape_type.element.16.p0 to ptr addrspace(10)), i64 [[N]])
; CHECK:         [[BYTES:%.*]] = mul i64 [[N]], 16
; NEW:           %m = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %{{.*}}, i64 [[BYTES]], ptr addrspace(10) [[TYPE]])
; OLD:           %m = call ptr addrspace(10) @ijl_gc_alloc_typed(ptr %ptls{{.*}}, i64 [[BYTES]], ptr
; CHECK-NEXT:    [[HEAD:%.*]] = addrspacecast ptr addrspace(10) %m to ptr addrspace(11)
; CHECK-NEXT:    call void @llvm.memset.p11.i64(ptr addrspace(11) align 8 [[HEAD]], i8 0, i64 [[BYTES]], i1 true)
; CHECK:         call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %m,
; CHECK-NOT:     @free(
define double @mixed(i64 %n, i64 %i, ptr addrspace(10) %x) {
  %size = mul nuw nsw i64 %n, 16
  %m = call ptr @malloc(i64 %size)
  call void @safepoint()
  %c = getelementptr inbounds { ptr addrspace(10), double }, ptr %m, i64 %i, i32 0
  store ptr addrspace(10) %x, ptr %c, align 8
  %d = getelementptr inbounds { ptr addrspace(10), double }, ptr %m, i64 %i, i32 1
  %v = load double, ptr %d, align 8
  call void @free(ptr %m)
  ret double %v
}

; CHECK-LABEL: define void @grown(
; CHECK:         call ptr addrspace(10) @julia.tape.svec_grow(
define void @grown(i64 %n, i64 %i, ptr addrspace(10) %x) {
  %size = mul nuw nsw i64 %n, 8
  %m = call ptr @realloc(ptr null, i64 %size)
  %c = getelementptr inbounds ptr addrspace(10), ptr %m, i64 %i
  store ptr addrspace(10) %x, ptr %c, align 8
  call void @free(ptr %m)
  ret void
}

; The type is made of as many element types as the tape has elements.
; CHECK-LABEL: define internal ptr addrspace(10) @julia.tape.tuple_type(ptr addrspace(10) %element, i64 %count)
; CHECK:         call ptr @julia.get_pgcstack()
; CHECK:         [[TYPES:%.*]] = call ptr addrspace(10) @ijl_alloc_svec(i64 %count)
; CHECK:         store atomic ptr addrspace(10) %element,
; CHECK:         call ptr addrspace(10) @ijl_apply_tuple_type_v({{.*}}, i64 %count) [ "jl_roots"(ptr addrspace(10) [[TYPES]]) ]
