; A type's address that is none is an error of its own, and the module stays as it is.
; GC-VERIFY: without plain-memory: the refused tape stays where the collector does not see it

; REQUIRES: opaque-pointers
; RUN: split-file %s %t
; RUN: not %opt -passes=tape-lowering -disable-output %t/word.ll 2>&1 | FileCheck %s --check-prefix=WORD
; RUN: not %opt -passes=tape-lowering -disable-output %t/null.ll 2>&1 | FileCheck %s --check-prefix=NULL
; RUN: not %opt -passes=tape-lowering -disable-output %t/sign.ll 2>&1 | FileCheck %s --check-prefix=SIGN
; RUN: not %opt -passes=tape-lowering -disable-output %t/long.ll 2>&1 | FileCheck %s --check-prefix=LONG
; RUN: %opt -passes='tape-lowering<on-unsupported=skip>' -S %t/word.ll 2>/dev/null | FileCheck %s --check-prefix=KEPT

; WORD: error: {{.*}}[JGP121 bad-tape-type] in function 'tape': the tape is to have the type at '0x7fff', which is no address
; WORD: at: {{.*}}call ptr @malloc
; NULL: [JGP121 bad-tape-type] {{.*}} the type at '0',
; SIGN: [JGP121 bad-tape-type] {{.*}} the type at '+16',
; LONG: [JGP121 bad-tape-type] {{.*}} the type at '18446744073709551616',
; KEPT: %tape = call ptr @malloc(i64 16)

;--- word.ll
declare ptr @malloc(i64)
define void @tape(ptr addrspace(10) %x) {
  %tape = call ptr @malloc(i64 16) "enzymejl_tapetype"="0x7fff"
  store ptr addrspace(10) %x, ptr %tape, align 8
  ret void
}

;--- null.ll
declare ptr @malloc(i64)
define void @tape(ptr addrspace(10) %x) {
  %tape = call ptr @malloc(i64 16) "enzymejl_tapetype"="0"
  store ptr addrspace(10) %x, ptr %tape, align 8
  ret void
}

;--- sign.ll
declare ptr @malloc(i64)
define void @tape(ptr addrspace(10) %x) {
  %tape = call ptr @malloc(i64 16) "enzymejl_tapetype"="+16"
  store ptr addrspace(10) %x, ptr %tape, align 8
  ret void
}

;--- long.ll
declare ptr @malloc(i64) "enzymejl_tapetype"="18446744073709551616"
define void @tape(ptr addrspace(10) %x) {
  %tape = call ptr @malloc(i64 16)
  store ptr addrspace(10) %x, ptr %tape, align 8
  ret void
}
