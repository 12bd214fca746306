; One wrapper of Enzyme's serves tapes of every kind. It is inlined, so that each tape's growth is its own: data stays with
; realloc.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define void @f(
; CHECK: call [[T]] @julia.tape.svec_grow([[T]] null, i64 %{{.*}})
; CHECK: call {{.*}} @realloc(
; CHECK: call void @free(
; CHECK-NOT: call void @free(
; CHECK: ret void

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @realloc(ptr, i64)
declare void @free(ptr)

define internal ptr @__enzyme_exponentialallocation(ptr %p, i64 %n) alwaysinline {
entry:
  %z = icmp eq i64 %n, 0
  br i1 %z, label %done, label %grow
grow:
  %s = mul i64 %n, 8
  %r = call ptr @realloc(ptr %p, i64 %s)
  br label %done
done:
  %q = phi ptr [ %r, %grow ], [ %p, %entry ]
  ret ptr %q
}
define void @f(ptr addrspace(10) %x, i64 %n) {
  %m = call ptr @__enzyme_exponentialallocation(ptr null, i64 %n)
  store ptr addrspace(10) %x, ptr %m, align 8
  %d = call ptr @__enzyme_exponentialallocation(ptr null, i64 %n)
  store double 1.0, ptr %d, align 8
  call void @free(ptr %d)
  call void @free(ptr %m)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @realloc(i8*, i64)
declare void @free(i8*)

define internal i8* @__enzyme_exponentialallocation(i8* %p, i64 %n) alwaysinline {
entry:
  %z = icmp eq i64 %n, 0
  br i1 %z, label %done, label %grow
grow:
  %s = mul i64 %n, 8
  %r = call i8* @realloc(i8* %p, i64 %s)
  br label %done
done:
  %q = phi i8* [ %r, %grow ], [ %p, %entry ]
  ret i8* %q
}
define void @f({} addrspace(10)* %x, i64 %n) {
  %m = call i8* @__enzyme_exponentialallocation(i8* null, i64 %n)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %d = call i8* @__enzyme_exponentialallocation(i8* null, i64 %n)
  %e = bitcast i8* %d to double*
  store double 1.0, double* %e, align 8
  call void @free(i8* %d)
  call void @free(i8* %m)
  ret void
}
