// Collections at every chance.
#include "runtime.h"

#include <string.h>

// A plan is a row of collections, two bits each, the first one lowest; this stands for any.
enum { ANY = 0 };

struct counts counts;
struct stress stress;

// A different plan at every chance, the same in every run; once they are many, mostly a short one.
static unsigned mixed(unsigned long chance) {
  static const unsigned plans[] = {INCREMENTAL, FULL, FULL | INCREMENTAL << 2,
                                   INCREMENTAL | INCREMENTAL << 2};
  if (counts.collections > stress.budget / 2 && chance % 64 != 0)
    return INCREMENTAL;
  return plans[chance * 2654435761u >> 20 & 3];
}

// Functions that have returned leave objects on the stack, which would seem to be held by whoever is
// called next.
__attribute__((noinline)) void clear_stack(void) {
  char room[1 << 13];
  memset(room, 0, sizeof room);
  __asm__ volatile("" ::"r"(room) : "memory");
}

__attribute__((noinline)) void stress_point(void) {
  NOTE_STACK();
  clear_stack();
  long chance = ++self->chances;
  if (!stress.on || (counts.collections >= stress.budget && chance % stress.stride != 0))
    return;
  unsigned plan = stress.schedule == ANY ? mixed(chance) : stress.schedule;
  for (; plan; plan >>= 2)
    collect(plan & 3);
  refresh_boxes();
}

void print_counts(void) {
  printf("counts collections=%ld tapes=%ld boxes=%ld barriers=%ld fired=%ld\n", counts.collections,
         counts.tapes, counts.boxes, counts.barriers, counts.barriers_that_fired);
}
