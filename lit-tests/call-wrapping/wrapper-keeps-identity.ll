; The wrapper is the function itself: name, linkage, visibility, section, comdat, alignment, prefix
; and prologue stay. The body takes what belongs to code: personality, calling convention, and
; parameter attributes, which the inner call repeats.
; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %wrap %t/opaque.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %wrap %typed %t/typed.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable call-wrapping %t/opaque.ll %}
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %t/typed.ll %}

; CHECK: $group = comdat any

; CHECK-LABEL: define linkonce_odr hidden fastcc noundef i64 @f(
; CHECK-SAME:    i32 inreg signext %i, {{.*}} swiftself "gcstack" %stack, {{.*}} byval(i64) align 8 %b)
; CHECK-SAME:    unnamed_addr [[WRAPPER:#[0-9]+]] section "here" comdat($group) align 32 gc "coreclr" prefix i32 5 prologue i32 6 {
; CHECK-NEXT:  entry:
; CHECK-NEXT:    [[STATE:%.*]] = call i8 @jl_gc_unsafe_enter()
; CHECK-NEXT:    [[R:%.*]] = call fastcc noundef i64 @f.body(i32 inreg signext %i, {{.*}} swiftself "gcstack" %stack, {{.*}} byval(i64) align 8 %b)
; CHECK-NEXT:    call void @jl_gc_unsafe_leave(i8 [[STATE]])
; CHECK-NEXT:    ret i64 [[R]]

; CHECK-LABEL: define internal fastcc noundef i64 @f.body(
; CHECK-SAME:    i32 inreg signext %i, {{.*}} swiftself "gcstack" %stack, {{.*}} byval(i64) align 8 %b)
; CHECK-SAME:    [[BODY:#[0-9]+]] gc "coreclr" personality i64 0 {
; CHECK:         landingpad

; CHECK-DAG: attributes [[WRAPPER]] = { alwaysinline mustprogress nounwind "lazy-compiled" "x"="y" }
; CHECK-DAG: attributes [[BODY]] = { mustprogress noinline nounwind "x"="y" }

;--- opaque.ll
$group = comdat any
declare i64 @g(i32)
define linkonce_odr hidden fastcc noundef i64 @f(i32 signext inreg %i, ptr swiftself "gcstack" %stack, ptr byval(i64) align 8 %b) unnamed_addr #0 section "here" comdat($group) align 32 gc "coreclr" prefix i32 5 prologue i32 6 personality i64 0 {
  %r = invoke i64 @g(i32 %i) to label %ok unwind label %bad
ok:
  ret i64 %r
bad:
  %lp = landingpad i32 cleanup
  ret i64 0
}
attributes #0 = { alwaysinline mustprogress nounwind "lazy-compiled" "x"="y" }

;--- typed.ll
$group = comdat any
declare i64 @g(i32)
define linkonce_odr hidden fastcc noundef i64 @f(i32 signext inreg %i, i8* swiftself "gcstack" %stack, i64* byval(i64) align 8 %b) unnamed_addr #0 section "here" comdat($group) align 32 gc "coreclr" prefix i32 5 prologue i32 6 personality i64 0 {
  %r = invoke i64 @g(i32 %i) to label %ok unwind label %bad
ok:
  ret i64 %r
bad:
  %lp = landingpad i32 cleanup
  ret i64 0
}
attributes #0 = { alwaysinline mustprogress nounwind "lazy-compiled" "x"="y" }
