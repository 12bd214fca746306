; A slot is read by the collector from its first safepoint on, whether the program has stored to it yet or not: it holds null
; until then.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %slot = alloca [[T]], align 8
; CHECK-NEXT: store [[T]] null, {{.*}} %slot
; CHECK-NEXT: br i1 %b

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i1 %b) {
entry:
  %slot = alloca ptr, align 8
  br i1 %b, label %makes, label %join
makes:
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  store ptr %m, ptr %slot, align 8
  br label %join
join:
  call void @safepoint()
  br i1 %b, label %reads, label %done
reads:
  %r = load ptr, ptr %slot, align 8
  call void @free(ptr %r)
  br label %done
done:
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)
declare void @safepoint()

define void @f({} addrspace(10)* %x, i1 %b) {
entry:
  %slot = alloca i8*, align 8
  br i1 %b, label %makes, label %join
makes:
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  store i8* %m, i8** %slot, align 8
  br label %join
join:
  call void @safepoint()
  br i1 %b, label %reads, label %done
reads:
  %r = load i8*, i8** %slot, align 8
  call void @free(i8* %r)
  br label %done
done:
  ret void
}
