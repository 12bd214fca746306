; A line break and a tab in a function's name: they are printed as LLVM does, and each line stays one.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %opt -passes='print<tapes>' -disable-output %t/opaque.ll 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ %opt %typed -passes='print<tapes>' -disable-output %t/typed.ll 2>&1 | FileCheck %s %}
; RUN: %if opaque-pointers %{ %opt -passes='print<tapes;dot>' -disable-output %t/opaque.ll 2>&1 | FileCheck %s --check-prefix=DOT %}

; CHECK: T1 becomes an object
; CHECK-NEXT: allocated in 'make\0Ait\09so': %m = call
; CHECK: {{^}}  'make\0Ait\09so' returns it to 'f\0Ag'
; CHECK: T2 is refused: it is passed to 'keep\0Ait', which

; DOT: label="make\\0Ait\\09so"
; DOT: T2</b> is refused: it is passed to 'keep\0Ait'

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @"keep\0Ait"(ptr)

define internal ptr @"make\0Ait\09so"(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret ptr %m
}

define ptr addrspace(10) @"f\0Ag"(ptr addrspace(10) %x) {
  %m = call ptr @"make\0Ait\09so"(ptr addrspace(10) %x)
  %y = load ptr addrspace(10), ptr %m, align 8
  %k = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %k, align 8
  call void @"keep\0Ait"(ptr %k)
  ret ptr addrspace(10) %y
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @"keep\0Ait"(i8*)

define internal i8* @"make\0Ait\09so"({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %c = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %c, align 8
  ret i8* %m
}

define {} addrspace(10)* @"f\0Ag"({} addrspace(10)* %x) {
  %m = call i8* @"make\0Ait\09so"({} addrspace(10)* %x)
  %c = bitcast i8* %m to {} addrspace(10)**
  %y = load {} addrspace(10)*, {} addrspace(10)** %c, align 8
  %k = call i8* @malloc(i64 8)
  %d = bitcast i8* %k to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %d, align 8
  call void @"keep\0Ait"(i8* %k)
  ret {} addrspace(10)* %y
}
