; A lazily compiled function that takes an object and returns a new one, of twice its value.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new_box(double)
declare double @box_value(ptr addrspace(10))

define ptr addrspace(10) @lazy_object(ptr addrspace(10) %o) "lazy-compiled" {
  %pgcstack = call ptr @julia.get_pgcstack()
  %value = call double @box_value(ptr addrspace(10) %o)
  %twice = fadd double %value, %value
  %new = call ptr addrspace(10) @new_box(double %twice)
  ret ptr addrspace(10) %new
}
