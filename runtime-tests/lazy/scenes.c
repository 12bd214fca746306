// Scenes with lazily compiled functions, on a real Julia runtime.
//
// usage: scenes LIBRARY SCENE CALLER VALUE OBJECT ROUND
//
// CALLER is a module whose functions call the lazy functions that VALUE and OBJECT define.
//
//   deadlock  A thread calls a lazy function. While it compiles, holding the compile lock, another
//             thread calls the same one (even ROUND) or one that needs the lock too (odd ROUND), and then
//             the first one collects. Either both finish, or neither ever does.
//   objects   One thread passes objects to lazy functions and gets some back, and a collection takes
//             place at each moment when it can.
//   derivative  The same with a derivative: CALLER passes the tape from one lazy function to another, both
//             of which VALUE defines. OBJECT is the manifest of its tapes, and ROUND the size.
//
// Roots are precise here: what `harness_root` was called with, as Julia's frames would hold it. Exit
// status 75 is a deadlock, 70 a fault that a check has found.
#define _GNU_SOURCE
#include "../harness/runtime.h"
#include "jit.h"

#include <dirent.h>
#include <libgen.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { DEADLOCK = 75 };
// Bytes from `ptls` to `gc_state`, and the values of that.
enum { GC_STATE_OFFSET = 25, GC_UNSAFE = 0 };

static int is_unsafe(void) {
  return ((_Atomic int8_t *)current_ptls())[GC_STATE_OFFSET] == GC_UNSAFE;
}

// What a collection does depends on the objects' age, so there is one of each kind.
static void collect_both(void) {
  collect(FULL);
  collect(INCREMENTAL);
}

// --- what the modules call -----------------------------------------------------------------------

static _Atomic long boxes_made;

static void require_unsafe(const char *what) {
  if (!is_unsafe())
    fault("%s in a GC-safe state", what);
}

jl_value *new_box(double value) {
  require_unsafe("an object is made");
  return make_box(PRIMAL, ++boxes_made, value);
}

double box_value(jl_value *box) {
  require_unsafe("an object is read");
  return *(double *)box;
}

// Julia's GC frame of a function: `harness_mark` pushes it, `harness_unwind` pops it.
size_t harness_mark(void) { return self->frame_count; }

void harness_unwind(size_t mark) { self->frame_count = mark; }

void harness_root(jl_value *object) {
  if (self->frame_count == FRAME)
    fault("too many objects in frames");
  self->frame[self->frame_count++] = object;
}

// --- collections by another thread ---------------------------------------------------------------

static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int wanted, done, ended, at_all;
} requests = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

// Waits for a collection by the collector, which needs this thread to be GC-safe.
static void let_collect(void) {
  if (is_unsafe())
    fault("a thread that is GC-unsafe waits");
  if (!requests.at_all)
    return;
  pthread_mutex_lock(&requests.lock);
  int mine = ++requests.wanted;
  pthread_cond_broadcast(&requests.changed);
  while (requests.done < mine)
    pthread_cond_wait(&requests.changed, &requests.lock);
  pthread_mutex_unlock(&requests.lock);
}

static void *run_collector(void *argument) {
  runtime.adopt_thread();
  begin_thread(argument, 1, NULL);
  int8_t state = runtime.safe_enter();
  pthread_mutex_lock(&requests.lock);
  while (!requests.ended) {
    if (requests.done == requests.wanted) {
      pthread_cond_wait(&requests.changed, &requests.lock);
      continue;
    }
    pthread_mutex_unlock(&requests.lock);
    runtime.safe_leave(state);
    collect_both();
    runtime.safe_enter();
    pthread_mutex_lock(&requests.lock);
    requests.done++;
    pthread_cond_broadcast(&requests.changed);
  }
  pthread_mutex_unlock(&requests.lock);
  end_thread();
  return NULL;
}

