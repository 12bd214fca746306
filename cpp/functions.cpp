// Moving bodies, splitting blocks and finding loops: nothing of this is in LLVM-C.
#include "shim.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

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

LLVMBasicBlockRef jgp_split_predecessors(LLVMBasicBlockRef block, LLVMBasicBlockRef *preds,
                                         unsigned pred_count, const char *name) {
  BasicBlock *BB = unwrap(block);
  SmallVector<BasicBlock *, 4> Preds;
  for (unsigned I = 0; I != pred_count; ++I)
    Preds.push_back(unwrap(preds[I]));
  if (BB->isLandingPad()) {
    SmallVector<BasicBlock *, 2> New;
    SplitLandingPadPredecessors(BB, Preds, name, ".others", New);
    return wrap(New.front());
  }
  return wrap(SplitBlockPredecessors(BB, Preds, name));
}

void jgp_loop_headers(LLVMValueRef function, int64_t *headers, size_t count) {
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
    headers[At++] = L ? Index[L->getHeader()] : -1;
  }
}

bool jgp_typed_pointers(LLVMContextRef context) {
#if LLVM_VERSION_MAJOR >= 17
  return false;
#else
  return unwrap(context)->supportsTypedPointers();
#endif
}

bool jgp_is_interposable(LLVMValueRef global) {
  return unwrap<GlobalValue>(global)->isInterposable();
}
