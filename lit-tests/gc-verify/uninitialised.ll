; A word is left at a safepoint: none stored, one of two, on one path only, known from the tag or from an access.

; RUN: not %verify-opaque<rules=uninitialised> 2>&1 | FileCheck %s
; RUN: %if typed-pointers %{ not %verify-typed<rules=uninitialised> 2>&1 | FileCheck %s %}

; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV003 uninitialised] in function 'none':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV003 uninitialised] in function 'one_of_two':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV003 uninitialised] in function 'one_path':
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV003 uninitialised] in function 'by_access':
; CHECK-NOT: error:

@jl_tape_type.object.16.p0_1 = external global i8, align 16
!julia.tape.types = !{!9}
!9 = !{!"jl_tape_type.object.16.p0_1", !"object", i64 16, i64 8, i64 1, i64 16, i64 0, i64 8}

define void @none(PTR %task) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  call void @safepoint()
  ret void
}

define void @one_of_two(PTR %task, OBJ %x) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  store OBJ %x, CELL11 %c, align 8
  call void @safepoint()
  ret void
}

define void @one_path(PTR %task, i1 %b) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ addrspacecast (PTR @jl_tape_type.object.16.p0_1 to OBJ))
  %d = addrspacecast OBJ %o to D11
  %bytes = bitcast D11 %d to BYTE11
  br i1 %b, label %zero, label %done
zero:
  call void @MEMSET(BYTE11 %bytes, i8 0, i64 16, i1 true)
  br label %done
done:
  call void @safepoint()
  ret void
}

; Julia's own types are not listed, but the word is read as an object later.
define OBJ @by_access(PTR %task) {
  %p = call PTR @julia.get_pgcstack()
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 16, OBJ @T)
  call void @safepoint()
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %x = load OBJ, CELL11 %c, align 8
  ret OBJ %x
}
