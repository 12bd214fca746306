// Runs one corpus module on a real Julia runtime.
//
// usage: harness LIBRARY MODULE MANIFEST WORK-DIRECTORY CASE THREADS RUN...
//
// A RUN is SIZE:BUDGET:STRIDE:SCHEDULE. BUDGET is the number of chances to collect of which every one
// is taken; of later ones it is every STRIDE-th. With a budget of -1 nothing is collected before the
// end: that is the reference. SCHEDULE names the collections at a chance: two bits each, 1 a full one
// and 2 an incremental one, the first one lowest; 0 is a mixture.
// With several THREADS each of them runs the case; if `-shared` is added to its name, they hand their
// tapes over to each other.
// Prints, for each run, `run RUN`, then results and the final values of all boxes, then a line of
// counts for the driver. Exit status 70 is a fault that a check has found; it is printed as `FAULT: …`.
#define _GNU_SOURCE
#include "runtime.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static void *load_module(const char *path) {
  void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!module)
    fault("%s", dlerror());
  return module;
}

// Returns the run's size.
static size_t begin_run(const char *words, int threads) {
  size_t size;
  int budget, stride;
  unsigned schedule;
  if (sscanf(words, "%zu:%d:%d:%u", &size, &budget, &stride, &schedule) != 4)
    fault("'%s' is no run", words);
  printf("run %s\n", words);
  stress = (struct stress){budget >= 0, budget, stride, schedule, threads};
  memset(&counts, 0, sizeof counts);
  self->chances = 0;
  forget_boxes();
  clear_stack();
  return size;
}

static void run_alone(const char *name, void *module, size_t size) {
  // Before each run: only the first time does it do anything.
  make_types(module);
  run_case(name, module, size);
  forget_roots();
  collect_everything();
  print_boxes(self->number, stdout);
}

int main(int count, char **arguments) {
  if (count < 8) {
    fputs("harness: see the head of main.c\n", stderr);
    return 2;
  }
  const char *name = arguments[5];
  int threads = atoi(arguments[6]);
  start_julia(arguments[1]);
  struct thread main_thread;
  begin_thread(&main_thread, 0, __builtin_frame_address(0));
  make_box_types();
  define_tags(arguments[3], arguments[4]);
  start_roots();
  start_checks();
  void *module = load_module(arguments[2]);
  for (int i = 7; i < count; i++) {
    size_t size = begin_run(arguments[i], threads);
    if (threads > 1)
      run_team(name, module, size, strstr(name, "-shared") != NULL);
    else
      run_alone(name, module, size);
    require_dead_tapes();
    require_dead_boxes();
    print_counts();
    fflush(stdout);
  }
  // The runtime's own threads are still there: no destructor may take their libraries away.
  _Exit(0);
}
