; Loop caches in the fields of a tape, one of them growing, reached in the reverse by two routes each. The caches of data stay,
; and so do their frees.

; RUN: %if opaque-pointers %{ %tape %inputs/enzyme/c08_split_loops.out.opaque.llvm%enzyme.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %inputs/enzyme/c08_split_loops.out.opaque.llvm%enzyme.ll %}
; RUN: %if typed-pointers %{ %tape %typed %inputs/enzyme/c08_split_loops.out.typed.llvm%enzyme.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %inputs/enzyme/c08_split_loops.out.typed.llvm%enzyme.ll %}

; CHECK-LABEL: define internal {{.*}} @augmented_f(
; CHECK: {{%.*}} = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 40, {{.*}}@jl_tape_type.object.40.p0_1_4
; CHECK: {{%.*}} = call [[T]] @ijl_alloc_svec(
; CHECK: {{%.*}} = call {{.*}} @malloc(
; CHECK: call [[T]] @julia.tape.svec_grow(
; CHECK: call {{.*}} @realloc(
; CHECK: call [[T]] @julia.tape.svec_grow(
; CHECK-LABEL: define internal void @diffef(
; CHECK-SAME: [[T]] %tapeArg)
; CHECK-COUNT-2: call void @free(
; CHECK-NOT: call void @free(
; CHECK: define internal {{.*}} @julia.tape.svec_grow(
