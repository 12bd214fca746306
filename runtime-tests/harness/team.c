// The shape of `Threads.@threads`: several threads build and consume tapes while others collect.
#define _GNU_SOURCE
#include "runtime.h"

#include <stdlib.h>

enum { MEMBERS = 8 };

// What all members have in common.
static struct team {
  const char *name;
  void *module;
  size_t size;
  jl_value *tapes; // null, if each consumes its own
  pthread_barrier_t all;
} team;

struct member {
  pthread_t id;
  struct thread thread;
  char *text;
  size_t length;
};

static __attribute__((noinline)) void work(void) {
  // All at once, with whatever the others make of it.
  wait_for_threads(&team.all);
  make_types(team.module);
  wait_for_threads(&team.all);
  if (team.tapes)
    run_shared(team.name, team.module, team.size, team.tapes, &team.all);
  else
    run_case(team.name, team.module, team.size);
}

static void *run_member(void *argument) {
  struct member *member = argument;
  int number = member->thread.number;
  runtime.adopt_thread();
  begin_thread(&member->thread, number, __builtin_frame_address(0));
  self->out = open_memstream(&member->text, &member->length);
  work();
  fclose(self->out);
  end_thread();
  // A thread that is gone is never waited for.
  runtime.safe_enter();
  return NULL;
}

void run_team(const char *name, void *module, size_t size, int shared) {
  struct member members[MEMBERS] = {0};
  int count = stress.threads;
  if (count > MEMBERS)
    fault("too many threads");
  team = (struct team){name, module, size, NULL, {{0}}};
  if (shared) {
    team.tapes = allocate_memory(exported_object("jl_memory_any_type"), count);
    add_root(team.tapes);
  }
  pthread_barrier_init(&team.all, NULL, count);
  runtime.enable_collector(1);
  for (int i = 0; i < count; i++) {
    members[i].thread.number = i + 1;
    if (pthread_create(&members[i].id, NULL, run_member, &members[i]) != 0)
      fault("no thread could be made");
  }
  for (int i = 0; i < count; i++)
    wait_for_end(members[i].id);
  runtime.enable_collector(0);
  forget_roots();
  collect_everything();
  for (int i = 0; i < count; i++) {
    printf("thread %d\n%s", i + 1, members[i].text);
    print_boxes(i + 1, stdout);
    free(members[i].text);
  }
}
