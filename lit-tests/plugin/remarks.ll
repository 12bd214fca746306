; Each tape that is lowered, kept or refused has a remark, with its debug location, under the name of the pass; none appears unasked,
; GC-VERIFY: without plain-memory: the refused tape stays where the collector does not see it
; or for another pass.

; REQUIRES: opaque-pointers
; RUN: %opt -passes="tape-lowering<on-unsupported=skip>" -disable-output -pass-remarks=tape-lowering %s 2>&1 | FileCheck %s --check-prefix=PASSED
; RUN: %opt -passes="tape-lowering<on-unsupported=skip>" -disable-output -pass-remarks-missed=tape-lowering %s 2>&1 | FileCheck %s --check-prefix=MISSED
; RUN: %opt -passes="tape-lowering<on-unsupported=skip>" -disable-output -pass-remarks-analysis=tape-lowering %s 2>&1 | FileCheck %s --check-prefix=ANALYSIS
; RUN: %opt -passes="tape-lowering<on-unsupported=skip>" -disable-output -pass-remarks=inline %s 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: %opt -passes="tape-lowering<on-unsupported=skip>" -disable-output -pass-remarks-output=%t.yaml %s 2>/dev/null
; RUN: FileCheck %s --check-prefix=FILE < %t.yaml

; PASSED-NOT: remark: {{.*}}stays
; PASSED: remark: tape.jl:2:0: in 'f': tape 'm' becomes an object with pointers at bytes 0, 16
; PASSED-NOT: remark: {{.*}}stays
; MISSED-NOT: remark: {{.*}}becomes
; MISSED: remark: tape.jl:4:0: in 'f': [JGP101 escapes-to-call] tape 'r' stays: it is passed to 'sink', which is not defined here
; ANALYSIS-NOT: remark: {{.*}}becomes
; ANALYSIS: remark: tape.jl:3:0: in 'f': 'd' stays in malloc memory: no pointer in it is tracked
; NONE-NOT: remark

; FILE-DAG: --- !Passed{{[[:space:]]}}Pass:            tape-lowering{{[[:space:]]}}Name:            TapeLowered
; FILE-DAG: --- !Analysis{{[[:space:]]}}Pass:            tape-lowering{{[[:space:]]}}Name:            TapeKept
; FILE-DAG: --- !Missed{{[[:space:]]}}Pass:            tape-lowering{{[[:space:]]}}Name:            TapeRefused
; FILE-DAG: DebugLoc:        { File: tape.jl, Line: 2, Column: 0 }

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @sink(ptr)

define void @f(ptr addrspace(10) %x) !dbg !3 {
  %m = call ptr @malloc(i64 24), !dbg !6
  store ptr addrspace(10) %x, ptr %m, align 8
  %c = getelementptr inbounds i8, ptr %m, i64 16
  store ptr addrspace(10) %x, ptr %c, align 8
  %d = call ptr @malloc(i64 8), !dbg !7
  store double 1.0, ptr %d, align 8
  %r = call ptr @malloc(i64 8), !dbg !8
  store ptr addrspace(10) %x, ptr %r, align 8
  call void @sink(ptr %r), !dbg !8
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_Julia, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "tape.jl", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, scope: !3)
!7 = !DILocation(line: 3, scope: !3)
!8 = !DILocation(line: 4, scope: !3)
