; An empty module has nothing to lower, comes out empty, and is no error.

; RUN: echo | %opt -passes=tape-lowering,call-wrapping,verify -S - | FileCheck %s
; RUN: %opt -passes=verify -S %s -o %t.input
; RUN: %both %s -o %t.output
; RUN: diff %t.input %t.output

; CHECK: ModuleID = '<stdin>'
; CHECK-NEXT: source_filename = "<stdin>"
; CHECK-NOT: {{.}}
