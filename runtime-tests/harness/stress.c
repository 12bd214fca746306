// Collections at every chance, and what is checked at each.
//
// Before a collection, for every tape that is alive:
//  1. no pointer word holds what nobody has written there yet (a missing null store);
//  2. no old tape refers to a young object without being queued (a missing barrier).
// Roots are what the stack holds, as no pass has placed any, and what the harness keeps itself. The
// heap is scanned by the tags, and malloc memory not at all.
#include "runtime.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { MARKED = 1, OLD_MARKED = 3 };
// jl_gc_collection_t
enum { FULL = 1, INCREMENTAL = 2 };
// A plan is a row of collections, two bits each, the first one lowest; this stands for any.
enum { ANY = 0 };
#define POISONED ((jl_value *)0xa5a5a5a5a5a5a5a5)

struct tape {
  jl_value *object;
  enum tape_kind kind;
};

struct counts counts;
static struct stress how;
static char *stack_base;
static int scans_stack;
static struct tape *tapes;
static size_t tape_count, tape_room;
static jl_value *roots[64];
static size_t root_count;

static int bits(jl_value *object) { return ((uintptr_t *)object)[-1] & 3; }

void add_root(jl_value *object) {
  if (root_count == sizeof roots / sizeof *roots)
    fault("too many roots");
  roots[root_count++] = object;
}

void forget_roots(void) { root_count = 0; }

// --- tapes ---------------------------------------------------------------------------------------

static void forget_tape(jl_value *dead) {
  counts.tapes_dead++;
  for (size_t i = tape_count; i-- > 0;) {
    if (tapes[i].object == dead) {
      tapes[i] = tapes[--tape_count];
      return;
    }
  }
}

void note_tape(jl_value *tape, enum tape_kind kind) {
  if (tape_count == tape_room) {
    tape_room = tape_room ? tape_room * 2 : 64;
    tapes = realloc(tapes, tape_room * sizeof *tapes);
  }
  tapes[tape_count++] = (struct tape){tape, kind};
  counts.tapes++;
  runtime.add_finalizer(current_ptls(), tape, forget_tape);
}

static jl_value *type_of(jl_value *object) {
  return (void *)(((uintptr_t *)object)[-1] & ~(uintptr_t)15);
}

// The bytes of a tape's elements: address and length.
static char *tape_data(struct tape tape, size_t *length) {
  switch (tape.kind) {
  case TAPE_OBJECT:
    *length = type_size(type_of(tape.object));
    return (char *)tape.object;
  case TAPE_SVEC:
    *length = *(size_t *)tape.object * sizeof(jl_value *);
    return (char *)tape.object + sizeof(jl_value *);
  case TAPE_MEMORY:
    *length = memory_length(tape.object) * type_size(type_of(tape.object));
    return memory_data(tape.object);
  }
  abort();
}

static void check_child(struct tape tape, jl_value *child, size_t word) {
  if (!child)
    return;
  if (child == POISONED)
    fault("word %zu of a tape is not initialised at a safepoint", word);
  if (bits(tape.object) == OLD_MARKED && !(bits(child) & MARKED))
    fault("word %zu of an old tape refers to a young object without a barrier", word);
}

static void check_tape(struct tape tape) {
  size_t length;
  jl_value **words = (jl_value **)tape_data(tape, &length);
  if (tape.kind == TAPE_SVEC) {
    for (size_t i = 0; i < length / sizeof *words; i++)
      check_child(tape, words[i], i);
    return;
  }
  jl_value *type = type_of(tape.object);
  size_t element = type_size(type) / sizeof *words;
  for (size_t start = 0; start < length / sizeof *words; start += element)
    for (size_t i = 0; i < type_pointers(type); i++)
      check_child(tape, words[start + type_pointer(type, i)], start + type_pointer(type, i));
}

// --- roots ---------------------------------------------------------------------------------------

// Memory that belongs to a tape.
struct range {
  char *start, *end;
  jl_value *tape;
};

static int by_start(const void *a, const void *b) {
  const struct range *left = a, *right = b;
  return (left->start > right->start) - (left->start < right->start);
}

// A Memory's data may lie elsewhere than the object, so every tape has two ranges.
static struct range *ranges_of_tapes(void) {
  struct range *ranges = calloc(2 * tape_count + 1, sizeof *ranges);
  for (size_t i = 0; i < tape_count; i++) {
    size_t length;
    char *data = tape_data(tapes[i], &length), *head = (char *)tapes[i].object;
    ranges[2 * i] = (struct range){head, head + sizeof(jl_value *), tapes[i].object};
    ranges[2 * i + 1] = (struct range){data, data + length, tapes[i].object};
  }
  qsort(ranges, 2 * tape_count, sizeof *ranges, by_start);
  return ranges;
}

// Marks what the word may point to: the runtime knows its small objects, the harness its tapes.
static void mark_word(char *word, const struct range *ranges) {
  jl_value *object = runtime.object_at(word);
  if (object)
    runtime.mark(current_ptls(), object);
  size_t low = 0, high = 2 * tape_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (ranges[middle].start <= word)
      low = middle + 1;
    else
      high = middle;
  }
  // Of an object's two ranges, one may lie in the other.
  for (size_t i = low; i-- > 0 && low - i <= 2;)
    if (word <= ranges[i].end)
      runtime.mark(current_ptls(), ranges[i].tape);
}

static void scan_roots(int full) {
  (void)full;
  for (size_t i = 0; i < root_count; i++)
    runtime.mark(current_ptls(), roots[i]);
  if (!scans_stack)
    return;
  char here;
  struct range *ranges = ranges_of_tapes();
  for (char **word = (char **)((uintptr_t)&here & ~(uintptr_t)7); (char *)word < stack_base; word++)
    if (*word)
      mark_word(*word, ranges);
  free(ranges);
}

// --- collections ---------------------------------------------------------------------------------

static void collect(int kind) {
  runtime.enable_collector(1);
  runtime.collect(kind);
  runtime.enable_collector(0);
  counts.collections++;
}

void start_stress(struct stress options, void *base) {
  how = options;
  stack_base = base;
  runtime.enable_conservative();
  runtime.set_root_scanner(scan_roots, 1);
}

// Registers that a caller keeps objects in are on the stack while the buffer lives.
static __attribute__((noinline)) void collect_with_stack(int kind) {
  jmp_buf registers;
  if (setjmp(registers))
    abort();
  scans_stack = 1;
  collect(kind);
  scans_stack = 0;
  __asm__ volatile("" ::"r"(&registers) : "memory");
}

// A different plan at every chance, the same in every run; once they are many, mostly a short one.
static unsigned mixed(unsigned long chance) {
  static const unsigned plans[] = {INCREMENTAL, FULL, FULL | INCREMENTAL << 2,
                                   INCREMENTAL | INCREMENTAL << 2};
  if (counts.collections > how.budget / 2 && chance % 64 != 0)
    return INCREMENTAL;
  return plans[chance * 2654435761u >> 20 & 3];
}

void stress_point(void) {
  static long chances;
  chances++;
  if (!how.on || (counts.collections >= how.budget && chances % how.stride != 0))
    return;
  for (size_t i = 0; i < tape_count; i++)
    check_tape(tapes[i]);
  for (unsigned plan = how.schedule == ANY ? mixed(chances) : how.schedule; plan; plan >>= 2)
    collect_with_stack(plan & 3);
  if (how.refresh)
    refresh_boxes();
}

void collect_everything(void) {
  for (int i = 0; i < 4; i++)
    collect(FULL);
}
