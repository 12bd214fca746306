// Diagnostics and optimisation remarks: LLVM-C can set a handler but not emit either.
#include "shim.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ModuleSlotTracker.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdio>
#include <memory>
#include <string>
#include <unistd.h>

using namespace llvm;

namespace {

/// A message that is already complete: what, where, why and what to do.
class PassDiagnostic : public DiagnosticInfo {
  StringRef Message;

  static int kind() {
    static const int Kind = getNextAvailablePluginDiagnosticKind();
    return Kind;
  }

public:
  PassDiagnostic(StringRef Message, DiagnosticSeverity Severity)
      : DiagnosticInfo(kind(), Severity), Message(Message) {}

  void print(DiagnosticPrinter &Printer) const override { Printer << Message; }

private:
  /// LLVM's own, where there is one, would be an address to find when the plugin is loaded.
  virtual void anchor() {}
};

/// Through the virtual destructor, which is LLVM's: an inlined one would name LLVM's vtables, which
/// would have to be there when the plugin is loaded (build.rs).
__attribute__((noinline)) void destroy(DiagnosticInfo *volatile Info) { delete Info; }

template <typename Remark>
void emit(const char *Pass, const char *Name, const Function &F, const Instruction *I,
          StringRef Message) {
  auto *R = I ? new Remark(Pass, Name, I)
              : new Remark(Pass, Name, DiagnosticLocation(F.getSubprogram()), &F.getEntryBlock());
  R->insert(Message);
  F.getContext().diagnose(*R);
  destroy(R);
}

} // namespace

void jgp_diagnose(LLVMContextRef context, JgpSeverity severity, const char *message, size_t length,
                  bool more_follow) {
  LLVMContext &Ctx = *unwrap(context);
  PassDiagnostic Info(StringRef(message, length), severity == JGP_ERROR ? DS_Error : DS_Warning);
  if (severity == JGP_ERROR && more_follow) {
    // The context hands its handler out as const, but handling is not a const operation.
    auto *Handler = const_cast<DiagnosticHandler *>(Ctx.getDiagHandlerPtr());
    if (!Handler->handleDiagnostics(Info))
      errs() << "error: " << StringRef(message, length) << "\n";
    return;
  }
  Ctx.diagnose(Info);
}

void jgp_remark(JgpRemark kind, const char *pass, const char *name, LLVMValueRef function,
                LLVMValueRef instruction, const char *message, size_t length) {
  const auto &F = *unwrap<Function>(function);
  const auto *I = instruction ? unwrap<Instruction>(instruction) : nullptr;
  StringRef Message(message, length);
  switch (kind) {
  case JGP_PASSED:
    return emit<OptimizationRemark>(pass, name, F, I, Message);
  case JGP_MISSED:
    return emit<OptimizationRemarkMissed>(pass, name, F, I, Message);
  case JGP_ANALYSIS:
    return emit<OptimizationRemarkAnalysis>(pass, name, F, I, Message);
  }
}

bool jgp_remarks_enabled(LLVMContextRef context, const char *pass) {
  LLVMContext &Ctx = *unwrap(context);
  return Ctx.getLLVMRemarkStreamer() || Ctx.getDiagHandlerPtr()->isAnyRemarkEnabled(pass);
}

/// Instructions as text, with the numbers of a function's values computed once for all of them.
/// The stream is LLVM's own object: a raw_string_ostream of ours would need the address of LLVM's
/// vtable when the plugin is loaded.
struct JgpPrinter {
  ModuleSlotTracker Slots;
  std::FILE *File = std::tmpfile();
  std::unique_ptr<raw_fd_ostream> Stream;

  explicit JgpPrinter(const Module &M) : Slots(&M, /*ShouldInitializeAllMetadata=*/false) {
    if (File)
      Stream.reset(new raw_fd_ostream(fileno(File), /*shouldClose=*/false));
  }

  ~JgpPrinter() {
    Stream.reset();
    if (File)
      std::fclose(File);
  }
};

JgpPrinter *jgp_printer_create(LLVMModuleRef module) { return new JgpPrinter(*unwrap(module)); }

char *jgp_printer_print(JgpPrinter *printer, LLVMValueRef instruction) {
  if (!printer->Stream)
    return LLVMPrintValueToString(instruction);
  const auto *I = unwrap<Instruction>(instruction);
  printer->Slots.incorporateFunction(*I->getFunction());
  raw_fd_ostream &Stream = *printer->Stream;
  uint64_t Begin = Stream.tell();
  I->print(Stream, printer->Slots);
  Stream.flush();
  std::string Text(Stream.tell() - Begin, '\0');
  if (Stream.has_error() || pread(fileno(printer->File), &Text[0], Text.size(), Begin) < 0)
    return LLVMPrintValueToString(instruction);
  return LLVMCreateMessage(Text.c_str());
}

void jgp_printer_dispose(JgpPrinter *printer) { delete printer; }
