// What the LLVM-C API lacks, as C functions. Declared a second time, for Rust, in src/ir/shim.rs.
#pragma once

#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>

#include <cstddef>
#include <cstdint>

extern "C" {

// --- diagnostics.cpp ---------------------------------------------------------------------------

enum JgpSeverity { JGP_ERROR = 0, JGP_WARNING = 1 };
enum JgpRemark { JGP_PASSED = 0, JGP_MISSED = 1, JGP_ANALYSIS = 2 };

/// Sends `message` to the context's diagnostic handler. LLVM's default handler ends the process
/// at an error: with `more_follow` an error is only printed there, so that the next can be, too.
void jgp_diagnose(LLVMContextRef context, JgpSeverity severity, const char *message, size_t length,
                  bool more_follow);

/// An optimisation remark at `instruction`, or at the head of `function` when that is null.
void jgp_remark(JgpRemark kind, const char *pass, const char *name, LLVMValueRef function,
                LLVMValueRef instruction, const char *message, size_t length);

/// Whether remarks of this kind and pass would reach anybody.
bool jgp_remarks_enabled(LLVMContextRef context, const char *pass);

/// Numbers a module's unnamed values once, so that printing many instructions of one function after
/// the other takes time linear in the module.
typedef struct JgpPrinter JgpPrinter;
JgpPrinter *jgp_printer_create(LLVMModuleRef module);
/// The text of `instruction`, to be freed with LLVMDisposeMessage.
char *jgp_printer_print(JgpPrinter *printer, LLVMValueRef instruction);
void jgp_printer_dispose(JgpPrinter *printer);

// --- calls.cpp ---------------------------------------------------------------------------------

/// The call's tail kind: 0 none, 1 tail, 2 musttail, 3 notail.
unsigned jgp_tail_kind(LLVMValueRef call);
void jgp_clear_tail(LLVMValueRef call);
bool jgp_is_inline_asm_call(LLVMValueRef call);

unsigned jgp_bundle_count(LLVMValueRef call);
bool jgp_has_bundle(LLVMValueRef call, const char *tag);

/// A copy of `call` (call or invoke) before it with the same attributes, calling convention,
/// metadata and bundles, but another callee, function type and arguments, and perhaps one bundle
/// more (`extra_tag` null: none). Attributes stay: the caller drops what stops being true.
LLVMValueRef jgp_rebuild_call(LLVMValueRef call, LLVMTypeRef function_type, LLVMValueRef callee,
                              LLVMValueRef *args, unsigned arg_count, const char *extra_tag,
                              LLVMValueRef *extra, unsigned extra_count);

/// Gives `call` the attributes of `function`'s parameters and result, and no others.
void jgp_adopt_parameter_attributes(LLVMValueRef call, LLVMValueRef function);

// --- functions.cpp -----------------------------------------------------------------------------

/// Moves every block of `from` to the end of `to`.
void jgp_splice_body(LLVMValueRef from, LLVMValueRef to);
/// Moves the body of `function` to a new internal function of the same type, attributes, calling
/// convention and collector. The subprogram goes with the instructions whose scopes are in it;
/// `function`, now without blocks, gets a distinct copy. The personality moves; prefix and prologue
/// data, section and comdat stay.
LLVMValueRef jgp_outline_body(LLVMValueRef function, const char *name);
/// Copies what `Function::copyAttributesFrom` copies, and linkage, comdat and metadata.
void jgp_copy_function_properties(LLVMValueRef to, LLVMValueRef from);
/// Moves the instructions from `at` on, and the block's edges, to a new block that follows.
LLVMBasicBlockRef jgp_split_block(LLVMValueRef at, const char *name);
/// Inlines a direct call of a definition; false if LLVM cannot.
bool jgp_inline_call(LLVMValueRef call);
/// For every block of `function` in order: the index of its innermost loop's header block, and of
/// the header of the loop around that one; -1 where there is none.
void jgp_loop_headers(LLVMValueRef function, int64_t *headers, int64_t *parents, size_t count);
/// Whether the context makes typed pointers (LLVM 14; 15 and 16 with -opaque-pointers=0).
bool jgp_typed_pointers(LLVMContextRef context);
/// Makes debug information speak of `to`, which may have another type, instead of `from`.
void jgp_replace_metadata_uses(LLVMValueRef from, LLVMValueRef to);
/// Whether the definition may be replaced at link time by one that does something else.
bool jgp_is_interposable(LLVMValueRef global);

// --- constants.cpp -----------------------------------------------------------------------------

LLVMTypeRef jgp_array_type(LLVMTypeRef element, uint64_t count);
uint64_t jgp_array_length(LLVMTypeRef array);
LLVMValueRef jgp_const_array(LLVMTypeRef element, LLVMValueRef *elements, size_t count);
/// An array of these bytes, without a NUL at its end.
LLVMValueRef jgp_const_bytes(LLVMContextRef context, const char *data, size_t length);

// --- registration.cpp --------------------------------------------------------------------------

/// LLVM's `PassPluginLibraryInfo`.
struct JgpPluginInfo {
  uint32_t api_version;
  const char *name;
  const char *version;
  void (*register_passes)(void *builder);
#if LLVM_VERSION_MAJOR >= 22
  void *pre_code_gen;
#endif
};

/// A pass that lives in Rust. Never freed.
struct JgpPass {
  /// The name in pipelines.
  const char *name;
  /// A pass from its text in a pipeline, name and options.
  void *(*create)(const char *text, size_t length);
  void (*destroy)(void *pass);
  /// Whether the module changed.
  bool (*run)(void *pass, LLVMModuleRef module);
};

/// The version of the interface between LLVM and its plugins.
uint32_t jgp_plugin_api_version();
/// Makes a pass known by name to what instruments passes (`-print-after` and the like). False if
/// there are too many of them.
bool jgp_register_pass(void *builder, const JgpPass *pass);
/// Appends a registered pass to a module pass manager.
void jgp_add_pass(void *manager, const JgpPass *pass, const char *text, size_t length);
/// Has `parse` asked about elements of module pipelines. From LLVM 18 on; before, llvm-plugin does.
void jgp_add_parsing_callback(void *builder, const void *data,
                              bool (*parse)(const void *data, const char *text, size_t length,
                                            void *manager));
}
