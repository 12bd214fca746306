; What the debugger knows of a tape, it knows of the object that takes its place: as the value of a variable, as an argument of
; a function that changes its type, and behind instructions that are erased. Calls of an intrinsic, or records from LLVM 19 on.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ cat %t/opaque.ll %t/debug.ll > %t/o.ll && %tape %t/o.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/o.ll %}
; RUN: %if typed-pointers %{ cat %t/typed.ll %t/debug.ll > %t/t.ll && %tape %typed %t/t.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/t.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj(
; CHECK: {{call void @llvm.dbg.|#dbg_}}value({{(metadata )?}}[[T]] %m, {{(metadata )?}}[[OF_F:![0-9]+]],
; CHECK: call void @g([[T]] %m)
; The free is gone; what stood before it is there.
; CHECK: {{call void @llvm.dbg.|#dbg_}}value({{(metadata )?}}i64 7, {{(metadata )?}}[[NUMBER:![0-9]+]],
; CHECK-NEXT: ret void
; CHECK-LABEL: define internal void @g(
; CHECK-SAME: [[T]] %t)
; CHECK: {{call void @llvm.dbg.|#dbg_}}value({{(metadata )?}}[[T]] %t, {{(metadata )?}}[[OF_G:![0-9]+]],
; CHECK-DAG: [[OF_F]] = !DILocalVariable(name: "tape"
; CHECK-DAG: [[NUMBER]] = !DILocalVariable(name: "number"
; CHECK-DAG: [[OF_G]] = !DILocalVariable(name: "argument"

;--- opaque.ll
declare ptr @malloc(i64)
declare void @free(ptr)

define void @f(ptr addrspace(10) %x) !dbg !3 {
  %m = call ptr @malloc(i64 8), !dbg !6
  call void @llvm.dbg.value(metadata ptr %m, metadata !9, metadata !DIExpression()), !dbg !6
  store ptr addrspace(10) %x, ptr %m, align 8, !dbg !6
  call void @g(ptr %m), !dbg !6
  call void @llvm.dbg.value(metadata i64 7, metadata !11, metadata !DIExpression()), !dbg !6
  call void @free(ptr %m), !dbg !6
  ret void, !dbg !6
}
define internal void @g(ptr %t) !dbg !7 {
  call void @llvm.dbg.value(metadata ptr %t, metadata !12, metadata !DIExpression()), !dbg !8
  %o = load ptr addrspace(10), ptr %t, align 8, !dbg !8
  call void @use(ptr addrspace(10) %o), !dbg !8
  ret void, !dbg !8
}
declare void @use(ptr addrspace(10))
;--- typed.ll
declare i8* @malloc(i64)
declare void @free(i8*)

define void @f({} addrspace(10)* %x) !dbg !3 {
  %m = call i8* @malloc(i64 8), !dbg !6
  call void @llvm.dbg.value(metadata i8* %m, metadata !9, metadata !DIExpression()), !dbg !6
  %a = bitcast i8* %m to {} addrspace(10)**, !dbg !6
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8, !dbg !6
  call void @g(i8* %m), !dbg !6
  call void @llvm.dbg.value(metadata i64 7, metadata !11, metadata !DIExpression()), !dbg !6
  call void @free(i8* %m), !dbg !6
  ret void, !dbg !6
}
define internal void @g(i8* %t) !dbg !7 {
  call void @llvm.dbg.value(metadata i8* %t, metadata !12, metadata !DIExpression()), !dbg !8
  %a = bitcast i8* %t to {} addrspace(10)**, !dbg !8
  %o = load {} addrspace(10)*, {} addrspace(10)** %a, align 8, !dbg !8
  call void @use({} addrspace(10)* %o), !dbg !8
  ret void, !dbg !8
}
declare void @use({} addrspace(10)*)
;--- debug.ll
declare void @llvm.dbg.value(metadata, metadata, metadata)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_Julia, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "tape.jl", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, scope: !3)
!7 = distinct !DISubprogram(name: "g", file: !1, line: 5, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 6, scope: !7)
!9 = !DILocalVariable(name: "tape", scope: !3, file: !1, line: 2, type: !10)
!10 = !DIBasicType(name: "pointer", size: 64, encoding: DW_ATE_address)
!11 = !DILocalVariable(name: "number", scope: !3, file: !1, line: 2, type: !10)
!12 = !DILocalVariable(name: "argument", arg: 1, scope: !7, file: !1, line: 5, type: !10)