// The transitions, which modules call by these names, with collections on both sides. Where the thread
// is GC-unsafe it collects itself, as it would in the poll of the transition.
static void collect_somehow(void) {
  if (!requests.at_all)
    return;
  if (is_unsafe())
    collect_both();
  else
    let_collect();
}

int8_t harness_safe_enter(void) {
  collect_somehow();
  int8_t state = runtime.safe_enter();
  collect_somehow();
  return state;
}

void harness_safe_leave(int8_t state) {
  collect_somehow();
  runtime.safe_leave(state);
  collect_somehow();
}

int8_t harness_unsafe_enter(void) {
  collect_somehow();
  int8_t state = runtime.unsafe_enter();
  collect_somehow();
  return state;
}

void harness_unsafe_leave(int8_t state) {
  collect_somehow();
  runtime.unsafe_leave(state);
  collect_somehow();
}

// --- objects -------------------------------------------------------------------------------------

static void collect_in_compiler(const char *function) {
  (void)function;
  collect_somehow();
  // Julia's compiler is called back like this.
  int8_t state = runtime.unsafe_enter();
  collect_somehow();
  runtime.unsafe_leave(state);
}

static size_t size;

static void pass_and_return(double (*function)(double), double x) {
  double got = function(x), expected = 4 * x * x + x;
  if (got != expected)
    fault("values differ: expected %g, got %g: an object died too early", expected, got);
}

static void pass_objects(void) {
  double (*function)(double) = (double (*)(double))jit_find("pass_and_return");
  // Compiled at the first call, in place from then on.
  for (int i = 1; i <= 4; i++)
    pass_and_return(function, i / 4.0);
}

static void compute_derivative(void) {
  stress.on = 1;
  stress.budget = 1000;
  stress.stride = 1;
  run_caller("h01", jit_find("caller"), size);
}

// With another thread that collects while this one is GC-safe.
static void run_with_collector(void (*scene)(void)) {
  struct thread collector;
  pthread_t id;
  requests.at_all = 1;
  pthread_create(&id, NULL, run_collector, &collector);
  scene();
  int8_t state = runtime.safe_enter();
  pthread_mutex_lock(&requests.lock);
  requests.ended = 1;
  pthread_cond_broadcast(&requests.changed);
  pthread_mutex_unlock(&requests.lock);
  pthread_join(id, NULL);
  runtime.safe_leave(state);
}

// --- deadlock ------------------------------------------------------------------------------------

static pthread_mutex_t compile_lock = PTHREAD_MUTEX_INITIALIZER;
// The thread that compiles first is the holder, the other one the waiter.
enum { HOLDER = 1, WAITER };
static _Atomic int holder_compiles, waiter_calls, holder_collects;
static int same_function;

static void spin_until(_Atomic int *flag) {
  while (!*flag)
    usleep(100);
}

static void collect_with_lock(const char *function) {
  // The module with the callers is compiled before the threads start.
  if (strncmp(function, "lazy", 4) != 0)
    return;
  pthread_mutex_lock(&compile_lock);
  if (!holder_compiles) {
    holder_compiles = 1;
    spin_until(&waiter_calls);
    int8_t state = runtime.unsafe_enter();
    holder_collects = 1;
    collect_both();
    runtime.unsafe_leave(state);
  }
  pthread_mutex_unlock(&compile_lock);
}

static void call_lazy(int object) {
  // Looked up without a module's help; stays GC-unsafe.
  double (*function)(jl_value *) =
      (double (*)(jl_value *))jit_find(object ? "call_object" : "call_value");
  jl_value *box = make_box(PRIMAL, ++boxes_made, 1.5);
  add_root(box);
  if (self->number == WAITER) {
    spin_until(&holder_compiles);
    waiter_calls = 1;
  }
  // Nothing here polls, so whoever is GC-unsafe from here on stops a collection until it returns.
  double got = function(box), expected = object ? 3 : 1.5;
  if (got != expected)
    fault("values differ: expected %g, got %g", expected, got);
}

