// Moving bodies, splitting blocks and finding loops: nothing of this is in LLVM-C.
#include "shim.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

using namespace llvm;

void jgp_splice_body(LLVMValueRef from, LLVMValueRef to) {
  auto *From = unwrap<Function>(from);
  auto *To = unwrap<Function>(to);
#if LLVM_VERSION_MAJOR >= 16
  To->splice(To->end(), From);
#else
  To->getBasicBlockList().splice(To->end(), From->getBasicBlockList());
#endif
}

namespace {

/// A subprogram may be attached to one function only, so a second function for the same source
/// needs a distinct one. Variables and labels stay with the first.
DISubprogram *copySubprogram(const DISubprogram &SP) {
  constexpr unsigned RetainedNodes = 7;
  assert(SP.getOperand(RetainedNodes) == SP.getRawRetainedNodes());
  DISubprogram *Copy = MDNode::replaceWithDistinct(SP.clone());
  Copy->replaceOperandWith(RetainedNodes, nullptr);
  return Copy;
}

void moveArguments(Function &From, Function &To) {
  for (auto [Old, New] : zip(From.args(), To.args())) {
    New.setName(Old.getName());
    Old.replaceAllUsesWith(&New);
  }
}

} // namespace

LLVMValueRef jgp_outline_body(LLVMValueRef function, const char *name) {
  auto *F = unwrap<Function>(function);
  auto *Body = Function::Create(F->getFunctionType(), GlobalValue::InternalLinkage,
                                F->getAddressSpace(), name, F->getParent());
  Body->setCallingConv(F->getCallingConv());
  Body->setAttributes(F->getAttributes());
  Body->setMetadata(LLVMContext::MD_prof, F->getMetadata(LLVMContext::MD_prof));
  if (F->hasGC())
    Body->setGC(F->getGC());
  if (F->hasPersonalityFn()) {
    Body->setPersonalityFn(F->getPersonalityFn());
    F->setPersonalityFn(nullptr);
  }
  // While the arguments move, only one of the two has a subprogram: LLVM deletes debug values that
  // would move from one subprogram to another.
  DISubprogram *SP = F->getSubprogram();
  F->setSubprogram(nullptr);
  Body->setSubprogram(SP);
  moveArguments(*F, *Body);
  SmallVector<std::pair<BlockAddress *, BasicBlock *>, 4> Taken;
  for (BasicBlock &BB : *F)
    if (BB.hasAddressTaken())
      Taken.emplace_back(BlockAddress::get(F, &BB), &BB);
  jgp_splice_body(function, wrap(Body));
  for (auto [Old, BB] : Taken) {
    // A block's address is one of its function's, too, up to LLVM 21.
    auto *New = BlockAddress::get(Body, BB);
    if (New == Old)
      continue;
    Old->replaceAllUsesWith(New);
    Old->destroyConstant();
  }
  if (SP)
    F->setSubprogram(copySubprogram(*SP));
  return wrap(Body);
}

void jgp_copy_function_properties(LLVMValueRef to, LLVMValueRef from) {
  auto *To = unwrap<Function>(to);
  auto *From = unwrap<Function>(from);
  To->copyAttributesFrom(From);
  To->setLinkage(From->getLinkage());
  To->setComdat(From->getComdat());
  To->copyMetadata(From, 0);
}

LLVMBasicBlockRef jgp_split_block(LLVMValueRef at, const char *name) {
  auto *I = unwrap<Instruction>(at);
  return wrap(I->getParent()->splitBasicBlock(I->getIterator(), name));
}

bool jgp_inline_call(LLVMValueRef call) {
  InlineFunctionInfo Info;
  return InlineFunction(*unwrap<CallBase>(call), Info).isSuccess();
}

void jgp_loop_headers(LLVMValueRef function, int64_t *headers, int64_t *parents, size_t count) {
  auto &F = *unwrap<Function>(function);
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  DenseMap<const BasicBlock *, int64_t> Index;
  int64_t Next = 0;
  for (const BasicBlock &BB : F)
    Index[&BB] = Next++;
  size_t At = 0;
  for (const BasicBlock &BB : F) {
    if (At == count)
      return;
    const Loop *L = Loops.getLoopFor(&BB);
    const Loop *Outer = L ? L->getParentLoop() : nullptr;
    headers[At] = L ? Index[L->getHeader()] : -1;
    parents[At++] = Outer ? Index[Outer->getHeader()] : -1;
  }
}

bool jgp_typed_pointers([[maybe_unused]] LLVMContextRef context) {
#if LLVM_VERSION_MAJOR >= 17
  return false;
#else
  return unwrap(context)->supportsTypedPointers();
#endif
}

void jgp_replace_metadata_uses(LLVMValueRef from, LLVMValueRef to) {
  if (unwrap(from)->isUsedByMetadata())
    ValueAsMetadata::handleRAUW(unwrap(from), unwrap(to));
}

bool jgp_is_interposable(LLVMValueRef global) {
  return unwrap<GlobalValue>(global)->isInterposable();
}
