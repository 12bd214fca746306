; A module without lazy calls stays as it is, declarations included.
; RUN: %wrap %s | FileCheck %s --implicit-check-not=jl_gc_ --implicit-check-not=.body
; RUN: %if typed-pointers %{ %wrap %typed %s | FileCheck %s --implicit-check-not=jl_gc_ --implicit-check-not=.body %}
; RUN: %opt -passes=call-wrapping -S %s -o %t.out && %opt -passes=verify -S %s -o %t.in
; RUN: diff %t.in %t.out

; CHECK-LABEL: define double @f(
; CHECK-NEXT:    tail call double @g(
declare double @g(double) #0
define double @f(double %x) #0 {
  %r = tail call double @g(double %x)
  ret double %r
}

attributes #0 = { nounwind readnone willreturn "eagerly-compiled" }
