// Runs one corpus module on a real Julia runtime.
//
// usage: harness LIBRARY MODULE MANIFEST WORK-DIRECTORY CASE SIZE BUDGET STRIDE SCHEDULE REFRESH
//
// BUDGET is the number of chances to collect of which every one is taken; of later ones it is every
// STRIDE-th. With a budget of -1 nothing is collected before the end: that is the reference. SCHEDULE
// names the collections at a chance: two bits each, 1 a full one and 2 an incremental one, the first
// one lowest; 0 is a mixture.
// Prints results and the final values of all boxes, then a line of counts for the driver. Exit
// status 70 is a fault that a check has found; it is printed as `FAULT: …`.
#define _GNU_SOURCE
#include "runtime.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Overwrites what returned functions have left on the stack, so that it keeps nothing alive.
static __attribute__((noinline)) void clear_stack(void) {
  char room[1 << 16];
  memset(room, 0, sizeof room);
  __asm__ volatile("" ::"r"(room) : "memory");
}

static void *load_module(const char *path) {
  void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!module)
    fault("%s", dlerror());
  void (*init)(void) = dlsym(module, "julia.tape.init");
  for (int i = 0; init && i < 2; i++)
    init();
  return module;
}

static void print_counts(void) {
  printf("counts collections=%ld tapes=%ld boxes=%ld barriers=%ld fired=%ld\n", counts.collections,
         counts.tapes, counts.boxes, counts.barriers, counts.barriers_that_fired);
}

int main(int count, char **arguments) {
  if (count != 11) {
    fputs("harness: see the head of main.c\n", stderr);
    return 2;
  }
  int budget = atoi(arguments[7]);
  struct stress how = {budget >= 0, budget, atoi(arguments[8]), atoi(arguments[9]),
                       atoi(arguments[10])};
  start_julia(arguments[1]);
  make_box_types();
  define_tags(arguments[3], arguments[4]);
  start_stress(how, __builtin_frame_address(0));
  void *module = load_module(arguments[2]);
  clear_stack();
  run_case(arguments[5], module, strtoull(arguments[6], NULL, 10));
  forget_roots();
  collect_everything();
  if (counts.tapes_dead != counts.tapes)
    fault("%ld of %ld tapes are still alive", counts.tapes - counts.tapes_dead, counts.tapes);
  print_boxes();
  print_counts();
  return 0;
}
