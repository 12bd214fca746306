; A front end's own type is the tag, wherever a tag is needed: as the constant address that the call
; or the function it calls carries, without a symbol and a row of the manifest.

; REQUIRES: opaque-pointers
; RUN: %opt -passes='tape-lowering<julia=1.13>,verify' -S %s | FileCheck %s
; RUN: %opt -passes='tape-lowering<tags=init;julia=1.13>,verify' -S %s | FileCheck %s
; RUN: %opt -passes=tape-lowering -pass-remarks=tape-lowering -disable-output %s 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: %check-stable tape-lowering %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: jl_tape_type
; CHECK-NOT: julia.tape

declare noalias ptr @malloc(i64)
declare noalias ptr @calloc(i64, i64) "enzymejl_tapetype"="140737488355360"
declare void @safepoint()

define ptr addrspace(10) @at_the_call(ptr addrspace(10) %x) {
; CHECK-LABEL: define ptr addrspace(10) @at_the_call(
; CHECK: %tape = call {{.*}} @julia.gc_alloc_obj(ptr %current_task, i64 16, ptr addrspace(10) addrspacecast (ptr inttoptr (i64 140737488355344 to ptr) to ptr addrspace(10)))
; CHECK: select i1 {{.*}}, ptr addrspace(10) addrspacecast (ptr inttoptr (i64 140737488355344 to ptr) to ptr addrspace(10)), ptr addrspace(10) %x
  %tape = call ptr @malloc(i64 16) "enzymejl_tapetype"="140737488355344"
  call void @safepoint()
  store ptr addrspace(10) %x, ptr %tape, align 8
  %back = load ptr addrspace(10), ptr %tape, align 8
  ret ptr addrspace(10) %back
}

define ptr addrspace(10) @at_the_callee(ptr addrspace(10) %x) {
; CHECK-LABEL: define ptr addrspace(10) @at_the_callee(
; CHECK: call {{.*}} @julia.gc_alloc_obj(ptr %current_task, i64 32, ptr addrspace(10) addrspacecast (ptr inttoptr (i64 140737488355360 to ptr) to ptr addrspace(10)))
  %tape = call ptr @calloc(i64 4, i64 8)
  store ptr addrspace(10) %x, ptr %tape, align 8
  %back = load ptr addrspace(10), ptr %tape, align 8
  ret ptr addrspace(10) %back
}

; However long the tape is: there is no type to make.
define ptr addrspace(10) @long(ptr addrspace(10) %x, i64 %i) {
; CHECK-LABEL: define ptr addrspace(10) @long(
; CHECK: call {{.*}} @julia.gc_alloc_obj(ptr %current_task, i64 4096, ptr addrspace(10) addrspacecast (ptr inttoptr (i64 140737488355376 to ptr) to ptr addrspace(10)))
  %tape = call ptr @malloc(i64 4096) "enzymejl_tapetype"="140737488355376"
  %cell = getelementptr inbounds ptr addrspace(10), ptr %tape, i64 %i
  store ptr addrspace(10) %x, ptr %cell, align 8
  %back = load ptr addrspace(10), ptr %cell, align 8
  ret ptr addrspace(10) %back
}

; A type has one size.
define ptr addrspace(10) @of_any_length(ptr addrspace(10) %x, i64 %n, i64 %i) {
; CHECK-LABEL: define ptr addrspace(10) @of_any_length(
; CHECK: call ptr addrspace(10) @ijl_alloc_svec(i64
  %bytes = mul i64 %n, 8
  %tape = call ptr @malloc(i64 %bytes) "enzymejl_tapetype"="140737488355392"
  %cell = getelementptr inbounds ptr addrspace(10), ptr %tape, i64 %i
  store ptr addrspace(10) %x, ptr %cell, align 8
  %back = load ptr addrspace(10), ptr %cell, align 8
  ret ptr addrspace(10) %back
}

; REMARK: {{.*}}becomes an object with pointers at bytes 0, of the front end's own type
; REMARK: {{.*}}becomes a SimpleVector; the front end's own type does not fit it
