; An error names the debug location, the function, the instruction, the tape and the reason, and what to do; every tape that cannot
; be lowered has one. opt fails, and nothing is written.

; REQUIRES: opaque-pointers
; RUN: not %tape %s -o %t.out 2>&1 | FileCheck %s
; RUN: count 0 < %t.out

; CHECK: error: {{.*}}tape.jl:3:{{[0-9]+}}: tape-lowering: [JGP101 escapes-to-call] in function 'f': the tape is passed to 'sink', which is not defined here
; CHECK-NEXT: at: {{.*}}call void @sink(ptr %m)
; CHECK-NEXT: tape: in 'f': %m = call ptr @malloc(i64 8)
; CHECK-NEXT: why: {{.+}}
; CHECK-NEXT: help: {{.+}}
; CHECK-NEXT: error: tape-lowering: [JGP103 pointer-to-integer] in function 'g': the tape becomes an integer
; CHECK-NEXT: at: {{.*}}ptrtoint
; CHECK-NOT: {{^}}define

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @sink(ptr)

define void @f(ptr addrspace(10) %x) !dbg !3 {
  %m = call ptr @malloc(i64 8), !dbg !6
  store ptr addrspace(10) %x, ptr %m, align 8
  call void @sink(ptr %m), !dbg !7
  ret void
}

define i64 @g(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  %i = ptrtoint ptr %m to i64
  ret i64 %i
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
