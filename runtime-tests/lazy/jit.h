// ORC's LLLazyJIT, as far as the scenes need it. Every function ends the process when it fails.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// `before_compile` is called for each module that is about to be compiled, with the name of a function
// in it, by the thread that compiles: in ORC's IR transform layer, where Julia's code generator would be.
void jit_start(void (*before_compile)(const char *function));
// Adds the module in a file. What a lazy one defines is compiled when it is first called.
void jit_add(const char *path, int lazy);
void *jit_find(const char *function);

#ifdef __cplusplus
}
#endif
