; InstCombine writes a memcpy of 8 bytes as a load and store of i64. Where one of the places holds an object, so does the other:
; the word is copied as a pointer, with its barrier. A word of which nothing says so stays an integer.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK:         %w = load [[T]], {{.*}} addrspace(11)
; CHECK:         store atomic [[T]] %w, {{.*}} release, align 8
; CHECK:         call void {{.*}}@julia.write_barrier([[T]] %to,
; CHECK:         %d = load i64, {{.*}} addrspace(11)
; CHECK:         store i64 %d, {{.*}} addrspace(11)

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()


define void @f(ptr addrspace(10) %x, i64 %n) {
  %from = call ptr @malloc(i64 16)
  store ptr addrspace(10) %x, ptr %from, align 8
  %from1 = getelementptr inbounds i64, ptr %from, i64 1
  store i64 %n, ptr %from1, align 8
  %to = call ptr @malloc(i64 16)
  call void @safepoint()
  %w = load i64, ptr %from, align 8
  store i64 %w, ptr %to, align 8
  %d = load i64, ptr %from1, align 8
  %to1 = getelementptr inbounds i64, ptr %to, i64 1
  store i64 %d, ptr %to1, align 8
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

define void @f({} addrspace(10)* %x, i64 %n) {
  %from = call i8* @malloc(i64 16)
  %a = bitcast i8* %from to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %b = bitcast i8* %from to i64*
  %from1 = getelementptr inbounds i64, i64* %b, i64 1
  store i64 %n, i64* %from1, align 8
  %to = call i8* @malloc(i64 16)
  call void @safepoint()
  %w = load i64, i64* %b, align 8
  %c = bitcast i8* %to to i64*
  store i64 %w, i64* %c, align 8
  %d = load i64, i64* %from1, align 8
  %to1 = getelementptr inbounds i64, i64* %c, i64 1
  store i64 %d, i64* %to1, align 8
  ret void
}
