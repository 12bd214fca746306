; Every new instruction has the location of the call it belongs to, or its function's. The wrapper
; has a subprogram of its own; the variables stay with the body.
; RUN: %wrap %s | FileCheck %s
; RUN: %if typed-pointers %{ %wrap %typed %s | FileCheck %s %}
; RUN: %check-stable call-wrapping %s
; RUN: %if typed-pointers %{ %check-stable call-wrapping %typed %s %}

declare double @lazy(i64) "lazy-compiled"
declare void @llvm.dbg.value(metadata, metadata, metadata)

; CHECK-LABEL: define double @caller(
; CHECK:         call i8 @jl_gc_safe_enter(), !dbg [[CALL:![0-9]+]]
; CHECK-NEXT:    call double @lazy(i64 %n), !dbg [[CALL]]
; CHECK-NEXT:    call void @jl_gc_safe_leave({{.*}}), !dbg [[CALL]]
; CHECK-NEXT:    call i8 @jl_gc_safe_enter(), !dbg [[NONE:![0-9]+]]
; CHECK-NEXT:    call double @lazy(i64 %n){{$}}
; CHECK-NEXT:    call void @jl_gc_safe_leave({{.*}}), !dbg [[NONE]]
define double @caller(i64 %n) !dbg !3 {
  %r = call double @lazy(i64 %n), !dbg !6
  %s = call double @lazy(i64 %n)
  ret double %r, !dbg !6
}

; CHECK-LABEL: define double @entry(
; CHECK-SAME:    !dbg [[WRAPPER:![0-9]+]] {
; CHECK:         call i8 @jl_gc_unsafe_enter(), !dbg [[HEAD:![0-9]+]]
; CHECK-NEXT:    call double @entry.body(i64 %n), !dbg [[HEAD]]
; CHECK-NEXT:    call void @jl_gc_unsafe_leave({{.*}}), !dbg [[HEAD]]
; CHECK-NEXT:    ret double {{.*}}, !dbg [[HEAD]]
define double @entry(i64 %n) "lazy-compiled" !dbg !7 {
  call void @llvm.dbg.value(metadata i64 %n, metadata !8, metadata !DIExpression()), !dbg !9
  %r = uitofp i64 %n to double, !dbg !9
  ret double %r, !dbg !9
}

; CHECK-LABEL: define double @invokes(
; CHECK-COUNT-6: {{call .*|br .*}}, !dbg
; CHECK-NOT:     {{call|br}} {{.*[^0-9]$}}
; CHECK-LABEL: define internal double @entry.body(
; CHECK-SAME:    !dbg [[BODY:![0-9]+]] {
; CHECK-NEXT:    {{call void @llvm.dbg.|#dbg_}}value({{.*}}i64 %n, {{(metadata )?}}[[VARIABLE:![0-9]+]]
define double @invokes(i64 %n) personality i64 0 !dbg !11 {
entry:
  %a = invoke double @lazy(i64 %n) to label %next unwind label %pad, !dbg !12
next:
  %b = invoke double @lazy(i64 %n) to label %exit unwind label %pad, !dbg !12
exit:
  %r = phi double [ %b, %next ], [ 0.0, %pad ]
  ret double %r, !dbg !12
pad:
  %lp = landingpad i32 cleanup, !dbg !12
  br label %exit, !dbg !12
}

; CHECK-DAG: [[CALL]] = !DILocation(line: 4
; CHECK-DAG: [[NONE]] = !DILocation(line: 0
; CHECK-DAG: [[HEAD]] = !DILocation(line: 7, scope: [[WRAPPER]])
; CHECK-DAG: [[WRAPPER]] = distinct !DISubprogram(name: "entry", {{.*}}unit: !{{[0-9]+}})
; CHECK-DAG: [[BODY]] = distinct !DISubprogram(name: "entry", {{.*}}retainedNodes:
; CHECK-DAG: [[VARIABLE]] = !DILocalVariable(name: "n", scope: [[BODY]]

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_Julia, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.jl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "caller", file: !1, line: 3, type: !4, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 4, scope: !3)
!7 = distinct !DISubprogram(name: "entry", file: !1, line: 7, type: !4, scopeLine: 7, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !10)
!8 = !DILocalVariable(name: "n", scope: !7, file: !1, line: 7, type: !13)
!9 = !DILocation(line: 8, scope: !7)
!10 = !{!8}
!11 = distinct !DISubprogram(name: "invokes", file: !1, line: 11, type: !4, scopeLine: 11, spFlags: DISPFlagDefinition, unit: !0)
!12 = !DILocation(line: 12, scope: !11)
!13 = !DIBasicType(name: "Int64", size: 64, encoding: DW_ATE_signed)
