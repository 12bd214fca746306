// Types with a layout of the harness's choice, and the symbols that name them in a module.
//
// A layout becomes a NamedTuple type: it has the layout that its fields give it, and lives for ever.
#define _GNU_SOURCE
#include "runtime.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// jl_datatype_t: words before the layout; jl_datatype_layout_t (julia.h, 1.13).
enum { PARAMETERS_WORD = 2, LAYOUT_WORD = 5 };
struct layout {
  uint32_t size, field_count, pointer_count;
  int32_t first_pointer;
  uint16_t alignment, flags;
};
enum { FIELD_KIND_SHIFT = 1, FIELD_KIND_MASK = 3 };

static struct layout *layout_of(jl_value *type) { return ((struct layout **)type)[LAYOUT_WORD]; }

jl_value *type_of(jl_value *object) {
  return (void *)(((uintptr_t *)object)[-1] & ~(uintptr_t)15);
}

int header_bits(jl_value *object) { return ((uintptr_t *)object)[-1] & OLD_MARKED; }

void barrier(jl_value *parent, jl_value *child) {
  if (header_bits(parent) == OLD_MARKED && !(header_bits(child) & MARKED))
    runtime.queue_root(parent);
}

size_t type_size(jl_value *type) { return layout_of(type)->size; }

// A Memory type whose elements have no pointers counts one, and has no first one.
size_t type_pointers(jl_value *type) {
  struct layout *layout = layout_of(type);
  return layout->first_pointer < 0 ? 0 : layout->pointer_count;
}

// The pointers' word numbers lie behind the fields' descriptions, which have two numbers each.
size_t type_pointer(jl_value *type, size_t index) {
  struct layout *layout = layout_of(type);
  unsigned kind = layout->flags >> FIELD_KIND_SHIFT & FIELD_KIND_MASK;
  char *fields = (char *)(layout + 1), *pointers = fields + (layout->field_count * 2u << kind);
  switch (kind) {
  case 0:
    return ((uint8_t *)pointers)[index];
  case 1:
    return ((uint16_t *)pointers)[index];
  case 2:
    return ((uint32_t *)pointers)[index];
  }
  fault("a type with a foreign layout");
}

jl_value *make_type(size_t words, const char *is_pointer) {
  jl_value **names = calloc(words + 1, sizeof *names), **types = calloc(words + 1, sizeof *types);
  for (size_t i = 0; i < words; i++) {
    char name[32];
    snprintf(name, sizeof name, "word%zu", i);
    names[i] = runtime.symbol(name);
    types[i] = exported_object(is_pointer[i] ? "jl_any_type" : "jl_uint64_type");
  }
  jl_value *parameters[] = {runtime.tuple(NULL, names, words), runtime.tuple_type(types, words)};
  jl_value *type = runtime.apply_type(exported_object("jl_namedtuple_type"), parameters, 2);
  free(names);
  free(types);
  return type;
}

jl_value *make_memory_type(jl_value *element) {
  jl_value **any = ((jl_value ***)exported_object("jl_memory_any_type"))[PARAMETERS_WORD];
  jl_value *parameters[] = {any[1], element, any[3]};
  return runtime.apply_type(exported_object("jl_genericmemory_type"), parameters, 3);
}

// jl_genericmemory_t: length, data pointer.
void *memory_data(jl_value *memory) { return ((void **)memory)[1]; }

size_t memory_length(jl_value *memory) { return ((size_t *)memory)[0]; }

// A line of the manifest: symbol, kind, bytes of the object or element, bytes of each pointer.
static jl_value *type_of_line(char *line) {
  char *kind = strtok(NULL, " \n"), *text = strtok(NULL, " \n");
  if (!kind || !text)
    fault("the manifest has a line without kind or size: '%s'", line);
  size_t words = strtoull(text, NULL, 10) / sizeof(jl_value *);
  char *is_pointer = calloc(words + 1, 1);
  while ((text = strtok(NULL, " \n")))
    is_pointer[strtoull(text, NULL, 10) / sizeof(jl_value *)] = 1;
  jl_value *type = make_type(words, is_pointer);
  free(is_pointer);
  // Objects, and the elements of tuples, are of the type itself.
  return strcmp(kind, "memory") == 0 ? make_memory_type(type) : type;
}

static void define(FILE *assembly, const char *symbol, jl_value *address) {
  fprintf(assembly, ".globl \"%s\"\n.set \"%s\", 0x%" PRIxPTR "\n", symbol, symbol,
          (uintptr_t)address);
}

void define_tags(const char *manifest, const char *work_directory) {
  char source[4096], library[4096], command[16384], line[1 << 16];
  snprintf(source, sizeof source, "%s/tags.s", work_directory);
  snprintf(library, sizeof library, "%s/tags.so", work_directory);
  FILE *rows = fopen(manifest, "r"), *assembly = fopen(source, "w");
  if (!rows || !assembly)
    fault("cannot open '%s' or '%s'", manifest, source);
  while (fgets(line, sizeof line, rows)) {
    char *symbol = strtok(line, " \n");
    if (symbol)
      define(assembly, symbol, type_of_line(line));
  }
  // What the corpus itself names.
  define(assembly, "Float64", exported_object("jl_float64_type"));
  define(assembly, "task", current_task());
  fclose(rows);
  fclose(assembly);
  snprintf(command, sizeof command, "gcc -shared -nostdlib -o '%s' '%s'", library, source);
  if (system(command) != 0 || !dlopen(library, RTLD_NOW | RTLD_GLOBAL))
    fault("cannot link and load the tags: %s", command);
}
