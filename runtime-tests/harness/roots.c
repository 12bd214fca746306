// The roots of all threads, and everything that can stop at one of the runtime's safepoints.
//
// No pass of Julia has placed roots, so they are what the stacks hold, and what the harness keeps
// itself. The heap is scanned by the tags, and malloc memory not at all.
//
// While a thread collects, another one is stopped at a safepoint or GC-safe; compiled modules poll
// nowhere, so both are only possible below a function of this file that has noted the stack.
#include "runtime.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 16 };

_Thread_local struct thread *self;
static struct thread *threads[THREADS];
static pthread_mutex_t threads_lock = PTHREAD_MUTEX_INITIALIZER;

// --- threads -------------------------------------------------------------------------------------

// Nobody polls while it holds the lock, so it is never held during a collection.
static void replace_thread(struct thread *old, struct thread *new) {
  pthread_mutex_lock(&threads_lock);
  for (int i = 0; i < THREADS; i++) {
    if (threads[i] == old) {
      threads[i] = new;
      pthread_mutex_unlock(&threads_lock);
      return;
    }
  }
  fault("too many threads");
}

void begin_thread(struct thread *thread, int number, void *base) {
  *thread = (struct thread){.base = base, .number = number, .out = stdout};
  self = thread;
  replace_thread(NULL, thread);
}

void end_thread(void) { replace_thread(self, NULL); }

void add_root(jl_value *object) {
  if (self->root_count == ROOTS)
    fault("too many roots");
  self->roots[self->root_count++] = object;
}

void forget_roots(void) {
  self->root_count = self->frame_count = 0;
  self->top = NULL;
}

// --- scanning ------------------------------------------------------------------------------------

static void mark_stack(struct thread *thread, const struct range *ranges, size_t count) {
  for (char **word = (char **)((uintptr_t)thread->top & ~(uintptr_t)7);
       (char *)word < thread->base; word++) {
    if (!*word)
      continue;
    // The runtime knows its small objects, the harness its tapes.
    jl_value *object = runtime.object_at(*word);
    if (object)
      runtime.mark(current_ptls(), object);
    mark_tape_at(*word, ranges, count);
  }
}

static void mark_all(jl_value **objects, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (objects[i])
      runtime.mark(current_ptls(), objects[i]);
}

static void scan_roots(int full) {
  (void)full;
  size_t count;
  struct range *ranges = ranges_of_tapes(&count);
  runtime.mark(current_ptls(), stray_box());
  for (int i = 0; i < THREADS; i++) {
    if (!threads[i])
      continue;
    mark_all(threads[i]->roots, threads[i]->root_count);
    mark_all(threads[i]->frame, threads[i]->frame_count);
    if (threads[i]->top)
      mark_stack(threads[i], ranges, count);
  }
  free(ranges);
}

void start_roots(void) {
  runtime.enable_conservative();
  runtime.set_root_scanner(scan_roots, 1);
}

// --- safepoints ----------------------------------------------------------------------------------

__attribute__((noinline)) jl_value *allocate_object(size_t size, jl_value *type) {
  NOTE_STACK();
  return runtime.alloc_typed(current_ptls(), size, type);
}

__attribute__((noinline)) jl_value *allocate_svec(size_t length) {
  NOTE_STACK();
  return runtime.alloc_svec(length);
}

__attribute__((noinline)) jl_value *allocate_memory(jl_value *type, size_t length) {
  NOTE_STACK();
  return runtime.alloc_memory(type, length);
}

__attribute__((noinline)) void make_types(void *module) {
  void (*init)(void) = dlsym(module, "julia.tape.init");
  if (!init)
    return;
  self->makes_types = 1;
  NOTE_STACK();
  init();
  self->makes_types = 0;
}

static void collect_now(int kind) {
  // A disabled collector counts the threads that disabled it: only one may, and that is the main one.
  int was_on = runtime.enable_collector(1);
  runtime.collect(kind);
  runtime.enable_collector(was_on);
  counts.collections++;
}

__attribute__((noinline)) void collect(int kind) {
  NOTE_STACK();
  collect_now(kind);
}

void collect_everything(void) {
  self->top = NULL;
  for (int i = 0; i < 4; i++)
    collect_now(FULL);
}

__attribute__((noinline)) void wait_for_threads(pthread_barrier_t *all) {
  NOTE_STACK();
  int8_t state = runtime.safe_enter();
  pthread_barrier_wait(all);
  runtime.safe_leave(state);
}

__attribute__((noinline)) void wait_for_end(pthread_t thread) {
  NOTE_STACK();
  int8_t state = runtime.safe_enter();
  pthread_join(thread, NULL);
  runtime.safe_leave(state);
}
