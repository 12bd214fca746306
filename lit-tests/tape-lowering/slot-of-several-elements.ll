; A slot of several elements is retyped element by element, since Julia roots a word by the slot's type: here only the
; second holds a tape. A store to the first is no store to the whole, so the whole starts as null.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DP="ptr addrspace(10)" -DPLAIN=ptr %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DP="{} addrspace(10)*" -DPLAIN="i8*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: [[SLOT:%.*]] = alloca { { [[PLAIN]], i64 }, { [[P]], i64 }, { [[PLAIN]], i64 } }, align 16
; CHECK: store { { [[PLAIN]], i64 }, { [[P]], i64 }, { [[PLAIN]], i64 } } zeroinitializer, {{.*}} [[SLOT]], align 16

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i1 %b, { ptr, i64 } %first) {
entry:
  %slot = alloca { ptr, i64 }, i64 3, align 16
  store { ptr, i64 } zeroinitializer, ptr %slot, align 16
  %second = getelementptr inbounds { ptr, i64 }, ptr %slot, i64 1
  br i1 %b, label %makes, label %join
makes:
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  store ptr %m, ptr %second, align 8
  br label %join
join:
  call void @safepoint()
  br i1 %b, label %reads, label %done
reads:
  %r = load ptr, ptr %second, align 8
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

define void @f({} addrspace(10)* %x, i1 %b, { i8*, i64 } %first) {
entry:
  %slot = alloca { i8*, i64 }, i64 3, align 16
  store { i8*, i64 } zeroinitializer, { i8*, i64 }* %slot, align 16
  %second = getelementptr inbounds { i8*, i64 }, { i8*, i64 }* %slot, i64 1, i32 0
  br i1 %b, label %makes, label %join
makes:
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  store i8* %m, i8** %second, align 8
  br label %join
join:
  call void @safepoint()
  br i1 %b, label %reads, label %done
reads:
  %r = load i8*, i8** %second, align 8
  call void @free(i8* %r)
  br label %done
done:
  ret void
}
