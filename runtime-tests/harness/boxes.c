// The objects that tapes keep alive: boxes of a Float64, and nodes of lists of them.
//
// A box's value matters when nobody can change it any more, so it is noted when the box dies. A box
// that dies too early has not got its derivative yet, and the noted value shows it. The runtime runs
// these finalizers during the collection, while all threads are stopped.
#include "runtime.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// The value comes first, and behind it the node's successor: that is what the corpus expects.
struct box {
  double value;
  jl_value *next;
  double initial;
  uint64_t number, kind;
  uint64_t owner; // the thread that made it
  uint64_t place; // in `nodes`, if it is there
};

// How many boxes are replaced at each end of an array, and from how many nodes on none is.
enum { REFRESHED = 8, LONG_LIST = 512 };
enum { OWNERS = 16, ARRAYS = 16 };

// The noted values of a thread's boxes, by kind and number.
struct values {
  double *noted[2];
  size_t count;
};

static jl_value *box_type;
// Lives for ever.
static jl_value *stray;
static struct values values[OWNERS];
static _Thread_local jl_value *arrays[ARRAYS];
static _Thread_local size_t array_count;
// Nodes of lists that are alive and have successors, if there is but one thread.
static jl_value **nodes;
static size_t node_count, node_room;

void make_box_types(void) {
  static const char is_pointer[sizeof(struct box) / sizeof(jl_value *)] = {0, 1};
  box_type = make_type(sizeof is_pointer, is_pointer);
  stray = allocate_object(sizeof(struct box), box_type);
  *(struct box *)stray = (struct box){.value = NONSENSE};
}

jl_value *stray_box(void) { return stray; }

static uint64_t as_bits(double value) {
  uint64_t result;
  memcpy(&result, &value, sizeof result);
  return result;
}

static void make_room(struct values *of, size_t number) {
  if (number < of->count)
    return;
  size_t count = number * 2 + 16;
  for (int kind = 0; kind < 2; kind++) {
    of->noted[kind] = realloc(of->noted[kind], count * sizeof(double));
    memset(of->noted[kind] + of->count, 0, (count - of->count) * sizeof(double));
  }
  of->count = count;
}

// Of what is noted. Nobody polls while it holds it, so no collection waits for it.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void note_node(jl_value *node) {
  if (node_count == node_room) {
    node_room = node_room ? node_room * 2 : 64;
    nodes = realloc(nodes, node_room * sizeof *nodes);
  }
  ((struct box *)node)->place = node_count;
  nodes[node_count++] = node;
}

static void forget_node(struct box *dead) {
  jl_value *last = nodes[--node_count];
  ((struct box *)last)->place = dead->place;
  nodes[dead->place] = last;
}

static int is_noted_node(const struct box *box) { return box->next && stress.threads == 1; }

// Of copies of one primal box, the changed one counts; those of a shadow box add up. A finalizer: it
// runs on any thread, while the box's owner makes more.
static void note_death(jl_value *dead) {
  struct box *box = (struct box *)dead;
  counts.boxes_dead++;
  pthread_mutex_lock(&lock);
  if (is_noted_node(box))
    forget_node(box);
  double *value = &values[box->owner].noted[box->kind][box->number];
  if (box->kind == SHADOW)
    *value += box->value;
  else if (as_bits(box->value) != as_bits(box->initial))
    *value = box->value;
  pthread_mutex_unlock(&lock);
  *box = (struct box){.value = NONSENSE, .next = stray};
}

static jl_value *make(struct box content) {
  jl_value *object = allocate_object(sizeof(struct box), box_type);
  *(struct box *)object = content;
  runtime.add_finalizer(current_ptls(), object, note_death);
  counts.boxes++;
  if (is_noted_node(&content))
    note_node(object);
  return object;
}

jl_value *make_node(enum box_kind kind, size_t number, double value, jl_value *next) {
  struct values *of = &values[self->number];
  pthread_mutex_lock(&lock);
  make_room(of, number);
  if (kind == PRIMAL)
    of->noted[kind][number] = value;
  pthread_mutex_unlock(&lock);
  return make((struct box){value, next, value, number, kind, self->number, 0});
}

jl_value *make_box(enum box_kind kind, size_t number, double value) {
  return make_node(kind, number, value, NULL);
}

jl_value *make_box_array(size_t length) {
  jl_value *array = allocate_memory(exported_object("jl_memory_any_type"), length);
  add_root(array);
  return array;
}

void keep_young(jl_value *array) {
  if (array_count == ARRAYS)
    fault("too many arrays");
  arrays[array_count++] = array;
}

// A copy of a shadow box starts at zero, as the two add up; whoever holds the old one keeps it.
static jl_value *young_copy(struct box box) {
  if (box.kind == SHADOW)
    box.value = 0;
  return make(box);
}

// Replaces the box in a field of an object, which may be old; whether there was one.
static int refresh(jl_value *holder, jl_value **field) {
  if (!*field || ((struct box *)*field)->number == 0)
    return 0;
  *field = young_copy(*(struct box *)*field);
  barrier(holder, *field);
  return 1;
}

// The boxes that are taken out next: the first ones that are left, or the last.
static void refresh_array(jl_value *array) {
  jl_value **slots = memory_data(array);
  size_t length = memory_length(array);
  size_t first = 0, last = length;
  for (size_t done = 0; first < last && done < REFRESHED; first++)
    done += refresh(array, &slots[first]);
  for (size_t done = 0; last > first && done < REFRESHED; last--)
    done += refresh(array, &slots[last - 1]);
}

// Which node's successor is visited next is not known, so long lists are not refreshed.
static void refresh_lists(void) {
  // The nodes that are made on the way have young successors already, or none.
  size_t count = node_count < LONG_LIST ? node_count : 0;
  for (size_t i = 0; i < count; i++)
    refresh(nodes[i], &((struct box *)nodes[i])->next);
}

void refresh_boxes(void) {
  for (size_t i = 0; i < array_count; i++)
    refresh_array(arrays[i]);
  refresh_lists();
}

void forget_boxes(void) {
  array_count = 0;
  for (int owner = 0; owner < OWNERS; owner++)
    for (int kind = 0; kind < 2; kind++)
      if (values[owner].count)
        memset(values[owner].noted[kind], 0, values[owner].count * sizeof(double));
}

void require_dead_boxes(void) {
  if (counts.boxes_dead != counts.boxes)
    fault("%ld of %ld boxes are still alive", counts.boxes - counts.boxes_dead, counts.boxes);
}

void print_boxes(int thread, FILE *out) {
  const struct values *of = &values[thread];
  for (int kind = 0; kind < 2; kind++)
    for (size_t i = 0; i < of->count; i++)
      if (as_bits(of->noted[kind][i]))
        fprintf(out, "box %d %zu %016" PRIx64 "\n", kind, i, as_bits(of->noted[kind][i]));
}
