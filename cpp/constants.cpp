// Arrays: LLVM-C counts their elements in 32 bits before version 17, and in other functions since.
#include "shim.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/LLVMContext.h>

using namespace llvm;

LLVMTypeRef jgp_array_type(LLVMTypeRef element, uint64_t count) {
  return wrap(ArrayType::get(unwrap(element), count));
}

uint64_t jgp_array_length(LLVMTypeRef array) { return unwrap<ArrayType>(array)->getNumElements(); }

LLVMValueRef jgp_const_array(LLVMTypeRef element, LLVMValueRef *elements, size_t count) {
  ArrayRef<Constant *> Elements(unwrap<Constant>(elements, count), count);
  return wrap(ConstantArray::get(ArrayType::get(unwrap(element), count), Elements));
}

LLVMValueRef jgp_const_bytes(LLVMContextRef context, const char *data, size_t length) {
  return wrap(ConstantDataArray::getString(*unwrap(context), StringRef(data, length), false));
}
