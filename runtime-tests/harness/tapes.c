// What is checked of every tape that is alive, before each collection:
//
//  1. no pointer word holds what nobody has written there yet (a missing null store);
//  2. no old tape refers to a young object without being queued (a missing barrier).
//
// Other threads are stopped at safepoints then, so none of them is between a store and its barrier.
#include "runtime.h"

#include <stdlib.h>

#define POISONED ((jl_value *)0xa5a5a5a5a5a5a5a5)

struct tape {
  jl_value *object;
  enum tape_kind kind;
};

static struct tape *tapes;
static size_t tape_count, tape_room;
// Never held at a safepoint.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

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

// Calls `visit` for each pointer word, whose number is `word`.
static void each_pointer(struct tape tape,
                         void (*visit)(struct tape tape, jl_value **words, size_t word)) {
  size_t length;
  jl_value **words = (jl_value **)tape_data(tape, &length);
  if (tape.kind == TAPE_SVEC) {
    for (size_t i = 0; i < length / sizeof *words; i++)
      visit(tape, words, i);
    return;
  }
  jl_value *type = type_of(tape.object);
  size_t element = type_size(type) / sizeof *words;
  for (size_t start = 0; start < length / sizeof *words; start += element)
    for (size_t i = 0; i < type_pointers(type); i++)
      visit(tape, words, start + type_pointer(type, i));
}

static void make_stray(struct tape tape, jl_value **words, size_t word) {
  (void)tape;
  words[word] = stray_box();
}

static void spoil(struct tape dead) {
  size_t length;
  double *data = (double *)tape_data(dead, &length);
  for (size_t word = 0; word < length / sizeof *data; word++)
    data[word] = NONSENSE;
  each_pointer(dead, make_stray);
}

// A finalizer: it runs while other threads make tapes. Nobody polls while it holds the lock, so no
// collection waits for it.
static void forget_tape(jl_value *dead) {
  counts.tapes_dead++;
  pthread_mutex_lock(&lock);
  for (size_t i = tape_count; i-- > 0;) {
    if (tapes[i].object == dead) {
      spoil(tapes[i]);
      tapes[i] = tapes[--tape_count];
      break;
    }
  }
  pthread_mutex_unlock(&lock);
}

void note_tape(jl_value *tape, enum tape_kind kind) {
  pthread_mutex_lock(&lock);
  if (tape_count == tape_room) {
    tape_room = tape_room ? tape_room * 2 : 64;
    tapes = realloc(tapes, tape_room * sizeof *tapes);
  }
  tapes[tape_count++] = (struct tape){tape, kind};
  pthread_mutex_unlock(&lock);
  counts.tapes++;
  runtime.add_finalizer(current_ptls(), tape, forget_tape);
}

// --- checks --------------------------------------------------------------------------------------

static void check_word(struct tape tape, jl_value **words, size_t word) {
  jl_value *child = words[word];
  if (!child)
    return;
  if (child == POISONED)
    fault("word %zu of a tape is not initialised at a safepoint", word);
  if (header_bits(tape.object) == OLD_MARKED && !(header_bits(child) & MARKED))
    fault("word %zu of an old tape refers to a young object without a barrier", word);
}

static void check_tapes(int full) {
  (void)full;
  for (size_t i = 0; i < tape_count; i++)
    each_pointer(tapes[i], check_word);
}

void require_dead_tapes(void) {
  if (counts.tapes_dead != counts.tapes)
    fault("%ld of %ld tapes are still alive", counts.tapes - counts.tapes_dead, counts.tapes);
}

void start_checks(void) { runtime.set_before_collection(check_tapes, 1); }

// --- tapes by address ----------------------------------------------------------------------------

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
struct range *ranges_of_tapes(size_t *count) {
  struct range *ranges = calloc(2 * tape_count + 1, sizeof *ranges);
  for (size_t i = 0; i < tape_count; i++) {
    size_t length;
    char *data = tape_data(tapes[i], &length), *head = (char *)tapes[i].object;
    ranges[2 * i] = (struct range){head, head + sizeof(jl_value *), tapes[i].object};
    ranges[2 * i + 1] = (struct range){data, data + length, tapes[i].object};
  }
  *count = 2 * tape_count;
  qsort(ranges, *count, sizeof *ranges, by_start);
  return ranges;
}

void mark_tape_at(char *word, const struct range *ranges, size_t count) {
  size_t low = 0, high = count;
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
