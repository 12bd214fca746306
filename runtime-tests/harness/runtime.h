// What the harness takes from a real Julia runtime, and the checks it makes around it.
#pragma once

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct jl_value jl_value;

// --- start.c -------------------------------------------------------------------------------------

// Starts the runtime in the library at `path` (libetcouple.so) on this thread.
void start_julia(const char *path);
// A function or variable that the runtime exports; ends the process if there is none.
void *exported(const char *name);
// The object in an exported variable, such as `jl_any_type`.
jl_value *exported_object(const char *name);
// The current task, and the thread's `ptls`.
jl_value *current_task(void);
void *current_ptls(void);

// The functions of the runtime that the harness calls.
extern struct runtime {
  jl_value *(*alloc_typed)(void *ptls, size_t size, jl_value *type);
  jl_value *(*alloc_svec)(size_t length);
  jl_value *(*alloc_memory)(jl_value *type, size_t length);
  jl_value *(*symbol)(const char *name);
  jl_value *(*tuple)(jl_value *self, jl_value **elements, uint32_t count);
  jl_value *(*tuple_type)(jl_value **types, size_t count);
  jl_value *(*apply_type)(jl_value *type, jl_value **parameters, size_t count);
  void **(*pgcstack)(void);
  void **(*adopt_thread)(void);
  int8_t (*safe_enter)(void);
  void (*safe_leave)(int8_t state);
  int8_t (*unsafe_enter)(void);
  void (*unsafe_leave)(int8_t state);
  void (*collect)(int kind);
  int (*enable_collector)(int on);
  void (*enable_conservative)(void);
  void (*set_root_scanner)(void (*scan)(int full), int on);
  void (*set_before_collection)(void (*check)(int full), int on);
  jl_value *(*object_at)(void *address);
  int (*mark)(void *ptls, jl_value *object);
  void (*queue_root)(jl_value *object);
  void (*add_finalizer)(void *ptls, jl_value *object, void (*finalizer)(jl_value *));
} runtime;

// Reports a fault and ends the process.
_Noreturn void fault(const char *format, ...) __attribute__((format(printf, 1, 2)));

// --- types.c -------------------------------------------------------------------------------------

// A type of `words` words, `Any` where `is_pointer` says so and `UInt64` elsewhere.
jl_value *make_type(size_t words, const char *is_pointer);
// Memory{element}.
jl_value *make_memory_type(jl_value *element);
jl_value *type_of(jl_value *object);
size_t type_size(jl_value *type);
// The words of an object or element that are pointers: their number, and each one's index.
size_t type_pointers(jl_value *type);
size_t type_pointer(jl_value *type, size_t index);
// The data of a Memory, and its length.
void *memory_data(jl_value *memory);
size_t memory_length(jl_value *memory);

// Bits of an object's header (gc-stock.h): marked, and old.
enum { MARKED = 1, OLD_MARKED = 3 };
int header_bits(jl_value *object);
// What every store of `child` into an object of the heap needs behind it.
void barrier(jl_value *parent, jl_value *child);

// Makes the types that the manifest file lists and loads a library that defines their symbols.
void define_tags(const char *manifest, const char *work_directory);

// --- roots.c -------------------------------------------------------------------------------------

enum { ROOTS = 64, FRAME = 256 };

// A thread that holds objects. What is in `roots` and `frame` is alive; and so is whatever the stack
// from `top` to `base` may refer to, if `top` is set.
struct thread {
  char *base, *top;
  jl_value *roots[ROOTS], *frame[FRAME];
  size_t root_count, frame_count;
  int number;        // 0 is the main thread
  long chances;      // to collect, so far
  int makes_types;   // it is in `julia.tape.init`
  FILE *out;         // where its results go
};
extern _Thread_local struct thread *self;

// Starts with the calling thread: its stack is scanned below `base`, or not at all if that is null.
void begin_thread(struct thread *thread, int number, void *base);
void end_thread(void);
void add_root(jl_value *object);
// Lets go of all roots and of what the stack holds.
void forget_roots(void);
// Everything that can reach a safepoint of the runtime starts with this: registers that a caller
// keeps objects in are on the stack from here on, and it is known how far the stack goes.
#define NOTE_STACK()                                                                               \
  do {                                                                                             \
    __builtin_unwind_init();                                                                       \
    if (self->base)                                                                                \
      __asm__ volatile("mov %%rsp, %0" : "=r"(self->top)::"memory");                               \
    if (self->makes_types)                                                                         \
      self->top -= DEEP;                                                                           \
  } while (0)
