; The option names one version, and the module was made for another: code for either would be wrong.

; REQUIRES: typed-pointers
; RUN: split-file %s %t
; RUN: not %opt %typed -passes="tape-lowering<julia=1.10>" -S %t/ptls.ll 2>&1 | FileCheck %s --check-prefix=PTLS
; RUN: not %opt %typed -passes="tape-lowering<julia=1.11>" -S %t/task.ll 2>&1 | FileCheck %s --check-prefix=TASK
; RUN: not %opt %typed -passes="tape-lowering<julia=1.6>" -S %t/task.ll 2>&1 | FileCheck %s --check-prefix=STACK
; RUN: %opt %typed -passes="tape-lowering<julia=1.9>,verify" -S %t/task.ll | FileCheck %s --check-prefix=RIGHT

; PTLS: error: tape-lowering: [JGP004 julia-version] julia=1.10, but the module declares julia.gc_alloc_obj
; PTLS-NOT: {{^}}define
; TASK: error: tape-lowering: [JGP004 julia-version] julia=1.11, but the module declares julia.gc_alloc_obj
; TASK-NOT: {{^}}define
; STACK: error: tape-lowering: [JGP004 julia-version] julia=1.6, but the module declares {{.*}}julia.get_pgcstack
; STACK-NOT: {{^}}define
; RIGHT: getelementptr inbounds {}*, {}** %{{.*}}, i64 -13

;--- ptls.ll
declare noalias nonnull {} addrspace(10)* @julia.gc_alloc_obj(i8*, i64, {} addrspace(10)*)
declare i8* @malloc(i64)

define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}

;--- task.ll
declare {}*** @julia.get_pgcstack()
declare noalias nonnull {} addrspace(10)* @julia.gc_alloc_obj({}**, i64, {} addrspace(10)*)
declare i8* @malloc(i64)

define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
