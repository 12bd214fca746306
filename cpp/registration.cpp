// Passes as LLVM's new pass manager sees them: llvm-plugin's are nameless and may be skipped.
#include "shim.h"

#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#if __has_include(<llvm/Plugins/PassPlugin.h>) // LLVM 22
#include <llvm/Plugins/PassPlugin.h>
#else
#include <llvm/Passes/PassPlugin.h>
#endif
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/StripDeadPrototypes.h>

#include <cstddef>
#include <memory>
#include <string>

using namespace llvm;

static_assert(offsetof(JgpPluginInfo, name) == offsetof(PassPluginLibraryInfo, PluginName) &&
                  offsetof(JgpPluginInfo, register_passes) ==
                      offsetof(PassPluginLibraryInfo, RegisterPassBuilderCallbacks),
              "what the plugin hands out is what LLVM expects");
static_assert(sizeof(JgpPluginInfo) == sizeof(PassPluginLibraryInfo),
              "the plugin writes no more than LLVM has room for");

namespace {

constexpr unsigned MaxPasses = 8;
const JgpPass *Registered[MaxPasses];

/// `PreservedAnalyses::all()` from LLVM's hands: made here it would name a variable of LLVM's, which
/// would have to be there when the plugin is loaded (build.rs). That pass has nothing to do.
PreservedAnalyses everything(Module &M, ModuleAnalysisManager &Analyses) {
  Module Empty("", M.getContext());
  return StripDeadPrototypesPass().run(Empty, Analyses);
}

/// The name of a pass is asked of its class, not of the object, so that each needs its own.
template <unsigned Slot> class RustPass : public PassInfoMixin<RustPass<Slot>> {
  std::string Text;
  std::unique_ptr<void, void (*)(void *)> State;

public:
  explicit RustPass(StringRef Text)
      : Text(Text.str()), State(Registered[Slot]->create(Text.data(), Text.size()),
                                Registered[Slot]->destroy) {}

  static StringRef name() { return Registered[Slot]->name; }

  /// Without these passes the code is wrong, so that neither `optnone` nor bisection skips them.
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &Analyses) {
    return Registered[Slot]->run(State.get(), wrap(&M)) ? PreservedAnalyses::none()
                                                        : everything(M, Analyses);
  }

  /// As it was written, options and all.
  void printPipeline(raw_ostream &OS, function_ref<StringRef(StringRef)>) { OS << Text; }
};

template <unsigned Slot = 0>
void addPass(ModulePassManager &Manager, unsigned Wanted, StringRef Text) {
  if constexpr (Slot < MaxPasses) {
    if (Slot == Wanted)
      Manager.addPass(RustPass<Slot>(Text));
    else
      addPass<Slot + 1>(Manager, Wanted, Text);
  }
}

} // namespace

uint32_t jgp_plugin_api_version() { return LLVM_PLUGIN_API_VERSION; }

bool jgp_register_pass(void *builder, const JgpPass *pass) {
  for (const JgpPass *&Slot : Registered) {
    if (Slot && Slot != pass)
      continue;
    Slot = pass;
    if (auto *Callbacks = static_cast<PassBuilder *>(builder)->getPassInstrumentationCallbacks())
      Callbacks->addClassToPassName(pass->name, pass->name);
    return true;
  }
  return false;
}

void jgp_add_pass(void *manager, const JgpPass *pass, const char *text, size_t length) {
  for (unsigned Slot = 0; Slot < MaxPasses; ++Slot)
    if (Registered[Slot] == pass)
      addPass(*static_cast<ModulePassManager *>(manager), Slot, StringRef(text, length));
}

#if JGP_OWN_REGISTRATION
void jgp_add_parsing_callback(void *builder, const void *data,
                              bool (*parse)(const void *data, const char *text, size_t length,
                                            void *manager)) {
  static_cast<PassBuilder *>(builder)->registerPipelineParsingCallback(
      [data, parse](StringRef Text, ModulePassManager &Manager,
                    ArrayRef<PassBuilder::PipelineElement>) {
        return parse(data, Text.data(), Text.size(), &Manager);
      });
}
#endif
