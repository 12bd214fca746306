; Word 2 of each element is addressed as word 3 * i - 1 of the whole: the constant belongs to the position, or the layout says
; that the pointer lies where the data is and the collector never sees it.

; REQUIRES: opaque-pointers
; RUN: %tape %s | FileCheck %s
; RUN: %check-stable tape-lowering %s

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

; CHECK: !{!"jl_tape_type.{{memory|vector}}.24.p2", !"{{memory|vector}}", i64 0, i64 8, i64 0, i64 24, i64 16}

declare ptr @malloc(i64)
declare void @free(ptr)

define double @f(i64 %n, i64 %i, ptr addrspace(10) %x) {
  %size = mul i64 %n, 24
  %m = call ptr @malloc(i64 %size)
  %triple = mul nuw nsw i64 %i, 3
  %last = add nsw i64 %triple, -1
  %g = getelementptr inbounds ptr addrspace(10), ptr %m, i64 %last
  store ptr addrspace(10) %x, ptr %g, align 8
  %first = add nsw i64 %triple, -3
  %h = getelementptr inbounds double, ptr %m, i64 %first
  %v = load double, ptr %h, align 8
  call void @free(ptr %m)
  ret double %v
}
