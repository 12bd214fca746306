; InstCombine computes an access in a later part of a shared allocation from the call: it lies in that part all the same, 8
; bytes behind its start at byte 64. The pointer at byte 80, of which only an access is made, starts no part.
; GC-VERIFY: without plain-memory: the refused tape stays where the collector does not see it

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; A module that is refused for another tape is left as it was.
; RUN: %if opaque-pointers %{ cat %t/opaque.ll %t/escapes.ll > %t/both.ll %}
; RUN: %if opaque-pointers %{ not %tape %t/both.ll 2>&1 | FileCheck %s --check-prefix=REFUSED %}
; RUN: %if opaque-pointers %{ %opt -passes="tape-lowering<on-unsupported=skip>,verify" -S %t/both.ll 2>%t/warnings | FileCheck %s %}
; RUN: %if opaque-pointers %{ FileCheck %s --check-prefix=WARNED --input-file=%t/warnings %}

; CHECK-LABEL: define internal {{.*}} @augmented(
; CHECK: %m = call {{.*}}@malloc(i64 112)
; CHECK: %g = call {{.*}}@julia.gc_alloc_obj({{.*}} i64 48, {{.*}}@jl_tape_type.object.48.p0-5
; CHECK: [[SECOND:%.*]] = getelementptr inbounds i8, {{.*}} addrspace(11){{.*}}, i64 8
; CHECK: getelementptr inbounds i8, {{.*}} addrspace(11){{.*}}, i64 16
; CHECK: ret
; REFUSED: JGP101
; WARNED-NOT: JGP116
; WARNED: JGP101
; WARNED-NOT: JGP116

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()
declare void @use(ptr addrspace(10), double)

define internal { ptr, ptr } @augmented(ptr addrspace(10) %x, double %d) {
  %m = call ptr @malloc(i64 112), !enzyme_cache_alloc !0
  %g = getelementptr inbounds i8, ptr %m, i64 64
  call void @safepoint()
  store double %d, ptr %m, align 8
  %second = getelementptr inbounds i8, ptr %m, i64 72
  store ptr addrspace(10) %x, ptr %second, align 8
  %third = getelementptr inbounds i8, ptr %m, i64 80
  store ptr addrspace(10) %x, ptr %third, align 8
  %r0 = insertvalue { ptr, ptr } undef, ptr %m, 0
  %r1 = insertvalue { ptr, ptr } %r0, ptr %g, 1
  ret { ptr, ptr } %r1
}

define void @f(ptr addrspace(10) %x, double %d, i64 %i) {
  %t = call { ptr, ptr } @augmented(ptr addrspace(10) %x, double %d)
  %m = extractvalue { ptr, ptr } %t, 0
  %g = extractvalue { ptr, ptr } %t, 1
  %e = getelementptr inbounds double, ptr %m, i64 %i
  %v = load double, ptr %e, align 8
  %c = getelementptr inbounds ptr addrspace(10), ptr %g, i64 %i
  %o = load ptr addrspace(10), ptr %c, align 8
  call void @use(ptr addrspace(10) %o, double %v)
  call void @free(ptr %m)
  ret void
}

!0 = !{}

;--- escapes.ll
declare void @keep(ptr)

define void @escapes(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  call void @keep(ptr %m)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)
declare void @safepoint()
declare void @use({} addrspace(10)*, double)

define internal { double*, {} addrspace(10)** } @augmented({} addrspace(10)* %x, double %d) {
  %m = call i8* @malloc(i64 112), !enzyme_cache_alloc !0
  %numbers = bitcast i8* %m to double*
  %g = getelementptr inbounds i8, i8* %m, i64 64
  %objects = bitcast i8* %g to {} addrspace(10)**
  call void @safepoint()
  store double %d, double* %numbers, align 8
  %second = getelementptr inbounds i8, i8* %m, i64 72
  %second.o = bitcast i8* %second to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %second.o, align 8
  %third = getelementptr inbounds double, double* %numbers, i64 10
  %third.o = bitcast double* %third to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %third.o, align 8
  %r0 = insertvalue { double*, {} addrspace(10)** } undef, double* %numbers, 0
  %r1 = insertvalue { double*, {} addrspace(10)** } %r0, {} addrspace(10)** %objects, 1
  ret { double*, {} addrspace(10)** } %r1
}

define void @f({} addrspace(10)* %x, double %d, i64 %i) {
  %t = call { double*, {} addrspace(10)** } @augmented({} addrspace(10)* %x, double %d)
  %m = extractvalue { double*, {} addrspace(10)** } %t, 0
  %g = extractvalue { double*, {} addrspace(10)** } %t, 1
  %e = getelementptr inbounds double, double* %m, i64 %i
  %v = load double, double* %e, align 8
  %c = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %g, i64 %i
  %o = load {} addrspace(10)*, {} addrspace(10)** %c, align 8
  call void @use({} addrspace(10)* %o, double %v)
  %p = bitcast double* %m to i8*
  call void @free(i8* %p)
  ret void
}

!0 = !{}
