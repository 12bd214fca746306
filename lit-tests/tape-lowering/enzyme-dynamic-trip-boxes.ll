; Caches of a trip count that nobody knows grow by realloc. That of objects becomes a growing SimpleVector; that of data stays, with
; its realloc and free; so does the unused wrapper.

; RUN: %if opaque-pointers %{ %tape %inputs/enzyme/c03_dynamic_trip_boxes.out.opaque.llvm%enzyme.ll | FileCheck %s -DT="ptr addrspace(10)" %}
; RUN: %if opaque-pointers %{ %check-stable tape-lowering %inputs/enzyme/c03_dynamic_trip_boxes.out.opaque.llvm%enzyme.ll %}
; RUN: %if typed-pointers %{ %tape %typed %inputs/enzyme/c03_dynamic_trip_boxes.out.typed.llvm%enzyme.ll | FileCheck %s -DT="{} addrspace(10)*" %}
; RUN: %if typed-pointers %{ %check-stable tape-lowering %typed %inputs/enzyme/c03_dynamic_trip_boxes.out.typed.llvm%enzyme.ll %}

; CHECK-LABEL: define internal void @diffef(
; CHECK: call {{.*}} @realloc(
; CHECK: call [[T]] @julia.tape.svec_grow([[T]] %{{.*}}, i64
; CHECK-NOT: @realloc(
; CHECK: call void @free(
; CHECK-NOT: call void @free(
; CHECK: define internal {{.*}} @__enzyme_exponentialallocation(
; CHECK: call {{.*}} @realloc(
; CHECK: define internal {{.*}} @julia.tape.svec_grow(
