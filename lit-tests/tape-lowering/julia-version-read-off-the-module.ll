; A module that declares the allocator was made for a version whose allocator is declared so: the pass follows it.

; REQUIRES: typed-pointers
; RUN: split-file %s %t
; RUN: %tape %typed %t/1.6.ll | FileCheck %s --check-prefix=V6
; RUN: %check-stable tape-lowering %typed %t/1.6.ll
; RUN: %tape %typed %t/1.7.ll | FileCheck %s --check-prefix=V7
; RUN: %check-stable tape-lowering %typed %t/1.7.ll
; The same operand from 1.8 to 1.10: the version is the default if that is among them (1.9 on LLVM 14), else the newest.
; RUN: %tape %typed %t/1.10.ll | FileCheck %s --check-prefixes=V10%if llvm-14 %{,V9%} %else %{,V10-ONLY%}
; RUN: %check-stable tape-lowering %typed %t/1.10.ll
; RUN: %tape %typed %t/1.11.ll | FileCheck %s --check-prefix=V11
; RUN: %check-stable tape-lowering %typed %t/1.11.ll

; V6-LABEL: define void @f(
; V6: call {{.*}} @julia.ptls_states()
; V6: %m = call {{.*}} @julia.gc_alloc_obj(i8* %{{.*}}, i64 8,
; V7-LABEL: define void @f(
; V7: getelementptr inbounds {}*, {}** %{{.*}}, i64 2
; V7: %m = call {{.*}} @julia.gc_alloc_obj(i8* %{{.*}}, i64 8,
; V10-LABEL: define void @f(
; V9: getelementptr inbounds {}*, {}** %{{.*}}, i64 -13
; V10-ONLY: getelementptr inbounds {}*, {}** %{{.*}}, i64 -14
; V10: %m = call {{.*}} @julia.gc_alloc_obj({}** %{{.*}}, i64 8,
; V11-LABEL: define void @f(
; V11: %m = call {{.*}} @julia.gc_alloc_obj({}* %{{.*}}, i64 8,

;--- 1.6.ll
declare {}*** @julia.ptls_states()
declare noalias nonnull {} addrspace(10)* @julia.gc_alloc_obj(i8*, i64, {} addrspace(10)*)
declare i8* @malloc(i64)

define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}

;--- 1.7.ll
declare {}*** @julia.get_pgcstack()
declare noalias nonnull {} addrspace(10)* @julia.gc_alloc_obj(i8*, i64, {} addrspace(10)*)
declare i8* @malloc(i64)

define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}

;--- 1.10.ll
declare {}*** @julia.get_pgcstack()
declare noalias nonnull {} addrspace(10)* @julia.gc_alloc_obj({}**, i64, {} addrspace(10)*)
declare i8* @malloc(i64)

define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}

;--- 1.11.ll
declare {}*** @julia.get_pgcstack()
declare noalias nonnull {} addrspace(10)* @julia.gc_alloc_obj({}*, i64, {} addrspace(10)*)
declare i8* @malloc(i64)

define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
