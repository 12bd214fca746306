// The corpus' functions: what each takes, with boxes that nobody but a tape keeps alive.
//
// Box 0 is what the functions put into the arrays in place of the boxes they take out. It stays.
// Cases c… are Enzyme's output, h… are written by hand in `inputs`.
#define _GNU_SOURCE
#include "runtime.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct inputs {
  jl_value *array[2], *source[2], *replacement[2], *list[2];
  double *numbers[2];
  int64_t *flags;
  size_t size;
};

static double value_of(size_t number) { return 0.5 + (double)(number % 97) / 32; }

static jl_value *fill_array(enum box_kind kind, size_t length, size_t first) {
  jl_value *array = make_box_array(length);
  jl_value **slots = memory_data(array);
  for (size_t i = 0; i < length; i++) {
    jl_value *box = make_box(kind, first + i, kind == PRIMAL ? value_of(first + i) : 0);
    slots[i] = box;
    barrier(array, box);
  }
  return array;
}

static jl_value *fill_list(enum box_kind kind, size_t length, size_t first) {
  jl_value *list = NULL;
  for (size_t i = length; i-- > 0;)
    list = make_node(kind, first + i, kind == PRIMAL ? value_of(first + i) : 0, list);
  return list;
}

// Rows of 0, 1, 2, 3 and 4 boxes, and so on.
static size_t slots_of_rows(size_t rows) {
  size_t rest = rows % 5;
  return rows / 5 * 10 + (rest ? rest * (rest - 1) / 2 : 0);
}

static size_t slots_of_hand_written(int number, size_t size) {
  switch (number) {
  case 1:
    return slots_of_rows(size);
  case 2:
    return 2 * size;
  default:
    return 3 * size;
  }
}

// How many slots the case's array has.
static size_t slots_of(const char *name, size_t size) {
  if (strcmp(name, "c01") == 0)
    return 8;
  if (strcmp(name, "c04") == 0)
    return 4 * size;
  if (strcmp(name, "c11") == 0)
    return size + 1;
  if (strcmp(name, "c12") == 0)
    return 3 * size;
  if (name[0] == 'h')
    return slots_of_hand_written(atoi(name + 1), size);
  return size < 2 ? 2 : size;
}

static __attribute__((noinline)) void build(struct inputs *in, const char *name, size_t size) {
  size_t slots = slots_of(name, size);
  in->size = size;
  in->flags = calloc(size + 1, sizeof *in->flags);
  for (size_t i = 0; i < size; i++)
    in->flags[i] = i % 3 == 0;
  for (int kind = PRIMAL; kind <= SHADOW; kind++) {
    in->replacement[kind] = make_box(kind, 0, kind == PRIMAL ? 0.25 : 0);
    add_root(in->replacement[kind]);
    in->array[kind] = fill_array(kind, slots, 1);
    in->source[kind] = fill_array(kind, 3, slots + 1);
    // c09 takes a box out twice, and it must be the same one.
    if (strcmp(name, "c09") != 0) {
      keep_young(in->array[kind]);
      keep_young(in->source[kind]);
    }
    in->list[kind] = fill_list(kind, size ? size : 1, slots + 4);
    in->numbers[kind] = calloc(size + 2, sizeof(double));
    for (size_t i = 0; i < size + 2; i++)
      in->numbers[kind][i] = kind == PRIMAL ? 1 + (double)(i % 5) / 64 : 1;
  }
}

#define CALLER(...) ((double (*)(__VA_ARGS__))caller)

// The list's head is dead to the driver once the call has it, so it must not lie in `in` then.
static double run_on_lists(void *caller, struct inputs *in, int with_array) {
  jl_value *head = in->list[PRIMAL], *shadow = in->list[SHADOW];
  in->list[PRIMAL] = in->list[SHADOW] = NULL;
  if (!with_array)
    return CALLER(jl_value *, jl_value *)(head, shadow);
  CALLER(void *, void *, jl_value *, jl_value *, jl_value *, jl_value *, double *, double *, size_t)
  (memory_data(in->array[0]), memory_data(in->array[1]), in->replacement[0], in->replacement[1],
   head, shadow, in->numbers[0], in->numbers[1], in->size);
  return 0;
}

