; Null has no memory of its own: it goes with the tape through select and freeze.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: %s = select i1 %b, [[T]] null, [[T]] %m
; CHECK-NEXT: %z = freeze [[T]] %s
; CHECK-NEXT: %e = icmp eq [[T]] %z, null
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %z,
; CHECK-NOT: @free
; CHECK: ret void

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)

define void @f(ptr addrspace(10) %x, i1 %b) {
  %m = call ptr @malloc(i64 8)
  %s = select i1 %b, ptr null, ptr %m
  %z = freeze ptr %s
  %e = icmp eq ptr %z, null
  br i1 %e, label %done, label %stores
stores:
  store ptr addrspace(10) %x, ptr %z, align 8
  br label %done
done:
  call void @free(ptr %z)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)

define void @f({} addrspace(10)* %x, i1 %b) {
  %m = call i8* @malloc(i64 8)
  %s = select i1 %b, i8* null, i8* %m
  %z = freeze i8* %s
  %e = icmp eq i8* %z, null
  br i1 %e, label %done, label %stores
stores:
  %a = bitcast i8* %z to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  br label %done
done:
  call void @free(i8* %z)
  ret void
}
