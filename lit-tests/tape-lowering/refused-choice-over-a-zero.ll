; A zero may be stored over an object's word or over data: through a pointer that is one of both it is not known which, and
; the words stay one kind.

; REQUIRES: opaque-pointers
; RUN: not %tape %s 2>&1 | FileCheck %s

; CHECK: [JGP110 
; CHECK-SAME: in function 'f'

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @safepoint()

define void @f(ptr addrspace(10) %x, i1 %c, i64 %n) {
  %m = call ptr @malloc(i64 16)
  store ptr addrspace(10) %x, ptr %m, align 8
  %b = getelementptr inbounds i8, ptr %m, i64 8
  store i64 %n, ptr %b, align 8
  call void @safepoint()
  %p = select i1 %c, ptr %m, ptr %b
  store i64 0, ptr %p, align 8
  call void @free(ptr %m)
  ret void
}
