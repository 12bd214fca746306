; A front end may call julia.tape.init in the module itself: its declaration becomes the definition.
; A long layout makes the tables longer, not the code.

; REQUIRES: opaque-pointers
; RUN: %opt -passes='tape-lowering<tags=init;julia=1.13>,verify' -S %s | FileCheck %s
; RUN: %check-stable 'tape-lowering<tags=init>' %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: @julia.tape.init.names = internal constant [5000 x i8]
; CHECK: @julia.tape.init.words = internal constant [1000 x i8] c"\01\00

declare void @julia.tape.init()
declare noalias ptr @malloc(i64)

define ptr addrspace(10) @tape(ptr addrspace(10) %x, i1 %again) {
; CHECK-LABEL: define ptr addrspace(10) @tape(
; CHECK: call void @julia.tape.init()
; CHECK: call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 8000,
  call void @julia.tape.init()
  %tape = call ptr @malloc(i64 8000)
  %last = getelementptr inbounds i8, ptr %tape, i64 7992
  store ptr addrspace(10) %x, ptr %tape, align 8
  store ptr addrspace(10) %x, ptr %last, align 8
  %back = load ptr addrspace(10), ptr %last, align 8
  ret ptr addrspace(10) %back
}

; CHECK-NOT: declare void @julia.tape.init
; CHECK: define void @julia.tape.init()
; CHECK: call ptr addrspace(10) @julia.tape.type(ptr @julia.tape.init.words, i64 1000)
; CHECK-NEXT: addrspacecast
; CHECK-NEXT: call ptr @julia.pointer_from_objref(
; CHECK-NEXT: store atomic ptr
; CHECK-NEXT: store atomic i8 2
; CHECK-NOT: define void @julia.tape.init
