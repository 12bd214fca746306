; The passes are known by name to what instruments and prints pipelines, with their options as they were given, and they are not
; skipped where optional passes are: without them the code would be wrong.

; REQUIRES: opaque-pointers
; RUN: %opt -passes="default<O1>,tape-lowering<julia=1.10;stats>,call-wrapping" -print-pipeline-passes -disable-output %s 2>&1 | FileCheck %s --check-prefix=PIPELINE
; RUN: %opt -passes=tape-lowering,call-wrapping -print-after=tape-lowering -disable-output %s 2>&1 | FileCheck %s --check-prefix=AFTER
; RUN: %opt -passes=tape-lowering,call-wrapping -print-before=call-wrapping -disable-output %s 2>&1 | FileCheck %s --check-prefix=BEFORE
; RUN: %opt -passes=tape-lowering,call-wrapping -debug-pass-manager -disable-output %s 2>&1 | FileCheck %s --check-prefix=MANAGER
; RUN: %opt -passes=tape-lowering,call-wrapping -opt-bisect-limit=0 -S %s 2>/dev/null | FileCheck %s --check-prefix=REQUIRED

; PIPELINE: tape-lowering<julia=1.10;stats>,call-wrapping
; AFTER: IR Dump After tape-lowering
; AFTER: call {{.*}} @julia.gc_alloc_obj(
; AFTER-NOT: IR Dump After
; BEFORE: IR Dump Before call-wrapping
; BEFORE-NOT: IR Dump Before
; MANAGER: Running pass: tape-lowering
; MANAGER: Running pass: call-wrapping
; REQUIRED: call {{.*}} @julia.gc_alloc_obj(

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  call void @safepoint()
  ret void
}
