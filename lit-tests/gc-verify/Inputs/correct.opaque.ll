; What mutate.test damages besides the corpus: null stores of several forms, and transitions.
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

@jl_tape_type.object.16.p0_1 = external global i8, align 16
@jl_tape_type.object.512.p0_8 = external global i8, align 16

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @llvm.memset.p11.i64(ptr addrspace(11), i8, i64, i1)
declare i8 @jl_gc_safe_enter()
declare void @jl_gc_safe_leave(i8)
declare i8 @jl_gc_unsafe_enter()
declare void @jl_gc_unsafe_leave(i8)
declare void @safepoint()
declare double @lazy(double)
declare ptr addrspace(10) @lazy_object(ptr addrspace(10))
declare i32 @personality(...)

define void @zeroed_at_once(ptr %task, ptr addrspace(10) %x, i1 %b) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @jl_tape_type.object.16.p0_1 to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  call void @llvm.memset.p11.i64(ptr addrspace(11) align 8 %d, i8 0, i64 16, i1 true)
  call void @safepoint()
  store atomic ptr addrspace(10) %x, ptr addrspace(11) %d release, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %x)
  br i1 %b, label %more, label %done

more:
  %e = getelementptr inbounds ptr addrspace(10), ptr addrspace(11) %d, i64 1
  store atomic ptr addrspace(10) %x, ptr addrspace(11) %e release, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %x)
  call void @safepoint()
  br label %done

done:
  ret void
}

define void @zeroed_word_by_word(ptr %task, ptr addrspace(10) %x) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 512, ptr addrspace(10) addrspacecast (ptr @jl_tape_type.object.512.p0_8 to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %e = getelementptr inbounds i8, ptr addrspace(11) %d, i64 64
  store atomic ptr addrspace(10) null, ptr addrspace(11) %d release, align 8
  store atomic ptr addrspace(10) null, ptr addrspace(11) %e release, align 8
  call void @safepoint()
  store atomic ptr addrspace(10) %x, ptr addrspace(11) %e release, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %x)
  ret void
}

define void @zeroed_in_a_loop(ptr %task, ptr addrspace(13) %a, i64 %n) {
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @jl_tape_type.object.16.p0_1 to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  call void @llvm.memset.p11.i64(ptr addrspace(11) align 8 %d, i8 0, i64 16, i1 true)
  call void @safepoint()
  %p = getelementptr inbounds ptr addrspace(10), ptr addrspace(13) %a, i64 %i
  %x = load ptr addrspace(10), ptr addrspace(13) %p, align 8, !nonnull !3
  store atomic ptr addrspace(10) %x, ptr addrspace(11) %d release, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %x)
  %next = add i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop

done:
  ret void
}

define double @wrapped(double %x) {
  %gc_state = call i8 @jl_gc_safe_enter()
  %r = call double @lazy(double %x)
  call void @jl_gc_safe_leave(i8 %gc_state)
  ret double %r
}

define ptr addrspace(10) @wrapped_object(ptr addrspace(10) %o) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %gc_state = call i8 @jl_gc_safe_enter()
  %r = call ptr addrspace(10) @lazy_object(ptr addrspace(10) %o)
  call void @jl_gc_safe_leave(i8 %gc_state) [ "jl_roots"(ptr addrspace(10) %o) ]
  ret ptr addrspace(10) %r
}

define double @wrapped_invoke(double %x) personality ptr @personality {
  %gc_state = call i8 @jl_gc_safe_enter()
  %r = invoke double @lazy(double %x)
          to label %ok unwind label %pad

ok:
  call void @jl_gc_safe_leave(i8 %gc_state)
  ret double %r

pad:
  %l = landingpad { ptr, i32 }
          cleanup
  call void @jl_gc_safe_leave(i8 %gc_state)
  resume { ptr, i32 } %l
}

define double @wrapped_in_a_loop(double %x, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %acc = phi double [ %x, %entry ], [ %r, %loop ]
  %gc_state = call i8 @jl_gc_safe_enter()
  %r = call double @lazy(double %acc)
  call void @jl_gc_safe_leave(i8 %gc_state)
  %next = add i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop

done:
  ret double %r
}

define double @wrapped_on_one_path(double %x, i1 %b) {
  br i1 %b, label %call, label %done

call:
  %outer = call i8 @jl_gc_safe_enter()
  %inner = call i8 @jl_gc_unsafe_enter()
  call void @safepoint()
  call void @jl_gc_unsafe_leave(i8 %inner)
  call void @jl_gc_safe_leave(i8 %outer)
  br label %done

done:
  ret double %x
}

define internal double @data.body(ptr addrspace(10) %x) noinline {
  ret double 0.0
}

define double @data(ptr addrspace(10) %x) "lazy-compiled" {
  %gc_state = call i8 @jl_gc_unsafe_enter()
  %r = call double @data.body(ptr addrspace(10) %x)
  call void @jl_gc_unsafe_leave(i8 %gc_state)
  ret double %r
}

define internal ptr addrspace(10) @object.body(ptr addrspace(10) %x) noinline {
  ret ptr addrspace(10) %x
}

define ptr addrspace(10) @object(ptr addrspace(10) %x) "lazy-compiled" {
  %gc_state = call i8 @jl_gc_unsafe_enter()
  %r = call ptr addrspace(10) @object.body(ptr addrspace(10) %x)
  ret ptr addrspace(10) %r
}

!julia.tape.types = !{!0, !1}
!0 = !{!"jl_tape_type.object.16.p0_1", !"object", i64 16, i64 8, i64 1, i64 16, i64 0, i64 8}
!1 = !{!"jl_tape_type.object.512.p0_8", !"object", i64 512, i64 8, i64 1, i64 512, i64 0, i64 64}
!3 = !{}
