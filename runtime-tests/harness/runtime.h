// What the harness takes from a real Julia runtime, and the checks it makes around it.
#pragma once

#include <stddef.h>
#include <stdint.h>

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
  void (*collect)(int kind);
  int (*enable_collector)(int on);
  void (*enable_conservative)(void);
  void (*set_root_scanner)(void (*scan)(int full), int on);
  jl_value *(*object_at)(void *address);
  int (*mark)(void *ptls, jl_value *object);
  void (*queue_root)(jl_value *object);
  void (*add_finalizer)(void *ptls, jl_value *object, void (*finalizer)(jl_value *));
} runtime;

// --- types.c -------------------------------------------------------------------------------------

// A type of `words` words, `Any` where `is_pointer` says so and `UInt64` elsewhere.
jl_value *make_type(size_t words, const char *is_pointer);
// Memory{element}.
jl_value *make_memory_type(jl_value *element);
size_t type_size(jl_value *type);
// The words of an object or element that are pointers: their number, and each one's index.
size_t type_pointers(jl_value *type);
size_t type_pointer(jl_value *type, size_t index);
// The data of a Memory, and its length.
void *memory_data(jl_value *memory);
size_t memory_length(jl_value *memory);

// Makes the types that the manifest file lists and loads a library that defines their symbols.
void define_tags(const char *manifest, const char *work_directory);

// --- stress.c ------------------------------------------------------------------------------------

// How a run treats the collector.
struct stress {
  int on;            // collect at all
  int budget;        // collections after which only every `stride`-th chance is taken
  int stride;
  unsigned schedule; // the collections at a chance, see stress.c
  int refresh;       // replace what arrays and lists hold by young copies after each collection
};
void start_stress(struct stress how, void *stack_base);
// A chance to collect, at which every check is made.
void stress_point(void);
// Objects that the harness itself keeps alive; `forget_roots` lets go of all.
void add_root(jl_value *object);
void forget_roots(void);
// Collects until everything that nobody refers to is gone; no stack is scanned.
void collect_everything(void);
// Notes a tape, so that its contents are checked and it can be found on the stack.
enum tape_kind { TAPE_OBJECT, TAPE_SVEC, TAPE_MEMORY };
void note_tape(jl_value *tape, enum tape_kind kind);

extern struct counts {
  long collections, tapes, tapes_dead, barriers, barriers_that_fired, boxes, boxes_dead;
} counts;

// Reports a fault and ends the process.
_Noreturn void fault(const char *format, ...) __attribute__((format(printf, 1, 2)));

// --- boxes.c -------------------------------------------------------------------------------------

enum box_kind { PRIMAL, SHADOW };

void make_box_types(void);
// A Float64 in an object; a list node has another one behind it.
jl_value *make_box(enum box_kind kind, size_t number, double value);
jl_value *make_node(enum box_kind kind, size_t number, double value, jl_value *next);
// A Memory{Any}; `refresh_boxes` replaces the boxes in it by young ones with the same content.
jl_value *make_box_array(size_t length);
void refresh_boxes(void);
// Prints the value of every box, as it was when the box died or, if it is alive, as it is now.
void print_boxes(void);

// --- cases.c -------------------------------------------------------------------------------------

// Builds the input of a case, runs its derivative, and prints what it returns.
void run_case(const char *name, void *module, size_t size);
