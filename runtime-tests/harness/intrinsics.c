// Julia's intrinsics as functions, for modules that no pass of Julia has lowered.
//
// LLVM compiles address spaces 10 to 13 like 0, so a module calls these by their names.
#include "runtime.h"

#include <stdarg.h>
#include <string.h>

void **get_pgcstack(void) __asm__("julia.get_pgcstack");
void **get_pgcstack(void) { return runtime.pgcstack(); }

jl_value *pointer_from_objref(jl_value *object) __asm__("julia.pointer_from_objref");
jl_value *pointer_from_objref(jl_value *object) { return object; }

void *gc_loaded(jl_value *base, void *data) __asm__("julia.gc_loaded");
void *gc_loaded(jl_value *base, void *data) {
  (void)base;
  return data;
}

jl_value *gc_alloc_obj(jl_value *task, size_t size, jl_value *tag) __asm__("julia.gc_alloc_obj");
jl_value *gc_alloc_obj(jl_value *task, size_t size, jl_value *tag) {
  if (task != current_task())
    fault("julia.gc_alloc_obj gets the task %p, not %p", (void *)task, (void *)current_task());
  if (type_size(tag) != size)
    fault("an object of %zu bytes gets a tag of %zu", size, type_size(tag));
  stress_point();
  jl_value *object = allocate_object(size, tag);
  memset(object, POISON, size);
  note_tape(object, TAPE_OBJECT);
  return object;
}

// The driver ends the children with all ones. A child is never null.
void write_barrier(jl_value *parent, ...) __asm__("julia.write_barrier");
void write_barrier(jl_value *parent, ...) {
  va_list children;
  va_start(children, parent);
  counts.barriers++;
  int fires = 0;
  for (jl_value *child; (child = va_arg(children, jl_value *)) != (jl_value *)-1;) {
    if (!child)
      fault("a write barrier gets a null child");
    fires |= header_bits(parent) == OLD_MARKED && !(header_bits(child) & MARKED);
  }
  va_end(children);
  if (fires) {
    counts.barriers_that_fired++;
    runtime.queue_root(parent);
  }
}

// The driver renames the calls of the runtime's allocators to these. All arrays without elements are
// one object, which lives for ever.
jl_value *harness_alloc_svec(size_t length) {
  stress_point();
  jl_value *tape = allocate_svec(length);
  if (length && !self->makes_types)
    note_tape(tape, TAPE_SVEC);
  return tape;
}

jl_value *harness_alloc_memory(jl_value *type, size_t length) {
  stress_point();
  jl_value *tape = allocate_memory(type, length);
  if (length)
    note_tape(tape, TAPE_MEMORY);
  return tape;
}

// What the driver puts before branches, calls and returns: a frame of whose words none is left over
// from a function that has returned.
__asm__(".globl harness_safepoint\n"
        "harness_safepoint:\n"
        "  push $0\n"
        "  call clear_stack\n"
        "  call stress_point\n"
        "  add $8, %rsp\n"
        "  ret\n");
