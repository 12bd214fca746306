#include "jit.h"

#include <llvm/Config/llvm-config.h>
#if LLVM_VERSION_MAJOR >= 20
#include <llvm/ExecutionEngine/Orc/IRPartitionLayer.h>
#endif
#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

using namespace llvm;
using namespace llvm::orc;

#if LLVM_VERSION_MAJOR >= 20
using Partition = IRPartitionLayer;
#else
using Partition = CompileOnDemandLayer;
#endif

static ExitOnError orFail("FAULT: the JIT: ");
static LLLazyJIT *jit;

static std::string firstDefinition(const Module &module) {
  for (const Function &function : module)
    if (!function.isDeclaration())
      return function.getName().str();
  return "";
}

// With a compiler of its own for every module: two threads may compile at the same time.
static Expected<std::unique_ptr<IRCompileLayer::IRCompiler>>
concurrentCompiler(JITTargetMachineBuilder machine) {
  return std::make_unique<ConcurrentIRCompiler>(std::move(machine));
}

void jit_start(void (*before_compile)(const char *function)) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  LLLazyJITBuilder builder;
  builder.setCompileFunctionCreator(concurrentCompiler);
  jit = orFail(builder.create()).release();
  // A wrapper and its body are compiled as one. As two, LLVM 19's linker lets another thread into the
  // wrapper before the pages of the body are executable.
  jit->setPartitionFunction(Partition::compileWholeModule);
  jit->getIRTransformLayer().setTransform([before_compile](ThreadSafeModule module, auto &&) {
    std::string name = module.withModuleDo(firstDefinition);
    before_compile(name.c_str());
    return Expected<ThreadSafeModule>(std::move(module));
  });
  char prefix = jit->getDataLayout().getGlobalPrefix();
  jit->getMainJITDylib().addGenerator(
      orFail(DynamicLibrarySearchGenerator::GetForCurrentProcess(prefix)));
}

void jit_add(const char *path, int lazy) {
  auto context = std::make_unique<LLVMContext>();
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseIRFile(path, diagnostic, *context);
  if (!module) {
    diagnostic.print("FAULT: the JIT", errs());
    exit(70);
  }
  module->setDataLayout(jit->getDataLayout());
  ThreadSafeModule shared(std::move(module), std::move(context));
  orFail(lazy ? jit->addLazyIRModule(std::move(shared)) : jit->addIRModule(std::move(shared)));
}

void *jit_find(const char *function) {
  return reinterpret_cast<void *>(orFail(jit->lookup(function)).getValue());
}