// `julia.tape.init` calls functions of the runtime that nobody else does, which then stand deeper on
// the stack than what was noted last.
enum { DEEP = 1 << 16 };
// Calls `julia.tape.init` if the module has one.
void make_types(void *module);

// The runtime's allocators, to be used in place of those in `runtime`.
jl_value *allocate_object(size_t size, jl_value *type);
jl_value *allocate_svec(size_t length);
jl_value *allocate_memory(jl_value *type, size_t length);
// One collection, by the calling thread; FULL or INCREMENTAL (jl_gc_collection_t).
enum { FULL = 1, INCREMENTAL = 2 };
void collect(int kind);
// Waits, in a GC-safe state, for other threads that do so, and for another thread's end.
void wait_for_threads(pthread_barrier_t *all);
void wait_for_end(pthread_t thread);
// Installs the scanner of all threads' roots.
void start_roots(void);

// What fresh objects are filled with: no object's address, and no sensible number.
enum { POISON = 0xa5 };

// --- tapes.c -------------------------------------------------------------------------------------

// Notes a tape, so that its contents are checked and it can be found on the stack.
enum tape_kind { TAPE_OBJECT, TAPE_SVEC, TAPE_MEMORY };
void note_tape(jl_value *tape, enum tape_kind kind);
// After a run: that all tapes are dead.
void require_dead_tapes(void);
// Checks every tape before each collection from now on.
void start_checks(void);
// What word of the stack lies in which tape, for `mark_tape_at`; to be freed with `free`.
struct range *ranges_of_tapes(size_t *count);
void mark_tape_at(char *word, const struct range *ranges, size_t count);

// --- stress.c ------------------------------------------------------------------------------------

// How a run treats the collector.
struct stress {
  int on;            // collect at all
  int budget;        // collections after which only every `stride`-th chance is taken
  int stride;
  unsigned schedule; // the collections at a chance, see stress.c
  int threads;       // that run at the same time
};
extern struct stress stress;
// A chance to collect.
void stress_point(void);
// Forgets what functions that have returned left below the caller's frame.
void clear_stack(void);
// Collects until everything that nobody refers to is gone; no stack is scanned.
void collect_everything(void);

extern struct counts {
  _Atomic long collections, tapes, tapes_dead, barriers, barriers_that_fired, boxes, boxes_dead;
} counts;
void print_counts(void);

// --- boxes.c -------------------------------------------------------------------------------------

enum box_kind { PRIMAL, SHADOW };

void make_box_types(void);
// A Float64 in an object; a list node has another one behind it.
jl_value *make_box(enum box_kind kind, size_t number, double value);
jl_value *make_node(enum box_kind kind, size_t number, double value, jl_value *next);
// A Memory{Any} that is a root.
jl_value *make_box_array(size_t length);
// From now on `refresh_boxes`, called by this thread, replaces the array's boxes by young ones with the
// same content. For functions that take each box out once.
void keep_young(jl_value *array);
void refresh_boxes(void);
// What dead objects are filled with: whoever still reads them finds no sensible number, and an object
// that is none of theirs. It can be marked, as a word on the stack may still refer to the dead.
#define NONSENSE 0x1.5p300
jl_value *stray_box(void);
// Before a run, and after it: that all boxes are dead, and the values they had then, by thread.
void forget_boxes(void);
void require_dead_boxes(void);
void print_boxes(int thread, FILE *out);

// --- cases.c -------------------------------------------------------------------------------------

// Builds the input of a case, runs its derivative, and prints what it returns.
void run_case(const char *name, void *module, size_t size);
// The same, given the module's function `caller`.
void run_caller(const char *name, void *caller, size_t size);
// The same with tapes that are built by one thread and consumed by the next one. Between the two
// they are elements of `tapes` and nothing else. `all` waits for all threads.
void run_shared(const char *name, void *module, size_t size, jl_value *tapes,
                pthread_barrier_t *all);

// --- team.c --------------------------------------------------------------------------------------

// Runs a case on `stress.threads` threads at the same time; prints what each has to print.
void run_team(const char *name, void *module, size_t size, int shared);
