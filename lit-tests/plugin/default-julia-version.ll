; Without an option, and where the module shows nothing, code is made for the Julia that ships this LLVM: 1.9 has 14, 1.10 has 15,
; 1.11 has 16, 1.12 has 18 and 1.13 has 20. LLVM 19 and 22, which no Julia ships, follow the one below.

; RUN: split-file %s %t
; RUN: %if opaque-pointers %{ env RUST_LOG=julia_gc_passes=debug %opt -passes=tape-lowering -disable-output %t/opaque.ll 2>&1 | FileCheck %s --check-prefix=LLVM%llvm %}
; RUN: %if typed-pointers %{ env RUST_LOG=julia_gc_passes=debug %opt %typed -passes=tape-lowering -disable-output %t/typed.ll 2>&1 | FileCheck %s --check-prefix=LLVM%llvm %}

; LLVM14: generating for Julia 1.9{{$}}
; LLVM15: generating for Julia 1.10{{$}}
; LLVM16: generating for Julia 1.11{{$}}
; LLVM19: generating for Julia 1.12{{$}}
; LLVM22: generating for Julia 1.13{{$}}

;--- opaque.ll
declare ptr @malloc(i64)

define void @f(ptr addrspace(10) %x) {
  %m = call ptr @malloc(i64 8)
  store ptr addrspace(10) %x, ptr %m, align 8
  ret void
}

;--- typed.ll
declare i8* @malloc(i64)

define void @f({} addrspace(10)* %x) {
  %m = call i8* @malloc(i64 8)
  %a = bitcast i8* %m to {} addrspace(10)**
  store {} addrspace(10)* %x, {} addrspace(10)** %a, align 8
  ret void
}
