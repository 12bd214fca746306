; The reverse pass without its forward pass: it takes objects out of memory that it frees. Nothing here says what kind of object
; the forward pass makes of the tape, so nobody may lower one of them alone. Memory without objects is freed as it was.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ not %tape %t/opaque.ll 2>&1 | FileCheck %s %}
; RUN: %if opaque-pointers %{ not %opt -passes="tape-lowering<exported=lower>" -S %t/opaque.ll 2>&1 | FileCheck %s %}
; RUN: %if opaque-pointers %{ %opt -passes="tape-lowering<on-unsupported=skip>,verify" -S %t/opaque.ll -o %t/opaque.skipped 2>&1 | FileCheck %s --check-prefix=SKIP %}
; RUN: %if opaque-pointers %{ %opt -passes=verify -S %t/opaque.ll -o %t/opaque.input %}
; RUN: %if opaque-pointers %{ diff %t/opaque.input %t/opaque.skipped %}
; RUN: %if typed-pointers %{ not %tape %typed %t/typed.ll 2>&1 | FileCheck %s %}

; CHECK-NOT: {{^}}define
; CHECK: error: tape-lowering: [JGP122 freed-from-elsewhere] in function 'diffef': memory with objects in it is freed, which other code has allocated
; CHECK-NEXT: at: {{.*}}call void @free({{.*}} %tape)
; CHECK-NOT: JGP
; SKIP: warning: tape-lowering: [JGP122 freed-from-elsewhere]

;--- opaque.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare void @free(ptr)
declare void @use(ptr addrspace(10))

define void @diffef(ptr %tape, ptr %numbers) {
  %x = load ptr addrspace(10), ptr %tape, align 8
  call void @use(ptr addrspace(10) %x)
  call void @free(ptr %tape)
  %n = load double, ptr %numbers, align 8
  call void @free(ptr %numbers)
  ret void
}

;--- typed.ll
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

declare void @free(i8*)
declare void @use({} addrspace(10)*)

define void @diffef(i8* %tape, i8* %numbers) {
  %a = bitcast i8* %tape to {} addrspace(10)**
  %x = load {} addrspace(10)*, {} addrspace(10)** %a, align 8
  call void @use({} addrspace(10)* %x)
  call void @free(i8* %tape)
  %b = bitcast i8* %numbers to double*
  %n = load double, double* %b, align 8
  call void @free(i8* %numbers)
  ret void
}