static void *run_thread(void *argument) {
  struct thread *thread = argument;
  int number = thread->number, object = number == WAITER && !same_function;
  runtime.adopt_thread();
  begin_thread(thread, number, NULL);
  call_lazy(object);
  end_thread();
  runtime.safe_enter();
  return NULL;
}

// Whether the process does anything, from /proc: threads that run, and how often any was switched.
struct pulse {
  long running;
  unsigned long switches;
};

static void add_pulse(struct pulse *pulse, const char *thread) {
  char path[300], line[256];
  snprintf(path, sizeof path, "/proc/self/task/%s/status", thread);
  FILE *status = fopen(path, "r");
  if (!status)
    return;
  while (fgets(line, sizeof line, status)) {
    char *number = strstr(line, "ctxt_switches:");
    if (strncmp(line, "State:", 6) == 0)
      pulse->running += line[7] != 'S';
    if (number)
      pulse->switches += strtoul(number + 14, NULL, 10);
  }
  fclose(status);
}

static struct pulse pulse_of_others(void) {
  struct pulse pulse = {0};
  DIR *threads = opendir("/proc/self/task");
  for (struct dirent *entry; (entry = readdir(threads));)
    if (entry->d_name[0] != '.' && atoi(entry->d_name) != syscall(SYS_gettid))
      add_pulse(&pulse, entry->d_name);
  closedir(threads);
  return pulse;
}

// If every other thread sleeps and none has been woken for a while, during the collection, each of them
// waits for another one.
static void *watch(void *unused) {
  enum { SAMPLES = 5, INTERVAL = 20000 };
  struct pulse last = {0};
  for (int asleep = 0; asleep < SAMPLES; usleep(INTERVAL)) {
    struct pulse now = pulse_of_others();
    int same = now.running == 0 && now.switches == last.switches;
    asleep = holder_collects && same ? asleep + 1 : 0;
    last = now;
  }
  puts("DEADLOCK: a thread waits for the compiler, which waits for that thread to stop");
  fflush(stdout);
  _Exit(DEADLOCK);
  return unused;
}

static void run_deadlock(void) {
  struct thread threads[2];
  pthread_t ids[2], watchdog;
  jit_find("call_value");
  jit_find("call_object");
  for (int i = 0; i < 2; i++) {
    threads[i].number = HOLDER + i;
    pthread_create(&ids[i], NULL, run_thread, &threads[i]);
    // The first one is to be the holder.
    while (i == 0 && !holder_compiles) {
      int8_t state = runtime.safe_enter();
      usleep(100);
      runtime.safe_leave(state);
    }
  }
  pthread_create(&watchdog, NULL, watch, NULL);
  for (int i = 0; i < 2; i++)
    wait_for_end(ids[i]);
}

int main(int count, char **arguments) {
  if (count != 7) {
    fputs("scenes: see the head of scenes.c\n", stderr);
    return 2;
  }
  int deadlock = strcmp(arguments[2], "deadlock") == 0;
  int derivative = strcmp(arguments[2], "derivative") == 0;
  size = strtoull(arguments[6], NULL, 10);
  same_function = size % 2 == 0;
  start_julia(arguments[1]);
  struct thread main_thread;
  begin_thread(&main_thread, 0, NULL);
  stress.threads = 1;
  make_box_types();
  start_roots();
  start_checks();
  jit_start(deadlock ? collect_with_lock : collect_in_compiler);
  jit_add(arguments[3], 0);
  jit_add(arguments[4], 1);
  if (derivative)
    define_tags(arguments[5], dirname(strdup(arguments[5])));
  else
    jit_add(arguments[5], 1);
  runtime.enable_collector(1);
  if (deadlock)
    run_deadlock();
  else
    run_with_collector(derivative ? compute_derivative : pass_objects);
  forget_roots();
  collect_everything();
  if (derivative)
    print_boxes(self->number, stdout);
  require_dead_tapes();
  require_dead_boxes();
  print_counts();
  fflush(stdout);
  // What the JIT's threads and tables are doing is no concern of the test.
  _Exit(0);
}
