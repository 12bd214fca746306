//! Building instructions.
//!
//! Where pointers are typed, the builder casts an address to the pointee that an access names, so
//! that its callers need not know the pointer mode: [`Builder::point_to`].

use super::function::{Block, Function};
use super::inst::Inst;
use super::module::Context;
use super::raw::*;
use super::types::Type;
use super::value::Value;
use std::ffi::CStr;

const UNNAMED: &CStr = c"";

/// How many bitcasts of bitcasts are undone.
const LONGEST_CAST_CHAIN: usize = 32;

/// Inserts instructions before a given one, with its debug location.
pub struct Builder {
    raw: LLVMBuilderRef,
    context: Context,
}

impl Drop for Builder {
    fn drop(&mut self) {
        unsafe { core::LLVMDisposeBuilder(self.raw) }
    }
}

impl Builder {
    /// Inserts before `at`, with its debug location.
    pub fn before(at: Inst) -> Builder {
        let context = at.ty().context();
        let raw = unsafe { core::LLVMCreateBuilderInContext(context.0) };
        unsafe { core::LLVMPositionBuilderBefore(raw, at.0 .0) };
        Builder { raw, context }
    }

    /// Inserts behind `at`, which is not a terminator, with its debug location. Behind a phi node
    /// or landing pad this is the block's first insertion point.
    pub fn after(at: Inst) -> Builder {
        let next = match at.opcode() {
            Opcode::LLVMPHI | Opcode::LLVMLandingPad => at.block().first_insertion_point(),
            _ => at.next(),
        };
        let builder = Builder::before(next.expect("a block ends with a terminator"));
        builder.set_debug_location_of(at);
        builder
    }

    /// Appends to a block.
    pub fn at_end(block: Block) -> Builder {
        let context = block.function().module().context();
        let raw = unsafe { core::LLVMCreateBuilderInContext(context.0) };
        unsafe { core::LLVMPositionBuilderAtEnd(raw, block.0) };
        Builder { raw, context }
    }

    fn set_debug_location_of(&self, inst: Inst) {
        unsafe {
            let location = llvm::debuginfo::LLVMInstructionGetDebugLoc(inst.0 .0);
            core::LLVMSetCurrentDebugLocation2(self.raw, location);
        }
    }

    /// The context.
    pub fn context(&self) -> Context {
        self.context
    }

    // --- pointers ------------------------------------------------------------------------------

    /// `pointer` as a pointer to `pointee`: itself where pointers are opaque, else through a
    /// bitcast, undoing earlier ones.
    pub fn point_to(&self, pointer: Value, pointee: Type) -> Value {
        let space = pointer.ty().address_space().expect("a pointer");
        self.bitcast(pointer, self.context.pointer(pointee, space))
    }

    /// A bitcast, unless the type is right already; earlier bitcasts are undone.
    pub fn bitcast(&self, value: Value, ty: Type) -> Value {
        let mut source = value;
        // In code that is never reached a cast may be its own operand.
        for _ in 0..LONGEST_CAST_CHAIN {
            if source.ty() == ty {
                break;
            }
            match source.as_inst() {
                Some(inst) if inst.opcode() == Opcode::LLVMBitCast => source = inst.operand(0),
                _ => break,
            }
        }
        if source.ty() == ty {
            return source;
        }
        if value.ty() == ty {
            return value;
        }
        Value(unsafe { core::LLVMBuildBitCast(self.raw, value.0, ty.0, UNNAMED.as_ptr()) })
    }

    /// The pointer in another address space, its pointee kept.
    pub fn address_space_cast(&self, pointer: Value, space: u32) -> Value {
        let ty = pointer.ty();
        if ty.address_space() == Some(space) {
            return pointer;
        }
        let pointee =
            if self.context.typed_pointers() { ty.element() } else { self.context.int(8) };
        let target = self.context.pointer(pointee, space);
        Value(unsafe {
            core::LLVMBuildAddrSpaceCast(self.raw, pointer.0, target.0, UNNAMED.as_ptr())
        })
    }

