; Calls the two halves of a derivative, which are compiled lazily: h01_ragged_nest, its tape lowered.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @augmented(ptr addrspace(13), ptr addrspace(13), ptr addrspace(10), ptr addrspace(10), i64) "lazy-compiled"
declare void @reverse(ptr addrspace(10)) "lazy-compiled"

define double @caller(ptr addrspace(13) %arr, ptr addrspace(13) %darr, ptr addrspace(10) %r, ptr addrspace(10) %dr, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %tape = call ptr addrspace(10) @augmented(ptr addrspace(13) %arr, ptr addrspace(13) %darr, ptr addrspace(10) %r, ptr addrspace(10) %dr, i64 %n)
  call void @reverse(ptr addrspace(10) %tape)
  ret double 0.000000e+00
}
