; A tape that holds the tape of the call below, by value. Its base case returns the tape with nothing stored in it: it is null
; from the start.

; RUN: %if opaque-pointers %{ %tape %inputs/enzyme/c11_recursive.out.opaque.llvm%enzyme.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %inputs/enzyme/c11_recursive.out.opaque.llvm%enzyme.ll %}
; RUN: %if typed-pointers %{ %tape %typed %inputs/enzyme/c11_recursive.out.typed.llvm%enzyme.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %inputs/enzyme/c11_recursive.out.typed.llvm%enzyme.ll %}

; CHECK: @jl_tape_type.object.32.p0_2 = external global i8, align 16
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
; CHECK-LABEL: define internal {{.*}} @augmented_f(
; CHECK: [[TAPE:%.*]] = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 32, {{.*}}@jl_tape_type.object.32.p0_2
; CHECK: call void @llvm.memset.p11{{.*}}, i8 0, i64 32, i1 true)
; CHECK: call { [[T]], double } @augmented_f(
; CHECK: call void {{.*}}@julia.write_barrier([[T]] [[TAPE]],
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
