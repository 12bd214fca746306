; Options are separated by semicolons, with or without spaces around them, and may be none at all. A comma ends the pass, as in
; every pipeline, and a name is matched whole.

; REQUIRES: opaque-pointers
; RUN: %opt -passes="tape-lowering<>,verify" -S %s | FileCheck %s
; RUN: %opt -passes="tape-lowering< julia = 1.11 ; stats; >,verify" -S %s 2>/dev/null | FileCheck %s
; RUN: %opt -passes="module(tape-lowering<on-unsupported=error;exported=refuse>),verify" -S %s | FileCheck %s
; RUN: not %opt -passes="tape-lowering<julia=1.11,stats>" -S %s 2>&1 | FileCheck %s --check-prefix=COMMA
; RUN: not %opt -passes="tape-lowerings" -S %s 2>&1 | FileCheck %s --check-prefix=NAME
; RUN: not %opt -passes="function(tape-lowering)" -S %s 2>&1 | FileCheck %s --check-prefix=LEVEL

; CHECK-LABEL: define void @f(
; CHECK: @julia.gc_alloc_obj(
; COMMA: unknown pass name 'tape-lowering<julia=1.11'
; NAME: unknown pass name 'tape-lowerings'
; LEVEL: unknown function pass 'tape-lowering'

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)

define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}
