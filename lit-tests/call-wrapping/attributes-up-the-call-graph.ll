; What does not hold for a transition goes from the lazy callee, the call, every function that may
; reach it, and every call of one, also through aliases and addresses. What holds stays, and so do
; functions on the side.
; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %wrap %t/opaque.ll | FileCheck %s %}
; RUN: %if typed-pointers %{ %wrap %typed %t/typed.ll | FileCheck %s %}
; RUN: %if opaque-pointers %{ %check-stable call-wrapping %t/opaque.ll %}
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %t/typed.ll %}

; CHECK: declare double @lazy(double) [[CALLEE:#[0-9]+]]
; CHECK: define double @wraps(double %x) [[KEPT:#[0-9]+]] {
; CHECK:   call double @lazy(double %x){{$}}
; CHECK: define double @calls_wraps(double %x) [[KEPT]] {
; CHECK:   call double @wraps(double %x) [[SITE:#[0-9]+]]
; CHECK: define double @calls_alias(double %x) [[KEPT]] {
; CHECK:   call double @alias(double %x){{$}}
; CHECK: define double @calls_address(double %x, {{.*}} %p) [[KEPT]] {
; CHECK:   call double %p(double %x){{$}}
; CHECK: define i64 @calls_other_address(i64 %x, {{.*}} %p) [[PURE:#[0-9]+]] {
; CHECK:   call i64 %p(i64 %x) [[PURE_SITE:#[0-9]+]]
; CHECK: define double @leaf(double %x) [[PURE]] {
; CHECK: define double @entry(double %x) [[CALLEE]] {
; CHECK: define internal double @entry.body(double %x) [[BODY:#[0-9]+]] {

; CHECK-DAG: attributes [[CALLEE]] = { nounwind "lazy-compiled" }
; CHECK-DAG: attributes [[KEPT]] = { mustprogress nounwind }
; No access to memory is `readnone` up to LLVM 15 and `memory(none)` since.
; CHECK-DAG: attributes [[PURE]] = { mustprogress nofree norecurse nosync nounwind {{readnone speculatable willreturn|speculatable willreturn memory\(none\)}} }
; CHECK-DAG: attributes [[SITE]] = { cold }
; CHECK-DAG: attributes [[BODY]] = { noinline nounwind {{readnone willreturn|willreturn memory\(none\)}} }

;--- opaque.ll
@alias = alias double (double), ptr @wraps
@table = constant ptr @wraps
declare double @lazy(double) readnone nounwind willreturn nosync nofree "lazy-compiled"
define double @wraps(double %x) #0 {
  %r = call double @lazy(double %x) readonly
  ret double %r
}
define double @calls_wraps(double %x) #0 {
  %r = call double @wraps(double %x) readonly willreturn cold
  ret double %r
}
define double @calls_alias(double %x) #0 {
  %r = call double @alias(double %x) argmemonly
  ret double %r
}
define double @calls_address(double %x, ptr %p) #0 {
  %r = call double %p(double %x) inaccessiblememonly
  ret double %r
}
define i64 @calls_other_address(i64 %x, ptr %p) #0 {
  %r = call i64 %p(i64 %x) readnone
  ret i64 %r
}
define double @leaf(double %x) #0 {
  ret double %x
}
define double @entry(double %x) readnone nounwind willreturn "lazy-compiled" {
  ret double %x
}
attributes #0 = { mustprogress nofree norecurse nosync nounwind readnone speculatable willreturn }

;--- typed.ll
@alias = alias double (double), double (double)* @wraps
@table = constant double (double)* @wraps
declare double @lazy(double) readnone nounwind willreturn nosync nofree "lazy-compiled"
define double @wraps(double %x) #0 {
  %r = call double @lazy(double %x) readonly
  ret double %r
}
define double @calls_wraps(double %x) #0 {
  %r = call double @wraps(double %x) readonly willreturn cold
  ret double %r
}
define double @calls_alias(double %x) #0 {
  %r = call double @alias(double %x) argmemonly
  ret double %r
}
define double @calls_address(double %x, double (double)* %p) #0 {
  %r = call double %p(double %x) inaccessiblememonly
  ret double %r
}
define i64 @calls_other_address(i64 %x, i64 (i64)* %p) #0 {
  %r = call i64 %p(i64 %x) readnone
  ret i64 %r
}
define double @leaf(double %x) #0 {
  ret double %x
}
define double @entry(double %x) readnone nounwind willreturn "lazy-compiled" {
  ret double %x
}
attributes #0 = { mustprogress nofree norecurse nosync nounwind readnone speculatable willreturn }
