// Tail-call kinds and operand bundles, which LLVM-C has only from version 18 on.
#include "shim.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

unsigned jgp_tail_kind(LLVMValueRef call) {
  const auto *CI = dyn_cast<CallInst>(unwrap(call));
  if (!CI)
    return 0;
  switch (CI->getTailCallKind()) {
  case CallInst::TCK_None:
    return 0;
  case CallInst::TCK_Tail:
    return 1;
  case CallInst::TCK_MustTail:
    return 2;
  case CallInst::TCK_NoTail:
    return 3;
  }
  return 0;
}

void jgp_clear_tail(LLVMValueRef call) {
  if (auto *CI = dyn_cast<CallInst>(unwrap(call)))
    CI->setTailCallKind(CallInst::TCK_None);
}

bool jgp_is_inline_asm_call(LLVMValueRef call) {
  return unwrap<CallBase>(call)->isInlineAsm();
}

unsigned jgp_bundle_count(LLVMValueRef call) {
  return unwrap<CallBase>(call)->getNumOperandBundles();
}

bool jgp_has_bundle(LLVMValueRef call, const char *tag) {
  return unwrap<CallBase>(call)->countOperandBundlesOfType(tag) != 0;
}

void jgp_adopt_parameter_attributes(LLVMValueRef call, LLVMValueRef function) {
  auto *CB = unwrap<CallBase>(call);
  AttributeList All = unwrap<Function>(function)->getAttributes();
  CB->setAttributes(All.removeFnAttributes(CB->getContext()));
}

LLVMValueRef jgp_rebuild_call(LLVMValueRef call, LLVMTypeRef function_type, LLVMValueRef callee,
                              LLVMValueRef *args, unsigned arg_count, const char *extra_tag,
                              LLVMValueRef *extra, unsigned extra_count) {
  auto *Old = unwrap<CallBase>(call);
  auto *Type = unwrap<FunctionType>(function_type);
  ArrayRef<Value *> Args(unwrap(args), arg_count);
  SmallVector<OperandBundleDef, 2> Bundles;
  Old->getOperandBundlesAsDefs(Bundles);
  if (extra_tag)
    Bundles.emplace_back(extra_tag, ArrayRef<Value *>(unwrap(extra), extra_count));
#if LLVM_VERSION_MAJOR >= 19
  BasicBlock::iterator At = Old->getIterator();
#else
  Instruction *At = Old;
#endif
  CallBase *New;
  if (auto *Invoke = dyn_cast<InvokeInst>(Old)) {
    New = InvokeInst::Create(Type, unwrap(callee), Invoke->getNormalDest(),
                             Invoke->getUnwindDest(), Args, Bundles, "", At);
  } else {
    auto *Call = CallInst::Create(Type, unwrap(callee), Args, Bundles, "", At);
    Call->setTailCallKind(cast<CallInst>(Old)->getTailCallKind());
    New = Call;
  }
  New->setCallingConv(Old->getCallingConv());
  New->setAttributes(Old->getAttributes());
  New->copyMetadata(*Old);
  if (isa<FPMathOperator>(New) && isa<FPMathOperator>(Old))
    New->copyFastMathFlags(Old);
  return wrap(New);
}
