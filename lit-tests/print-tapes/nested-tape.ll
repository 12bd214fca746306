; A tape in a tape that crosses from one function to another: each class with what lies in it, what becomes of it, and its
; routes. Nothing of the module changes.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %opt -passes='print<tapes>' -disable-output %t/opaque.ll 2>&1 | FileCheck %s %}
; RUN: %if opaque-pointers %{ %opt -passes='print<tapes>' -S %t/opaque.ll -o %t/after 2>/dev/null %}
; RUN: %if opaque-pointers %{ %opt -passes=verify -S %t/opaque.ll -o %t/before %}
; RUN: %if opaque-pointers %{ diff %t/before %t/after %}
; RUN: %if typed-pointers %{ %opt %typed -passes='print<tapes>' -disable-output %t/typed.ll 2>&1 | FileCheck %s %}
; RUN: %if opaque-pointers %{ %opt -passes='print<tapes;dot>' -disable-output %t/opaque.ll 2>&1 | FileCheck %s --check-prefix=DOT %}
; RUN: %if opaque-pointers %{ not %opt -passes='print<tapes;dots>' -disable-output %t/opaque.ll 2>&1 | FileCheck %s --check-prefix=OPTION %}

; CHECK:      4 classes of memory: 2 lowered, 0 stack slots, 1 kept, 1 refused
; CHECK-LABEL: T1 becomes an object with pointers at bytes 0, 8
; CHECK-NEXT:   allocated in 'augmented': %outer = call
; CHECK-NEXT:   byte 0: pointer to T2
; CHECK-NEXT:   byte 8: object
; CHECK-NEXT:   'augmented' returns it to 'f'
; CHECK-NEXT:   'f' passes it to 'reverse' as argument 0
; CHECK-LABEL: T2 becomes a SimpleVector
; CHECK-NEXT:   allocated in 'augmented': %inner = call
; CHECK-NEXT:   accessed in elements of 8 bytes
; CHECK-NEXT:   byte 0: object
; CHECK-NEXT:   'reverse' loads it out of T1
; CHECK-LABEL: T3 stays: nothing in it is an object
; CHECK-NEXT:   allocated in 'f': %data = call
; CHECK-NEXT:   byte 0: 8 bytes of data
; CHECK-LABEL: T4 is refused: it is passed to 'keep', which is not defined here [JGP101 escapes-to-call]

; DOT:      digraph tapes {
; DOT:      subgraph cluster_0 {
; DOT-NEXT:   label="augmented"
; DOT-NEXT:   f0_t0 [label=<{{.*}}bgcolor="#c8e6c9"><b>T1</b> becomes an object with pointers at bytes 0, 8{{.*}}<td port="b0">pointer to T2</td>
; DOT-NEXT:   f0_t1 [label=<{{.*}}<b>T2</b> becomes a SimpleVector
; DOT:      label="reverse"
; DOT:      label="f"
; DOT:        f2_t3 [label=<{{.*}}bgcolor="#ffcdd2"><b>T4</b> is refused
; DOT:      f0_t0:b0 -> f0_t1;
; DOT:      f0_t0 -> f2_t0 [style=dashed, label="result"];
; DOT:      f2_t0 -> f1_t0 [style=dashed, label="argument 0"];
; DOT:      f1_t0 -> f1_t1 [style=dotted, label="loads"];
; DOT:      {{^}}}

; OPTION: error: print<tapes>: [JGP001 bad-option] unknown option 'dots'

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @keep(ptr)

define internal ptr @augmented(ptr addrspace(10) %x, i64 %n, i64 %i) {
  %outer = call ptr @malloc(i64 16)
  %size = mul i64 %n, 8
  %inner = call ptr @malloc(i64 %size)
  store ptr %inner, ptr %outer, align 8
  %second = getelementptr inbounds i8, ptr %outer, i64 8
  store ptr addrspace(10) %x, ptr %second, align 8
  %cell = getelementptr inbounds ptr addrspace(10), ptr %inner, i64 %i
  store ptr addrspace(10) %x, ptr %cell, align 8
  ret ptr %outer
}

define internal void @reverse(ptr %tape, i64 %i) {
  %inner = load ptr, ptr %tape, align 8
  %cell = getelementptr inbounds ptr addrspace(10), ptr %inner, i64 %i
  %x = load ptr addrspace(10), ptr %cell, align 8
  call void @free(ptr %inner)
  call void @free(ptr %tape)
  ret void
}

define void @f(ptr addrspace(10) %x, i64 %n, i64 %i) {
  %tape = call ptr @augmented(ptr addrspace(10) %x, i64 %n, i64 %i)
  call void @reverse(ptr %tape, i64 %i)
  %data = call ptr @malloc(i64 8)
  store i64 %n, ptr %data, align 8
  %kept = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %kept, align 8
  call void @keep(ptr %kept)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)
declare void @keep(i8*)

define internal i8** @augmented({} addrspace(10)* %x, i64 %n, i64 %i) {
  %outer = call i8* @malloc(i64 16)
  %size = mul i64 %n, 8
  %inner = call i8* @malloc(i64 %size)
  %first = bitcast i8* %outer to i8**
  store i8* %inner, i8** %first, align 8
  %second = getelementptr inbounds i8, i8* %outer, i64 8
  %second.o = bitcast i8* %second to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %second.o, align 8
  %inner.o = bitcast i8* %inner to {} addrspace(10)**
  %cell = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %inner.o, i64 %i
  store {} addrspace(10)* %x, {} addrspace(10)** %cell, align 8
  ret i8** %first
}

define internal void @reverse(i8** %tape, i64 %i) {
  %inner = load i8*, i8** %tape, align 8
  %inner.o = bitcast i8* %inner to {} addrspace(10)**
  %cell = getelementptr inbounds {} addrspace(10)*, {} addrspace(10)** %inner.o, i64 %i
  %x = load {} addrspace(10)*, {} addrspace(10)** %cell, align 8
  call void @free(i8* %inner)
  %outer = bitcast i8** %tape to i8*
  call void @free(i8* %outer)
  ret void
}

define void @f({} addrspace(10)* %x, i64 %n, i64 %i) {
  %tape = call i8** @augmented({} addrspace(10)* %x, i64 %n, i64 %i)
  call void @reverse(i8** %tape, i64 %i)
  %data = call i8* @malloc(i64 8)
  %data.i = bitcast i8* %data to i64*
  store i64 %n, i64* %data.i, align 8
  %kept = call i8* @malloc(i64 8)
  %kept.o = bitcast i8* %kept to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %kept.o, align 8
  call void @keep(i8* %kept)
  ret void
}
