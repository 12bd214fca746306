; An anonymous tape of pointers and data without any mark, made in one function and read whole in the other.

; RUN: %if opaque-pointers %{ %tape %inputs/enzyme/c07_split_mixed_anon.out.opaque.llvm%enzyme.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %inputs/enzyme/c07_split_mixed_anon.out.opaque.llvm%enzyme.ll %}
; RUN: %if typed-pointers %{ %tape %typed %inputs/enzyme/c07_split_mixed_anon.out.typed.llvm%enzyme.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %inputs/enzyme/c07_split_mixed_anon.out.typed.llvm%enzyme.ll %}

; CHECK: @jl_tape_type.object.40.p0_1 = external global i8, align 16
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
; CHECK-LABEL: define void @caller(
; CHECK: [[TAPE:%.*]] = call [[T]] @augmented_f(
; CHECK: call void @diffef({{.*}}[[T]] [[TAPE]])
; CHECK-LABEL: define internal {{.*}} @augmented_f(
; CHECK: = call {{.*}} @julia.gc_alloc_obj({{.*}}, i64 40, {{.*}}@jl_tape_type.object.40.p0_1
; CHECK-LABEL: define internal void @diffef(
; CHECK-SAME: [[T]] %tapeArg)
; CHECK-NOT: enzyme_mustcache
; CHECK-NOT: {{call .* @(malloc|realloc|calloc|free)\(}}