    /// A getelementptr over `source`.
    pub fn gep(&self, source: Type, base: Value, indices: &[Value], inbounds: bool) -> Value {
        let base = self.point_to(base, source);
        let mut raw: Vec<LLVMValueRef> = indices.iter().map(|v| v.0).collect();
        let (data, count) = (raw.as_mut_ptr(), raw.len() as u32);
        // Called by name: a function's address would have to be there when the plugin is loaded.
        Value(unsafe {
            if inbounds {
                core::LLVMBuildInBoundsGEP2(
                    self.raw,
                    source.0,
                    base.0,
                    data,
                    count,
                    UNNAMED.as_ptr(),
                )
            } else {
                core::LLVMBuildGEP2(self.raw, source.0, base.0, data, count, UNNAMED.as_ptr())
            }
        })
    }

    /// `pointer` plus a number of bytes.
    pub fn byte_offset(&self, pointer: Value, bytes: Value) -> Value {
        if bytes.as_i64() == Some(0) {
            return pointer;
        }
        self.gep(self.context.int(8), pointer, &[bytes], true)
    }

    // --- memory --------------------------------------------------------------------------------

    /// A plain load.
    pub fn load(&self, ty: Type, address: Value, align: u32) -> Inst {
        let address = self.point_to(address, ty);
        let load = Inst(Value(unsafe {
            core::LLVMBuildLoad2(self.raw, ty.0, address.0, UNNAMED.as_ptr())
        }));
        load.set_alignment(align);
        load
    }

    /// A plain store.
    pub fn store(&self, value: Value, address: Value, align: u32) -> Inst {
        let address = self.point_to(address, value.ty());
        let store = Inst(Value(unsafe { core::LLVMBuildStore(self.raw, value.0, address.0) }));
        store.set_alignment(align);
        store
    }

    /// Replaces `old` in memory by `new`, if it is there: `{ what was there, whether }`. A success
    /// is acquire and release, a failure acquire.
    pub fn compare_exchange(&self, address: Value, old: Value, new: Value) -> Inst {
        use llvm::LLVMAtomicOrdering::*;
        let address = self.point_to(address, old.ty());
        let (success, failure) = (LLVMAtomicOrderingAcquireRelease, LLVMAtomicOrderingAcquire);
        Inst(Value(unsafe {
            let (address, old, new) = (address.0, old.0, new.0);
            core::LLVMBuildAtomicCmpXchg(self.raw, address, old, new, success, failure, 0)
        }))
    }

    /// A memset of a constant byte, volatile if asked for.
    pub fn memset(
        &self,
        address: Value,
        byte: Value,
        length: Value,
        align: u32,
        volatile: bool,
    ) -> Inst {
        let address = self.point_to(address, self.context.int(8));
        let call = Inst(Value(unsafe {
            core::LLVMBuildMemSet(self.raw, address.0, byte.0, length.0, align)
        }));
        call.set_operand(3, self.context.int(1).int(volatile.into()));
        call
    }

    /// A memcpy between address spaces of the caller's choice.
    pub fn memcpy(&self, to: Value, from: Value, length: Value, align: u32) -> Inst {
        let to = self.point_to(to, self.context.int(8));
        let from = self.point_to(from, self.context.int(8));
        Inst(Value(unsafe {
            core::LLVMBuildMemCpy(self.raw, to.0, align, from.0, align, length.0)
        }))
    }

    /// A memmove between address spaces of the caller's choice.
    pub fn memmove(&self, to: Value, from: Value, length: Value, align: u32) -> Inst {
        let to = self.point_to(to, self.context.int(8));
        let from = self.point_to(from, self.context.int(8));
        Inst(Value(unsafe {
            core::LLVMBuildMemMove(self.raw, to.0, align, from.0, align, length.0)
        }))
    }

    /// An alloca of one `ty`.
    pub fn alloca(&self, ty: Type, align: u32) -> Inst {
        let slot = Inst(Value(unsafe { core::LLVMBuildAlloca(self.raw, ty.0, UNNAMED.as_ptr()) }));
        slot.set_alignment(align);
        slot
    }

