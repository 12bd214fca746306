; Arguments, which the caller roots, objects that are not needed any more, and functions with the call.

; RUN: %verify-opaque 2>&1 | count 0
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}

define OBJ @argument(OBJ %x) {
  call void @safepoint()
  ret OBJ %x
}

define void @used_up() {
  %x = call OBJ @new()
  call void @use(OBJ %x)
  ret void
}

define OBJ @rooted() {
  %s = call PTR @julia.get_pgcstack()
  %x = call OBJ @new()
  call void @safepoint()
  ret OBJ %x
}

define OBJ @malloc_is_no_safepoint() {
  %x = call OBJ @new()
  %m = call PTR @malloc(i64 8)
  call void @free(PTR %m)
  ret OBJ %x
}

; Julia's calling convention: the caller roots the array.
define OBJ @jfptr(OBJ %f, CELL %args, i32 %n) {
  %e = getelementptr inbounds OBJ, CELL %args, i64 1
  %x = load OBJ, CELL %e, align 8
  call void @safepoint()
  ret OBJ %x
}

; The task's stack of frames comes as an argument.
define swiftcc OBJ @frames_in_register(PTR nonnull swiftself %frames) {
  %x = call OBJ @new()
  call void @safepoint()
  ret OBJ %x
}
