; An invoke that has nothing to do with objects is a safepoint like a call, on both its edges.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: call void @llvm.memset.p11{{.*}}, i8 0, i64 8, i1 true)
; CHECK: invoke void @throws()
; CHECK: ok:
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %m,
; CHECK: bad:
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %m,
; CHECK-NOT: @free

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)

declare i32 @personality(...)
declare void @throws()
define void @f(ptr addrspace(10) %x) personality ptr @personality {
  %m = call ptr @malloc(i64 8)
  invoke void @throws() to label %ok unwind label %bad
ok:
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
bad:
  %l = landingpad { ptr, i32 } cleanup
  store ptr addrspace(10) %x, ptr %m, align 8
  call void @free(ptr %m)
  resume { ptr, i32 } %l
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)

declare i32 @personality(...)
declare void @throws()
define void @f({} addrspace(10)* %x) personality i32 (...)* @personality {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  invoke void @throws() to label %ok unwind label %bad
ok:
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
bad:
  %l = landingpad { i8*, i32 } cleanup
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  call void @free(i8* %m)
  resume { i8*, i32 } %l
}