static double call(const char *name, void *caller, struct inputs *in) {
  void *array = memory_data(in->array[0]), *shadow = memory_data(in->array[1]);
  jl_value *with = in->replacement[0], *with_shadow = in->replacement[1];
  double *numbers = in->numbers[0], *number_shadows = in->numbers[1];
  if (name[0] == 'h')
    return CALLER(void *, void *, jl_value *, jl_value *, size_t)(array, shadow, with, with_shadow,
                                                              in->size);
  switch (atoi(name + 1)) {
  case 1:
  case 9:
    return CALLER(void *, void *, jl_value *, jl_value *)(array, shadow, with, with_shadow);
  case 2:
  case 4:
  case 11:
  case 14:
    return CALLER(void *, void *, jl_value *, jl_value *, size_t)(array, shadow, with, with_shadow,
                                                              in->size);
  case 3:
    return run_on_lists(caller, in, 0);
  case 7:
    CALLER(void *, void *, double *, double *, jl_value *, jl_value *)
    (array, shadow, numbers, number_shadows, with, with_shadow);
    return 0;
  case 8:
    return run_on_lists(caller, in, 1);
  case 12:
    return CALLER(void *, void *, void *, void *, size_t)(
        array, shadow, memory_data(in->source[0]), memory_data(in->source[1]), in->size);
  case 13:
    return CALLER(void *, void *, jl_value *, jl_value *, double *, double *)(
        array, shadow, with, with_shadow, numbers, number_shadows);
  case 16:
    return CALLER(double, double *, double *, size_t)(1.125, numbers, number_shadows, in->size);
  case 19:
    return CALLER(void *, void *, jl_value *, jl_value *, int64_t *, size_t)(
        array, shadow, with, with_shadow, in->flags, in->size);
  }
  fault("'%s' is no case", name);
}

static void print_number(const char *what, size_t index, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  fprintf(self->out, "%s %zu %016" PRIx64 "\n", what, index, bits);
}

static void *function(void *module, const char *name) {
  void *address = dlsym(module, name);
  if (!address)
    fault("the module has no function '%s'", name);
  return address;
}

static void print_numbers(const struct inputs *in) {
  for (int kind = PRIMAL; kind <= SHADOW; kind++)
    for (size_t i = 0; i < in->size + 2; i++)
      print_number(kind == PRIMAL ? "number" : "derivative", i, in->numbers[kind][i]);
}

void run_case(const char *name, void *module, size_t size) {
  run_caller(name, function(module, "caller"), size);
}

void run_caller(const char *name, void *caller, size_t size) {
  struct inputs in = {0};
  build(&in, name, size);
  double result = call(name, caller, &in);
  // Without an active argument there is no derivative to return, and any bits are.
  if (strcmp(name, "c16") == 0)
    print_number("result", 0, result);
  print_numbers(&in);
  for (int kind = PRIMAL; kind <= SHADOW; kind++)
    free(in.numbers[kind]);
  free(in.flags);
}

// --- tapes that threads hand over ----------------------------------------------------------------

typedef jl_value *augmented(void *array, void *shadow, jl_value *with, jl_value *with_shadow,
                            size_t size);
typedef void reverse(jl_value *tape);

static __attribute__((noinline)) void put_tape(jl_value *tapes, int number, jl_value *tape) {
  ((jl_value **)memory_data(tapes))[number] = tape;
  barrier(tapes, tape);
}

static __attribute__((noinline)) jl_value *take_tape(jl_value *tapes, int number) {
  jl_value **slot = (jl_value **)memory_data(tapes) + number, *tape = *slot;
  *slot = NULL;
  return tape;
}

void run_shared(const char *name, void *module, size_t size, jl_value *tapes,
                pthread_barrier_t *all) {
  struct inputs in = {0};
  build(&in, name, size);
  int threads = (int)memory_length(tapes), mine = self->number - 1;
  augmented *build_tape = (augmented *)function(module, "augmented");
  put_tape(tapes, mine, build_tape(memory_data(in.array[0]), memory_data(in.array[1]),
                                   in.replacement[0], in.replacement[1], size));
  wait_for_threads(all);
  ((reverse *)function(module, "reverse"))(take_tape(tapes, (mine + 1) % threads));
  print_numbers(&in);
}
