; A tape that holds the tape of the call below: the result of a function lies in a cell of what it returns.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ %tape %t/opaque.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %t/opaque.ll %}
; RUN: %if typed-pointers %{ %tape %typed %t/typed.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %t/typed.ll %}

; CHECK-LABEL: define internal {{.*}} @augmented(
; CHECK: %m = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 16, {{.*}}@jl_tape_type.object.16.p0_1
; CHECK: call void @llvm.memset.p11{{.*}}, i8 0, i64 16, i1 true)
; CHECK: %t = call [[T]] @augmented(
; CHECK: store atomic [[T]] %t, {{.*}} release, align 8
; CHECK: call void {{.*}}@julia.write_barrier([[T]] %m,
; CHECK-LABEL: define internal void @reverse(
; CHECK: %t = load [[T]], {{.*}}addrspace(11)
; CHECK: call void @reverse([[T]] %t,
; CHECK-NOT: @free

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @malloc(i64)
declare void @free(ptr)

define internal ptr @augmented(ptr addrspace(10) %x, i64 %n) {
  %m = call ptr @malloc(i64 16)
  store ptr addrspace(10) %x, ptr %m, align 8
  %z = icmp eq i64 %n, 0
  br i1 %z, label %done, label %again
again:
  %k = sub i64 %n, 1
  %t = call ptr @augmented(ptr addrspace(10) %x, i64 %k)
  %c = getelementptr inbounds ptr, ptr %m, i64 1
  store ptr %t, ptr %c, align 8
  br label %done
done:
  ret ptr %m
}
define internal void @reverse(ptr %m, i64 %n) {
  %z = icmp eq i64 %n, 0
  br i1 %z, label %done, label %again
again:
  %c = getelementptr inbounds ptr, ptr %m, i64 1
  %t = load ptr, ptr %c, align 8
  %k = sub i64 %n, 1
  call void @reverse(ptr %t, i64 %k)
  br label %done
done:
  call void @free(ptr %m)
  ret void
}
define void @f(ptr addrspace(10) %x, i64 %n) {
  %t = call ptr @augmented(ptr addrspace(10) %x, i64 %n)
  call void @reverse(ptr %t, i64 %n)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare i8* @malloc(i64)
declare void @free(i8*)

define internal i8* @augmented({} addrspace(10)* %x, i64 %n) {
  %m = call i8* @malloc(i64 16)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  %z = icmp eq i64 %n, 0
  br i1 %z, label %done, label %again
again:
  %k = sub i64 %n, 1
  %t = call i8* @augmented({} addrspace(10)* %x, i64 %k)
  %b = bitcast i8* %m to i8**
  %c = getelementptr inbounds i8*, i8** %b, i64 1
  store i8* %t, i8** %c, align 8
  br label %done
done:
  ret i8* %m
}
define internal void @reverse(i8* %m, i64 %n) {
  %z = icmp eq i64 %n, 0
  br i1 %z, label %done, label %again
again:
  %b = bitcast i8* %m to i8**
  %c = getelementptr inbounds i8*, i8** %b, i64 1
  %t = load i8*, i8** %c, align 8
  %k = sub i64 %n, 1
  call void @reverse(i8* %t, i64 %k)
  br label %done
done:
  call void @free(i8* %m)
  ret void
}
define void @f({} addrspace(10)* %x, i64 %n) {
  %t = call i8* @augmented({} addrspace(10)* %x, i64 %n)
  call void @reverse(i8* %t, i64 %n)
  ret void
}
