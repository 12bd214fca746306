; A slot whose type changes is still where the debugger finds the variable.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %slot = alloca [[T]], align 8
; As a call of an intrinsic, or as a record (from LLVM 19 on).
; CHECK: {{call void @llvm.dbg.|#dbg_}}declare({{.*}} %slot, {{(metadata )?}}[[VAR:![0-9]+]],
; CHECK: [[VAR]] = !DILocalVariable(name: "tape"

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @safepoint()

declare void @llvm.dbg.declare(metadata, metadata, metadata)
define void @f(ptr addrspace(10) %x) !dbg !3 {
  %slot = alloca ptr, align 8, !dbg !6
  call void @llvm.dbg.declare(metadata ptr %slot, metadata !9, metadata !DIExpression()), !dbg !6
  %m = call ptr @malloc(i64 8), !dbg !6
  store ptr %m, ptr %slot, align 8, !dbg !7
  call void @safepoint(), !dbg !7
  store ptr addrspace(10) %x, ptr %m, align 8, !dbg !8
  ret void, !dbg !8
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
!9 = !DILocalVariable(name: "tape", scope: !3, file: !1, line: 2, type: !10)
!10 = !DIBasicType(name: "pointer", size: 64, encoding: DW_ATE_address)

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @safepoint()

declare void @llvm.dbg.declare(metadata, metadata, metadata)
define void @f({} addrspace(10)* %x) !dbg !3 {
  %slot = alloca i8*, align 8, !dbg !6
  call void @llvm.dbg.declare(metadata i8** %slot, metadata !9, metadata !DIExpression()), !dbg !6
  %m = call i8* @malloc(i64 8), !dbg !6
  store i8* %m, i8** %slot, align 8, !dbg !7
  call void @safepoint(), !dbg !7
  %a = bitcast i8* %m to {} addrspace(10)**, !dbg !8
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8, !dbg !8
  ret void, !dbg !8
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
!9 = !DILocalVariable(name: "tape", scope: !3, file: !1, line: 2, type: !10)
!10 = !DIBasicType(name: "pointer", size: 64, encoding: DW_ATE_address)
