; What nobody doubts: arguments, results, loads, marked or not; what is tested before the barrier or behind it; selects
; and phi nodes whose null some branch may lead aside.

; RUN: %if opaque-pointers %{ %verify-opaque 2>&1 | count 0 %}
; RUN: %if typed-pointers %{ %verify-typed 2>&1 | count 0 %}

define void @known(OBJ %o, OBJ %x) {
  %y = call OBJ @new()
  %d = addrspacecast OBJ %x to D11
  %c = bitcast D11 %d to CELL11
  %z = load OBJ, CELL11 %c, align 8, !nonnull !0
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x, OBJ %y, OBJ %z)
  ret void
}

define void @tested(OBJ %o, OBJ %p) {
  %d = addrspacecast OBJ %p to D11
  %c = bitcast D11 %d to CELL11
  %x = load OBJ, CELL11 %c, align 8
  %n = icmp eq OBJ %x, null
  br i1 %n, label %fail, label %pass
fail:
  unreachable
pass:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}

define void @stands_in(OBJ %o, OBJ %p) {
  %d = addrspacecast OBJ %p to D11
  %c = bitcast D11 %d to CELL11
  %x = load OBJ, CELL11 %c, align 8
  %n = icmp ne OBJ %x, null
  %y = select i1 %n, OBJ %x, OBJ %o
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %y)
  ret void
}

; A slot is set where Julia knows it to be.
define void @slot(OBJ %o, OBJ %x) {
  %s = alloca OBJ, align 8
  store OBJ null, CELL %s, align 8
  store OBJ %x, CELL %s, align 8
  %y = load OBJ, CELL %s, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %y)
  ret void
}

; Fields of inline structures, and what LLVM makes of a null-checked copy, bear no !nonnull.
define void @field(OBJ %o, OBJ %p) {
  %d = addrspacecast OBJ %p to D11
  %c = bitcast D11 %d to CELL11
  %x = load OBJ, CELL11 %c, align 8
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}

; GVN reads the box's content back as what was stored: its test behind the barrier is that of the load.
define OBJ @tested_later(OBJ %o) {
  %x = call OBJ @new()
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  %n = icmp eq OBJ %x, null
  br i1 %n, label %end, label %more
more:
  ret OBJ %x
end:
  unreachable
}

declare nonnull OBJ @made()
define i1 @marked(OBJ %o, OBJ nonnull %x, OBJ %p) {
  %y = call OBJ @made()
  %d = addrspacecast OBJ %p to D11
  %c = bitcast D11 %d to CELL11
  %z = load OBJ, CELL11 %c, align 8, !nonnull !0
  %n = icmp eq OBJ %x, null
  %m = icmp eq OBJ %y, null
  %l = icmp eq OBJ %z, null
  %nm = or i1 %n, %m
  %nml = or i1 %nm, %l
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x, OBJ %y, OBJ %z)
  ret i1 %nml
}

; No null edge of the two tests leads to the barrier, and the second comparison asks for nothing new.
define i1 @merged_tests(OBJ %o, OBJ %p, i1 %b) {
  %d = addrspacecast OBJ %p to D11
  %c = bitcast D11 %d to CELL11
  %x = load OBJ, CELL11 %c, align 8
  %n = icmp ne OBJ %x, null
  br i1 %b, label %one, label %two
one:
  br i1 %n, label %pass, label %fail
two:
  br i1 %n, label %pass, label %fail
fail:
  unreachable
pass:
  %again = icmp ne OBJ %x, null
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret i1 %again
}

; A union of objects and bits: the type index tells.
define void @union_split(OBJ %o, OBJ %x, i1 %b) {
  br i1 %b, label %boxed, label %bits
boxed:
  %r = call OBJ @new()
  br label %join
bits:
  br label %join
join:
  %tindex = phi i8 [ -128, %boxed ], [ 1, %bits ]
  %y = phi OBJ [ %r, %boxed ], [ null, %bits ]
  %bit = and i8 %tindex, -128
  %is = icmp ne i8 %bit, 0
  br i1 %is, label %store, label %done
store:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %y)
  br label %done
done:
  ret void
}

define void @union_select(OBJ %o, OBJ %x, i8 %tindex) {
  %is = icmp slt i8 %tindex, 0
  %y = select i1 %is, OBJ %x, OBJ null
  br i1 %is, label %store, label %done
store:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %y)
  br label %done
done:
  ret void
}

define void @defined_flag(OBJ %o, OBJ %x, i1 %b) {
  br i1 %b, label %some, label %join
some:
  br label %join
join:
  %y = phi OBJ [ %x, %some ], [ null, %0 ]
  %defined = phi i1 [ true, %some ], [ false, %0 ]
  br i1 %defined, label %store, label %fail
fail:
  unreachable
store:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %y)
  ret void
}

; The first turn does not store.
define void @loop_carried(OBJ %o, i64 %n) {
  br label %loop
loop:
  %i = phi i64 [ 1, %0 ], [ %more, %next ]
  %x = phi OBJ [ null, %0 ], [ %y, %next ]
  %first = icmp eq i64 %i, 1
  br i1 %first, label %next, label %store
store:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  br label %next
next:
  %y = call OBJ @new()
  %more = add i64 %i, 1
  %end = icmp eq i64 %i, %n
  br i1 %end, label %done, label %loop
done:
  ret void
}

declare OBJ @julia.typeof(OBJ)
define void @tag_was_read(OBJ %o, OBJ %p) {
  %d = addrspacecast OBJ %p to D11
  %c = bitcast D11 %d to CELL11
  %x = load OBJ, CELL11 %c, align 8
  %t = call OBJ @julia.typeof(OBJ %x)
  %is = icmp eq OBJ %t, addrspacecast (PTR inttoptr (i64 1400 to PTR) to OBJ)
  br i1 %is, label %store, label %done
store:
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  br label %done
done:
  ret void
}

declare void @llvm.assume(i1)
define void @assumed(OBJ %o, OBJ %x) {
  %n = icmp ne OBJ %x, null
  call void @llvm.assume(i1 %n)
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  ret void
}

; Tested before the next turn.
define void @next_turn(OBJ %o, OBJ %first) {
  %d = addrspacecast OBJ %o to D11
  %c = bitcast D11 %d to CELL11
  br label %loop
loop:
  %x = phi OBJ [ %first, %0 ], [ %y, %again ]
  call void (OBJ, ...) @julia.write_barrier(OBJ %o, OBJ %x)
  %y = load OBJ, CELL11 %c, align 8
  %n = icmp eq OBJ %y, null
  br i1 %n, label %done, label %again
again:
  br label %loop
done:
  ret void
}

!0 = !{}
