; rules= selects rules by name or code, several joined by +, and except= leaves some out; warn only warns; what is unknown is an error
; that lists what there is. All findings come in one run, with function, instruction and location.

; REQUIRES: opaque-pointers
; RUN: not %plain-opt -passes=gc-verify -S %s -o %t.out 2>&1 | FileCheck %s --check-prefix=ALL
; RUN: count 0 < %t.out
; RUN: not %plain-opt "-passes=gc-verify<rules=JGV006+missing-barrier>" -disable-output %s 2>&1 | FileCheck %s --check-prefix=TWO
; RUN: not %plain-opt "-passes=gc-verify<except=JGV004>" -disable-output %s 2>&1 | FileCheck %s --check-prefix=TWO
; RUN: not %plain-opt "-passes=gc-verify<rules=JGV006+JGV002+JGV004;except=barrier-parent>" -disable-output %s 2>&1 | FileCheck %s --check-prefix=TWO
; RUN: not %plain-opt "-passes=gc-verify<except=missing-barier>" -disable-output %s 2>&1 | FileCheck %s --check-prefix=EXCEPT
; RUN: %plain-opt "-passes=gc-verify<rules=tail-call>" -disable-output %s 2>&1 | count 0
; RUN: %plain-opt "-passes=gc-verify<warn>" -S %s -o %t.out 2>&1 | FileCheck %s --check-prefix=WARN
; RUN: %plain-opt -passes=verify -S %s | diff - %t.out
; RUN: not %plain-opt "-passes=gc-verify<rules=missing-barier>" -disable-output %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not %plain-opt "-passes=gc-verify<rule=missing-barrier>" -disable-output %s 2>&1 | FileCheck %s --check-prefix=KEY

; ALL: error: file.jl:7:3: gc-verify: [JGV002 missing-barrier] in function 'f': an object is stored in another, and a path ends without a barrier
; ALL-NEXT: at: store ptr addrspace(10) %x, ptr addrspace(11) %d
; ALL-NEXT: next: ret void
; ALL-NEXT: why:
; ALL-NEXT: help:
; ALL-NEXT: error: gc-verify: [JGV006 free-of-object] in function 'f'
; ALL: error: gc-verify: [JGV002 missing-barrier] in function 'g'
; ALL: error: gc-verify: [JGV004 barrier-parent] in function 'g'
; ALL-NOT: error:

; TWO: [JGV002
; TWO: [JGV006
; TWO: [JGV002
; TWO-NOT: error:

; WARN-COUNT-4: warning: {{.*}}gc-verify: [JGV
; WARN-NOT: error:

; UNKNOWN: error: gc-verify: [JGP001 bad-option] 'missing-barier' is not a value of 'rules'
; UNKNOWN: JGV001 plain-memory
; UNKNOWN: JGV017 returned-while-safe
; EXCEPT: error: gc-verify: [JGP001 bad-option] 'missing-barier' is not a value of 'except'
; KEY: error: gc-verify: [JGP001 bad-option] unknown option 'rule'
; KEY: rules=
; KEY: warn

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare void @free(ptr)
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare void @julia.write_barrier(ptr addrspace(10), ...)

define void @f(ptr addrspace(10) %o, ptr addrspace(10) %x) !dbg !4 {
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store ptr addrspace(10) %x, ptr addrspace(11) %d, align 8, !dbg !7
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d), !dbg !7
  call void @free(ptr %p)
  ret void
}

define void @g(ptr addrspace(10) %o, ptr addrspace(10) %x) {
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store ptr addrspace(10) %x, ptr addrspace(11) %d, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) null, ptr addrspace(10) %x)
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_Julia, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "file.jl", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 2, !"Dwarf Version", i32 4}
!4 = distinct !DISubprogram(name: "f", scope: null, file: !1, line: 6, type: !5, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 7, column: 3, scope: !4)
