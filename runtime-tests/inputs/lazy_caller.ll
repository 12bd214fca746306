; Calls of lazily compiled functions, which lazy_value.ll and lazy_object.ll define.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new_box(double)
declare double @box_value(ptr addrspace(10))

declare double @lazy_value(ptr addrspace(10)) "lazy-compiled"
declare ptr addrspace(10) @lazy_object(ptr addrspace(10)) "lazy-compiled"

; The caller of each keeps %o alive.
define double @call_value(ptr addrspace(10) %o) {
  %value = call double @lazy_value(ptr addrspace(10) %o)
  ret double %value
}

define double @call_object(ptr addrspace(10) %o) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %new = call ptr addrspace(10) @lazy_object(ptr addrspace(10) %o)
  %value = call double @box_value(ptr addrspace(10) %new)
  ret double %value
}

; Nobody else keeps these objects alive: 4 * x * x + x.
define double @pass_and_return(double %x) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @new_box(double %x)
  %value = call double @lazy_value(ptr addrspace(10) %o)
  %new = call ptr addrspace(10) @lazy_object(ptr addrspace(10) %o)
  %newer = call ptr addrspace(10) @lazy_object(ptr addrspace(10) %new)
  %four.x = call double @box_value(ptr addrspace(10) %newer)
  %product = fmul double %four.x, %value
  %again = call double @box_value(ptr addrspace(10) %o)
  %sum = fadd double %product, %again
  ret double %sum
}
