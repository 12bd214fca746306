// Starting a Julia runtime that was made for another program.
//
// The library with the system image is opened by path, and everything else is looked up in it: its
// libraries' file names are not the names that a linker would look for.
#define _GNU_SOURCE
#include "runtime.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct runtime runtime;
static void *library;

// Bytes from the task to its `gcstack`, on 1.13.
enum { GCSTACK_OFFSET = 152 };

void fault(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("FAULT: ", stdout);
  vprintf(format, arguments);
  putchar('\n');
  fflush(stdout);
  va_end(arguments);
  _Exit(70);
}

void *exported(const char *name) {
  void *address = dlsym(library, name);
  if (!address)
    fault("the runtime does not export '%s'", name);
  return address;
}

jl_value *exported_object(const char *name) { return *(jl_value **)exported(name); }

jl_value *current_task(void) { return (jl_value *)((char *)runtime.pgcstack() - GCSTACK_OFFSET); }

// Word 2 behind `gcstack`.
void *current_ptls(void) { return runtime.pgcstack()[2]; }

void start_julia(const char *path) {
  library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    fault("%s", dlerror());
  runtime = (struct runtime){
      .alloc_typed = exported("ijl_gc_alloc_typed"),
      .alloc_svec = exported("ijl_alloc_svec"),
      .alloc_memory = exported("jl_alloc_genericmemory"),
      .symbol = exported("ijl_symbol"),
      .tuple = exported("jl_f_tuple"),
      .tuple_type = exported("ijl_apply_tuple_type_v"),
      .apply_type = exported("ijl_apply_type"),
      .pgcstack = exported("ijl_get_pgcstack"),
      .adopt_thread = exported("ijl_adopt_thread"),
      .safe_enter = exported("jl_gc_safe_enter"),
      .safe_leave = exported("jl_gc_safe_leave"),
      .unsafe_enter = exported("jl_gc_unsafe_enter"),
      .unsafe_leave = exported("jl_gc_unsafe_leave"),
      .collect = exported("ijl_gc_collect"),
      .enable_collector = exported("ijl_gc_enable"),
      .enable_conservative = exported("ijl_gc_enable_conservative_gc_support"),
      .set_root_scanner = exported("ijl_gc_set_cb_root_scanner"),
      .set_before_collection = exported("ijl_gc_set_cb_pre_gc"),
      .object_at = exported("ijl_gc_internal_obj_base_ptr"),
      .mark = exported("ijl_gc_mark_queue_obj"),
      .queue_root = exported("ijl_gc_queue_root"),
      .add_finalizer = exported("ijl_gc_add_ptr_finalizer"),
  };
  // Without its signal handlers the runtime crashes at a safepoint of another thread's collection.
  char *options[] = {"julia", "--handle-signals=yes", NULL};
  char **arguments = options;
  int count = 2;
  ((void (*)(int *, char ***))exported("ijl_parse_opts"))(&count, &arguments);
  ((void (*)(void *))exported("ijl_init_with_image_handle"))(library);
  // Collections happen where the harness wants them, and nowhere else.
  runtime.enable_collector(0);
}