    /// An alloca of `count` times `ty`.
    pub fn array_alloca(&self, ty: Type, count: Value, align: u32) -> Inst {
        let slot = Inst(Value(unsafe {
            core::LLVMBuildArrayAlloca(self.raw, ty.0, count.0, UNNAMED.as_ptr())
        }));
        slot.set_alignment(align);
        slot
    }

    // --- arithmetic and choice -----------------------------------------------------------------

    /// `a + b`
    pub fn add(&self, a: Value, b: Value) -> Value {
        Value(unsafe { core::LLVMBuildAdd(self.raw, a.0, b.0, UNNAMED.as_ptr()) })
    }

    /// `a - b`
    pub fn sub(&self, a: Value, b: Value) -> Value {
        Value(unsafe { core::LLVMBuildSub(self.raw, a.0, b.0, UNNAMED.as_ptr()) })
    }

    /// `a * b`
    pub fn mul(&self, a: Value, b: Value) -> Value {
        Value(unsafe { core::LLVMBuildMul(self.raw, a.0, b.0, UNNAMED.as_ptr()) })
    }

    /// `a / b`, unsigned.
    pub fn udiv(&self, a: Value, b: Value) -> Value {
        Value(unsafe { core::LLVMBuildUDiv(self.raw, a.0, b.0, UNNAMED.as_ptr()) })
    }

    /// `a >> b`, unsigned.
    pub fn lshr(&self, a: Value, b: Value) -> Value {
        Value(unsafe { core::LLVMBuildLShr(self.raw, a.0, b.0, UNNAMED.as_ptr()) })
    }

    /// `value` as an integer of type `ty`, sign-extended or truncated.
    pub fn int_cast(&self, value: Value, ty: Type, signed: bool) -> Value {
        if value.ty() == ty {
            return value;
        }
        let signed = signed.into();
        Value(unsafe { core::LLVMBuildIntCast2(self.raw, value.0, ty.0, signed, UNNAMED.as_ptr()) })
    }

    /// `a == b`
    pub fn equal(&self, a: Value, b: Value) -> Value {
        let predicate = llvm::LLVMIntPredicate::LLVMIntEQ;
        Value(unsafe { core::LLVMBuildICmp(self.raw, predicate, a.0, b.0, UNNAMED.as_ptr()) })
    }

    /// `a < b`, unsigned.
    pub fn less(&self, a: Value, b: Value) -> Value {
        let predicate = llvm::LLVMIntPredicate::LLVMIntULT;
        Value(unsafe { core::LLVMBuildICmp(self.raw, predicate, a.0, b.0, UNNAMED.as_ptr()) })
    }

    /// The comparison of `like`, an icmp, on other operands.
    pub fn compare_like(&self, like: Inst, a: Value, b: Value) -> Value {
        unsafe {
            let predicate = core::LLVMGetICmpPredicate(like.0 .0);
            Value(core::LLVMBuildICmp(self.raw, predicate, a.0, b.0, UNNAMED.as_ptr()))
        }
    }

    /// `condition ? yes : no`
    pub fn select(&self, condition: Value, yes: Value, no: Value) -> Value {
        Value(unsafe {
            core::LLVMBuildSelect(self.raw, condition.0, yes.0, no.0, UNNAMED.as_ptr())
        })
    }

    /// A phi node without edges.
    pub fn phi(&self, ty: Type) -> Inst {
        Inst(Value(unsafe { core::LLVMBuildPhi(self.raw, ty.0, UNNAMED.as_ptr()) }))
    }

    /// `freeze`
    pub fn freeze(&self, value: Value) -> Value {
        Value(unsafe { core::LLVMBuildFreeze(self.raw, value.0, UNNAMED.as_ptr()) })
    }

    // --- aggregates ----------------------------------------------------------------------------

    /// The part of `aggregate` at these indices.
    pub fn extract(&self, aggregate: Value, indices: &[u32]) -> Value {
        indices.iter().fold(aggregate, |part, &index| {
            Value(unsafe { core::LLVMBuildExtractValue(self.raw, part.0, index, UNNAMED.as_ptr()) })
        })
    }

