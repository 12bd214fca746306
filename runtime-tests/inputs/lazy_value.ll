; A lazily compiled function that takes an object.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare double @box_value(ptr addrspace(10))

define double @lazy_value(ptr addrspace(10) %o) "lazy-compiled" {
  %value = call double @box_value(ptr addrspace(10) %o)
  ret double %value
}
