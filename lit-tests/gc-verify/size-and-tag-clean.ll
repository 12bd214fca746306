; Allocations that agree with their tag, and tags that are not listed.

; RUN: %if opaque-pointers %{ %verify-opaque 2>&1 | count 0 %}
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}

@jl_tape_type.object.16.p0 = external global i8, align 16
@jl_tape_type.memory.16.p0 = external global i8, align 16
!julia.tape.types = !{!1, !2}
!1 = !{!"jl_tape_type.object.16.p0", !"object", i64 16, i64 8, i64 1, i64 16, i64 0}
!2 = !{!"jl_tape_type.memory.16.p0", !"memory", i64 0, i64 8, i64 0, i64 16, i64 0}

declare OBJ @jl_alloc_genericmemory(OBJ, i64)

define OBJ @agrees(PTR %task, OBJ %x) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  ret OBJ %o
}

define OBJ @array() {
  %o = call OBJ @jl_alloc_genericmemory(OBJ addrspacecast (PTR @jl_tape_type.memory.16.p0 to OBJ), i64 4)
  ret OBJ %o
}

define OBJ @unknown(PTR %task) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 24, OBJ @T)
  ret OBJ %o
}
