; Arguments, which the caller roots, objects that are not needed any more, and functions with the call.

; RUN: %if opaque-pointers %{ %verify-opaque 2>&1 | count 0 %}
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

; What is live is the number, or the argument that took the object's place.
define i64 @other_part() {
  %s = call { i64, OBJ } @new_pair()
  call void @safepoint()
  %n = extractvalue { i64, OBJ } %s, 0
  ret i64 %n
}

define { OBJ, OBJ } @overwritten(OBJ %y) {
  %x = call OBJ @new()
  %s = insertvalue { OBJ, OBJ } { OBJ null, OBJ undef }, OBJ %x, 1
  %t = insertvalue { OBJ, OBJ } %s, OBJ %y, 1
  call void @safepoint()
  ret { OBJ, OBJ } %t
}

define OBJ @merged_arguments(OBJ %x, OBJ %y, i1 %b) {
entry:
  br i1 %b, label %other, label %join
other:
  br label %join
join:
  %p = phi OBJ [ %x, %entry ], [ %y, %other ]
  call void @safepoint()
  ret OBJ %p
}

; Made anew behind each safepoint, and dead before the next.
define void @each_turn(i1 %b) {
entry:
  br label %loop
loop:
  %s = call { i64, OBJ } @new_pair()
  %x = extractvalue { i64, OBJ } %s, 1
  %d = addrspacecast OBJ %x to ROOTED
  br i1 %b, label %loop, label %done
done:
  call void @safepoint()
  ret void
}
