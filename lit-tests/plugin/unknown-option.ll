; A misspelt option or value ends the run, lists what there is, and nothing is written.

; RUN: not %opt -passes="tape-lowering<jula=1.10>" -S %s -o %t.out 2>&1 | FileCheck %s -DPROBLEM="unknown option 'jula'"
; RUN: count 0 < %t.out
; RUN: not %opt -passes="tape-lowering<julia=2.0>" -S %s 2>&1 | FileCheck %s -DPROBLEM="'2.0' is not a value of 'julia'"
; RUN: not %opt -passes="tape-lowering<julia=1.1>" -S %s 2>&1 | FileCheck %s -DPROBLEM="'1.1' is not a value of 'julia'"
; RUN: not %opt -passes="tape-lowering<julia=1.10.2>" -S %s 2>&1 | FileCheck %s -DPROBLEM="'1.10.2' is not a value of 'julia'"
; RUN: not %opt -passes="tape-lowering<julia>" -S %s 2>&1 | FileCheck %s -DPROBLEM="'julia' needs a value"
; RUN: not %opt -passes="tape-lowering<on-unsupported=warn>" -S %s 2>&1 | FileCheck %s -DPROBLEM="'warn' is not a value of 'on-unsupported'"
; RUN: not %opt -passes="tape-lowering<exported=yes>" -S %s 2>&1 | FileCheck %s -DPROBLEM="'yes' is not a value of 'exported'"
; RUN: not %opt -passes="tape-lowering<stats=1>" -S %s 2>&1 | FileCheck %s -DPROBLEM="'stats' takes no value"
; RUN: not %opt -passes="tape-lowering<stats;stats>" -S %s 2>&1 | FileCheck %s -DPROBLEM="'stats' is given twice"
; RUN: not %opt -passes="tape-lowering<stats;jula=1.10>" -S %s 2>&1 | FileCheck %s -DPROBLEM="unknown option 'jula'"

; CHECK-NOT: {{^}}define
; CHECK: error: tape-lowering: [JGP001 bad-option] [[PROBLEM]]
; CHECK-NEXT: valid options, separated by ';':
; CHECK-DAG: {{^ +julia=1.6 .* 1.13 +[a-z]}}
; CHECK-DAG: {{^ +on-unsupported=error \| skip +[a-z]}}
; CHECK-DAG: {{^ +exported=refuse \| lower +[a-z]}}
; CHECK-DAG: {{^ +tags=symbol \| init +[a-z]}}
; CHECK-DAG: {{^ +stats +[a-z]}}
; CHECK-NOT: {{^}}define

define void @f() {
  ret void
}