    /// `aggregate` with the part at these indices replaced.
    pub fn insert_at(&self, aggregate: Value, part: Value, indices: &[u32]) -> Value {
        match indices {
            [] => part,
            [last] => self.insert(aggregate, part, *last),
            [first, rest @ ..] => {
                let inner = self.insert_at(self.extract(aggregate, &[*first]), part, rest);
                self.insert(aggregate, inner, *first)
            }
        }
    }

    /// `aggregate` with its direct part `index` replaced.
    pub fn insert(&self, aggregate: Value, part: Value, index: u32) -> Value {
        Value(unsafe {
            core::LLVMBuildInsertValue(self.raw, aggregate.0, part.0, index, UNNAMED.as_ptr())
        })
    }

    /// Element `index` of a vector.
    pub fn extract_element(&self, vector: Value, index: Value) -> Value {
        Value(unsafe {
            core::LLVMBuildExtractElement(self.raw, vector.0, index.0, UNNAMED.as_ptr())
        })
    }

    /// A vector with element `index` replaced.
    pub fn insert_element(&self, vector: Value, element: Value, index: Value) -> Value {
        Value(unsafe {
            let (vector, element, index) = (vector.0, element.0, index.0);
            core::LLVMBuildInsertElement(self.raw, vector, element, index, UNNAMED.as_ptr())
        })
    }

    /// The shuffle of `like` on other vectors.
    pub fn shuffle_like(&self, like: Inst, a: Value, b: Value) -> Value {
        let i32 = self.context.int(32);
        let mask: Vec<Value> = like
            .shuffle_mask()
            .into_iter()
            .map(|lane| lane.map_or(i32.undef(), |lane| i32.int(u64::from(lane))))
            .collect();
        let mut raw: Vec<LLVMValueRef> = mask.iter().map(|v| v.0).collect();
        Value(unsafe {
            let mask = core::LLVMConstVector(raw.as_mut_ptr(), raw.len() as u32);
            core::LLVMBuildShuffleVector(self.raw, a.0, b.0, mask, UNNAMED.as_ptr())
        })
    }

    // --- calls and terminators -----------------------------------------------------------------

    /// A call.
    pub fn call(&self, function: Function, args: &[Value]) -> Inst {
        let mut raw: Vec<LLVMValueRef> = args.iter().map(|v| v.0).collect();
        let (ty, data) = (function.function_type().0, raw.as_mut_ptr());
        let count = raw.len() as u32;
        let call = Inst(Value(unsafe {
            core::LLVMBuildCall2(self.raw, ty, function.0 .0, data, count, UNNAMED.as_ptr())
        }));
        unsafe { core::LLVMSetInstructionCallConv(call.0 .0, function.call_conv()) };
        call
    }

    /// A call of a function or another pointer to one, seen as a function of type `ty`.
    pub fn call_as(&self, ty: Type, callee: Value, args: &[Value]) -> Inst {
        let callee = self.bitcast(callee, self.context.pointer(ty, 0));
        let mut raw: Vec<LLVMValueRef> = args.iter().map(|v| v.0).collect();
        let (data, count) = (raw.as_mut_ptr(), raw.len() as u32);
        Inst(Value(unsafe {
            core::LLVMBuildCall2(self.raw, ty.0, callee.0, data, count, UNNAMED.as_ptr())
        }))
    }

    /// `ret void`, or the return of a value.
    pub fn ret(&self, value: Option<Value>) -> Inst {
        Inst(Value(unsafe {
            match value {
                Some(value) => core::LLVMBuildRet(self.raw, value.0),
                None => core::LLVMBuildRetVoid(self.raw),
            }
        }))
    }

    /// An unconditional branch.
    pub fn branch(&self, to: Block) -> Inst {
        Inst(Value(unsafe { core::LLVMBuildBr(self.raw, to.0) }))
    }

    /// A conditional branch.
    pub fn branch_if(&self, condition: Value, yes: Block, no: Block) -> Inst {
        Inst(Value(unsafe { core::LLVMBuildCondBr(self.raw, condition.0, yes.0, no.0) }))
    }

    /// `unreachable`
    pub fn unreachable(&self) -> Inst {
        Inst(Value(unsafe { core::LLVMBuildUnreachable(self.raw) }))
    }
}
