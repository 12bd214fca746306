; Size, kind and pointers that the tag does not have.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=size-and-tag> 2>&1 | FileCheck %s %}
; RUN: %if typed-pointers %{ not %verify-typed<rules=size-and-tag> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV014 size-and-tag] in function 'size':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV014 size-and-tag] in function 'array_tag':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV014 size-and-tag] in function 'object_tag':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV014 size-and-tag] in function 'pointer_in_data':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV014 size-and-tag] in function 'chosen_size':
; CHECK-NOT: error:

@jl_tape_type.object.16.p0 = external global i8, align 16
@jl_tape_type.memory.16.p0 = external global i8, align 16
@jl_tape_type.object.24.p0 = external global i8, align 16
!julia.tape.types = !{!1, !2, !3}
!1 = !{!"jl_tape_type.object.16.p0", !"object", i64 16, i64 8, i64 1, i64 16, i64 0}
!2 = !{!"jl_tape_type.memory.16.p0", !"memory", i64 0, i64 8, i64 0, i64 16, i64 0}
!3 = !{!"jl_tape_type.object.24.p0", !"object", i64 24, i64 8, i64 1, i64 16, i64 0}

declare OBJ @jl_alloc_genericmemory(OBJ, i64)

define OBJ @size(PTR %task) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 24, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0 to OBJ))
  ret OBJ %o
}

define OBJ @array_tag(PTR %task) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.memory.16.p0 to OBJ))
  ret OBJ %o
}

define OBJ @object_tag() {
  %o = call OBJ @jl_alloc_genericmemory(OBJ addrspacecast (PTR @jl_tape_type.object.16.p0 to OBJ), i64 4)
  ret OBJ %o
}

define OBJ @pointer_in_data(PTR %task, OBJ %x) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 1
  store OBJ %x, CELL11 %e, align 8
  ret OBJ %o
}

; It fits neither.
define OBJ @chosen_size(PTR %task, i1 %b) {
  %t = select i1 %b, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0 to OBJ), OBJ addrspacecast (PTR @jl_tape_type.object.24.p0 to OBJ)
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 32, OBJ %t)
  ret OBJ %o
}
