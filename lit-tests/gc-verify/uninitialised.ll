; A word is left at a safepoint: none stored, one of two, on one path only, known from the tag or from an access.

; RUN: %if opaque-pointers %{ not %verify-opaque<rules=uninitialised> 2>&1 | FileCheck %s %}
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
; CHECK: error: gc-verify: [JGV003 uninitialised] in function 'piece_missing': the pointer at byte 0 is
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV003 uninitialised] in function 'stored_undefined': the pointer at byte 0 is
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV003 uninitialised] in function 'stored_undefined_constant': the pointer at byte 16 is
; CHECK-NOT: error:
; CHECK: error: gc-verify: [JGV003 uninitialised] in function 'filled_late': pointers at run-time offsets are
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

; The first three bytes of four, and the last four.
define OBJ @piece_missing(PTR %task) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 8, OBJ @T)
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  %bytes = bitcast D11 %d to BYTE11
  %b4 = getelementptr i8, BYTE11 %bytes, i64 4
  call void @MEMSET(BYTE11 %bytes, i8 0, i64 3, i1 true)
  call void @MEMSET(BYTE11 %b4, i8 0, i64 4, i1 true)
  call void @safepoint()
  %y = load OBJ, CELL11 %c, align 8
  ret OBJ %y
}

; The pointer of what is stored is undefined, in an instruction and in a constant.
define OBJ @stored_undefined(PTR %task, i64 %n) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 24, OBJ @T)
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to TRIPLE11
  %a = insertvalue { OBJ, i64, OBJ } undef, i64 %n, 1
  %v = insertvalue { OBJ, i64, OBJ } %a, OBJ @T, 2
  store { OBJ, i64, OBJ } %v, TRIPLE11 %c, align 8
  call void @safepoint()
  ret OBJ %o
}

define OBJ @stored_undefined_constant(PTR %task) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 24, OBJ @T)
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to TRIPLE11
  store { OBJ, i64, OBJ } { OBJ null, i64 1, OBJ poison }, TRIPLE11 %c, align 8
  call void @safepoint()
  ret OBJ %o
}

; The loop comes too late.
define OBJ @filled_late(PTR %task, OBJ %x, i64 %n) {
  %o = call OBJ @julia.gc_alloc_obj(PTR %task, i64 32, OBJ @T)
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  call void @safepoint()
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %more, %loop ]
  %e = getelementptr inbounds OBJ, CELL11 %c, i64 %i
  store OBJ %x, CELL11 %e, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  %more = add i64 %i, 1
  %go = icmp ult i64 %more, %n
  br i1 %go, label %loop, label %done
done:
  ret OBJ %o
}
