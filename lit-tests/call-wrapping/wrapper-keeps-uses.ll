; Tables, aliases, stored addresses and callers elsewhere go on using the wrapper. Addresses of
; blocks follow the blocks.
; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %opt '-passes=call-wrapping<entries=f>,verify' -S %t/opaque.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %opt %typed '-passes=call-wrapping<entries=f>,verify' -S %t/typed.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable 'call-wrapping<entries=f>' %t/opaque.ll %}
; RUN: %if typed-pointers %{ %check-stable 'call-wrapping<entries=f>' %typed %t/typed.ll %}

; CHECK: @table = constant {{.*}} @f, {{.*}} blockaddress(@f.body, %two)
; CHECK: @alias = alias void (i1), {{.*}} @f{{$}}

; CHECK-LABEL: define void @f(
; CHECK:         call void @f.body(
; CHECK-LABEL: define void @caller(
; CHECK:         store {{.*}} @f, {{.*}} %p
; CHECK-NEXT:    call void @f(
; CHECK-LABEL: define internal void @f.body(
; CHECK:         indirectbr {{.*}} blockaddress(@f.body, %one)

;--- opaque.ll
@table = constant [2 x ptr] [ptr @f, ptr blockaddress(@f, %two)]
@alias = alias void (i1), ptr @f
define void @f(i1 %c) {
  %p = select i1 %c, ptr blockaddress(@f, %one), ptr blockaddress(@f, %two)
  %q = getelementptr i8, ptr %p, i64 0
  indirectbr ptr blockaddress(@f, %one), [label %one, label %two]
one:
  ret void
two:
  ret void
}
define void @caller(ptr %p) {
  store ptr @f, ptr %p
  call void @f(i1 true)
  ret void
}

;--- typed.ll
@table = constant { void (i1)*, i8* } { void (i1)* @f, i8* blockaddress(@f, %two) }
@alias = alias void (i1), void (i1)* @f
define void @f(i1 %c) {
  indirectbr i8* blockaddress(@f, %one), [label %one, label %two]
one:
  ret void
two:
  ret void
}
define void @caller(void (i1)** %p) {
  store void (i1)* @f, void (i1)** %p
  call void @f(i1 true)
  ret void
}
