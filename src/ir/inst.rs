//! Instructions and what is particular to each kind.

use super::function::{Block, Function};
use super::layout::DataLayout;
use super::module::Context;
use super::raw::*;
use super::shim;
use super::types::{Type, TypeKind};
use super::value::{optional, Value};

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Inst(pub(super) Value);

impl std::ops::Deref for Inst {
    type Target = Value;
    fn deref(&self) -> &Value {
        &self.0
    }
}

/// The atomic ordering of a load or store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordering {
    /// A plain access.
    NotAtomic,
    /// `unordered` or `monotonic`, which order nothing else.
    Weak,
    /// `acquire`, `release`, or stronger.
    Strong,
}

/// A call's tail marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TailKind {
    /// No marker.
    None,
    /// `tail`
    Tail,
    /// `musttail`
    MustTail,
    /// `notail`
    NoTail,
}

/// What a `getelementptr` adds to its base, in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GepOffset {
    /// The sum of the constant parts.
    pub constant: i64,
    /// Variable indices and the bytes each steps over.
    pub variable: Vec<(Value, u64)>,
}

impl Inst {
    /// The instruction as a value: its result.
    pub fn value(self) -> Value {
        self.0
    }

    /// The opcode.
    pub fn opcode(self) -> Opcode {
        canonical(unsafe { core::LLVMGetInstructionOpcode(self.0 .0) })
    }

    /// The block the instruction is in.
    pub fn block(self) -> Block {
        Block(unsafe { core::LLVMGetInstructionParent(self.0 .0) })
    }

    /// The function the instruction is in.
    pub fn function(self) -> Function {
        self.block().function()
    }

    /// The next instruction of the block.
    pub fn next(self) -> Option<Inst> {
        optional(unsafe { core::LLVMGetNextInstruction(self.0 .0) }).map(Inst)
    }

    /// Whether the instruction ends its block.
    pub fn is_terminator(self) -> bool {
        unsafe { !core::LLVMIsATerminatorInst(self.0 .0).is_null() }
    }

    /// Replaces operand `index`; the caller sees to it that the instruction stays well-typed.
    pub fn set_operand(self, index: u32, value: Value) {
        unsafe { core::LLVMSetOperand(self.0 .0, index, value.0) }
    }

    /// Deletes the instruction; nothing may use its result.
    pub fn erase(self) {
        unsafe { core::LLVMInstructionEraseFromParent(self.0 .0) }
    }

    /// A copy of the instruction at the end of `block`, without a name.
    pub fn duplicate_into(self, block: Block) -> Inst {
        unsafe {
            let copy = core::LLVMInstructionClone(self.0 .0);
            let builder = core::LLVMCreateBuilderInContext(self.context_ref());
            core::LLVMPositionBuilderAtEnd(builder, block.0);
            core::LLVMInsertIntoBuilder(builder, copy);
            core::LLVMDisposeBuilder(builder);
            Inst(Value(copy))
        }
    }

    /// Moves the instruction before `at`.
    pub fn move_before(self, at: Inst) {
        // Inserting through a builder takes the name away.
        let name = self.name();
        unsafe {
            core::LLVMInstructionRemoveFromParent(self.0 .0);
            let builder = core::LLVMCreateBuilderInContext(self.context_ref());
            core::LLVMPositionBuilderBefore(builder, at.0 .0);
            core::LLVMInsertIntoBuilder(builder, self.0 .0);
            core::LLVMDisposeBuilder(builder);
        }
        self.set_name(&name);
    }

    fn context_ref(self) -> LLVMContextRef {
        unsafe { core::LLVMGetTypeContext(core::LLVMTypeOf(self.0 .0)) }
    }

    /// Moves this instruction and all behind it to a new block; the old one branches to it.
    pub fn split_block(self, name: &str) -> Block {
        let name = c_string(name);
        Block(unsafe { shim::jgp_split_block(self.0 .0, name.as_ptr()) })
    }

    /// `file:line:column` of the debug location, if there is one.
    pub fn debug_location(self) -> Option<String> {
        let line = unsafe { core::LLVMGetDebugLocLine(self.0 .0) };
        let mut length = 0;
        let file = unsafe { core::LLVMGetDebugLocFilename(self.0 .0, &mut length) };
        let column = unsafe { core::LLVMGetDebugLocColumn(self.0 .0) };
        (line != 0).then(|| format!("{}:{line}:{column}", copy_str(file, length as usize)))
    }

    /// Gives the instruction the debug location of `other`.
    pub fn copy_debug_location(self, other: Inst) {
        unsafe {
            let location = core_debug_loc(other.0 .0);
            if !location.is_null() {
                llvm::debuginfo::LLVMInstructionSetDebugLoc(self.0 .0, location);
            }
        }
    }

    /// Gives an instruction without a debug location its function's (line 0: made by a compiler),
    /// if that has debug information.
    pub fn ensure_debug_location(self) {
        unsafe {
            let subprogram = llvm::debuginfo::LLVMGetSubprogram(self.function().0 .0);
            if core_debug_loc(self.0 .0).is_null() && !subprogram.is_null() {
                let context = self.context_ref();
                let nowhere = std::ptr::null_mut();
                let location = llvm::debuginfo::LLVMDIBuilderCreateDebugLocation(
                    context, 0, 0, subprogram, nowhere,
                );
                llvm::debuginfo::LLVMInstructionSetDebugLoc(self.0 .0, location);
            }
        }
    }

    /// Gives the instruction the debug location of its function's head, if that has one.
    pub fn locate_at_function_head(self) {
        unsafe {
            let subprogram = llvm::debuginfo::LLVMGetSubprogram(self.function().0 .0);
            if !subprogram.is_null() {
                let line = llvm::debuginfo::LLVMDISubprogramGetLine(subprogram);
                let nowhere = std::ptr::null_mut();
                let location = llvm::debuginfo::LLVMDIBuilderCreateDebugLocation(
                    self.context_ref(),
                    line,
                    0,
                    subprogram,
                    nowhere,
                );
                llvm::debuginfo::LLVMInstructionSetDebugLoc(self.0 .0, location);
            }
        }
    }

    /// The metadata of this kind, if attached.
    pub fn metadata(self, kind: u32) -> Option<Value> {
        optional(unsafe { core::LLVMGetMetadata(self.0 .0, kind) })
    }

    /// Whether the access's TBAA tag says that nothing ever writes to the memory.
    pub fn has_constant_tbaa(self) -> bool {
        let kind = Context(self.context_ref()).metadata_kind("tbaa");
        let Some(tag) = self.metadata(kind) else { return false };
        // !{base type, access type, offset, is constant}
        let count = unsafe { core::LLVMGetMDNodeNumOperands(tag.0) } as usize;
        let mut operands = vec![std::ptr::null_mut(); count];
        unsafe { core::LLVMGetMDNodeOperands(tag.0, operands.as_mut_ptr()) };
        let flag = operands.get(3).copied().and_then(optional);
        flag.and_then(Value::as_u64).is_some_and(|flag| flag != 0)
    }

    /// Says of a load that it never gives null.
    pub fn set_nonnull(self) {
        let context = Context(self.context_ref());
        let node = context.metadata_node(&[]);
        unsafe { core::LLVMSetMetadata(self.0 .0, context.metadata_kind("nonnull"), node.0) }
    }

    /// Removes the metadata of this kind.
    pub fn clear_metadata(self, kind: u32) {
        unsafe { core::LLVMSetMetadata(self.0 .0, kind, std::ptr::null_mut()) }
    }

    /// Copies all metadata and the debug location of `other`.
    pub fn copy_metadata(self, other: Inst) {
        unsafe {
            let mut count = 0;
            let entries =
                core::LLVMInstructionGetAllMetadataOtherThanDebugLoc(other.0 .0, &mut count);
            for i in 0..count as u32 {
                let kind = core::LLVMValueMetadataEntriesGetKind(entries, i);
                let node = core::LLVMValueMetadataEntriesGetMetadata(entries, i);
                let value = core::LLVMMetadataAsValue(self.context_ref(), node);
                core::LLVMSetMetadata(self.0 .0, kind, value);
            }
            core::LLVMDisposeValueMetadataEntries(entries);
        }
        self.copy_debug_location(other);
    }

    // --- memory accesses -----------------------------------------------------------------------

    /// Whether a load, store, or other access is volatile.
    pub fn is_volatile(self) -> bool {
        unsafe { core::LLVMGetVolatile(self.0 .0) != 0 }
    }

    /// Sets whether a load or store is volatile.
    pub fn set_volatile(self, volatile: bool) {
        unsafe { core::LLVMSetVolatile(self.0 .0, volatile.into()) }
    }

    /// The ordering of a load or store.
    pub fn ordering(self) -> Ordering {
        use llvm::LLVMAtomicOrdering::*;
        match unsafe { core::LLVMGetOrdering(self.0 .0) } {
            LLVMAtomicOrderingNotAtomic => Ordering::NotAtomic,
            LLVMAtomicOrderingUnordered | LLVMAtomicOrderingMonotonic => Ordering::Weak,
            _ => Ordering::Strong,
        }
    }

    /// Makes a store `atomic release`.
    pub fn set_release(self) {
        let release = llvm::LLVMAtomicOrdering::LLVMAtomicOrderingRelease;
        unsafe { core::LLVMSetOrdering(self.0 .0, release) }
    }

    /// Makes a load `atomic acquire`.
    pub fn set_acquire(self) {
        let acquire = llvm::LLVMAtomicOrdering::LLVMAtomicOrderingAcquire;
        unsafe { core::LLVMSetOrdering(self.0 .0, acquire) }
    }

    /// Copies volatility and ordering of another load or store.
    pub fn copy_access_kind(self, other: Inst) {
        unsafe {
            core::LLVMSetVolatile(self.0 .0, core::LLVMGetVolatile(other.0 .0));
            let ordering = core::LLVMGetOrdering(other.0 .0);
            if ordering != llvm::LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic {
                core::LLVMSetOrdering(self.0 .0, ordering);
                let single = core::LLVMIsAtomicSingleThread(other.0 .0);
                core::LLVMSetAtomicSingleThread(self.0 .0, single);
            }
        }
    }

    /// The alignment in bytes of a load, store or alloca.
    pub fn alignment(self) -> u32 {
        unsafe { core::LLVMGetAlignment(self.0 .0) }
    }

    /// Sets the alignment in bytes of a load, store or alloca.
    pub fn set_alignment(self, bytes: u32) {
        unsafe { core::LLVMSetAlignment(self.0 .0, bytes) }
    }

    /// The type an alloca makes room for.
    pub fn allocated_type(self) -> Type {
        Type(unsafe { core::LLVMGetAllocatedType(self.0 .0) })
    }

    // --- getelementptr -------------------------------------------------------------------------

    /// Whether a getelementptr is `inbounds`.
    pub fn is_inbounds(self) -> bool {
        unsafe { core::LLVMIsInBounds(self.0 .0) != 0 }
    }

    /// The type a getelementptr's indices walk through.
    pub fn gep_source_type(self) -> Type {
        Type(unsafe { core::LLVMGetGEPSourceElementType(self.0 .0) })
    }

    /// What a getelementptr adds to its base; `None` for vectors of pointers and scalable types.
    pub fn gep_offset(self, layout: DataLayout) -> Option<GepOffset> {
        gep_offset(self.0, self.gep_source_type(), layout)
    }

    /// What a getelementptr adds to its base, where that is a constant.
    pub fn constant_offset(self, layout: DataLayout) -> Option<i64> {
        let offset = self.gep_offset(layout)?;
        offset.variable.is_empty().then_some(offset.constant)
    }

    // --- aggregates and phi nodes --------------------------------------------------------------

    /// The indices of an `extractvalue` or `insertvalue`.
    pub fn aggregate_indices(self) -> Vec<u32> {
        unsafe {
            let count = core::LLVMGetNumIndices(self.0 .0) as usize;
            std::slice::from_raw_parts(core::LLVMGetIndices(self.0 .0), count).to_vec()
        }
    }

    /// The lanes a `shufflevector` takes; `None` for undefined ones.
    pub fn shuffle_mask(self) -> Vec<Option<u32>> {
        let count = unsafe { core::LLVMGetNumMaskElements(self.0 .0) };
        let lane = |i| unsafe { core::LLVMGetMaskValue(self.0 .0, i) };
        (0..count).map(|i| u32::try_from(lane(i)).ok()).collect()
    }

    /// A phi node's values and the blocks they come from.
    pub fn incoming(self) -> Vec<(Value, Block)> {
        let count = unsafe { core::LLVMCountIncoming(self.0 .0) };
        (0..count)
            .map(|i| unsafe {
                let value = core::LLVMGetIncomingValue(self.0 .0, i);
                (Value(value), Block(core::LLVMGetIncomingBlock(self.0 .0, i)))
            })
            .collect()
    }

    /// Adds an edge to a phi node.
    pub fn add_incoming(self, value: Value, block: Block) {
        let (mut value, mut block) = (value.0, block.0);
        unsafe { core::LLVMAddIncoming(self.0 .0, &mut value, &mut block, 1) }
    }

    // --- comparisons and branches --------------------------------------------------------------

    /// Whether an `icmp` is `eq` (true) or `ne` (false); `None` for other predicates and
    /// instructions.
    pub fn equality(self) -> Option<bool> {
        use llvm::LLVMIntPredicate::*;
        if self.opcode() != Opcode::LLVMICmp {
            return None;
        }
        match unsafe { core::LLVMGetICmpPredicate(self.0 .0) } {
            LLVMIntEQ => Some(true),
            LLVMIntNE => Some(false),
            _ => None,
        }
    }

    /// The targets of a conditional branch: taken when its condition is true, and when false.
    pub fn branch_targets(self) -> Option<(Block, Block)> {
        if self.opcode() != Opcode::LLVMBr || unsafe { core::LLVMIsConditional(self.0 .0) } == 0 {
            return None;
        }
        let target = |i| Block(unsafe { core::LLVMGetSuccessor(self.0 .0, i) });
        Some((target(0), target(1)))
    }
}

/// LLVM-C names the getter after the value, the setter after the instruction.
unsafe fn core_debug_loc(inst: LLVMValueRef) -> LLVMMetadataRef {
    llvm::debuginfo::LLVMInstructionGetDebugLoc(inst)
}

/// The byte offset of a getelementptr instruction or constant expression.
pub(super) fn gep_offset(gep: Value, source: Type, layout: DataLayout) -> Option<GepOffset> {
    if !gep.ty().is_pointer() {
        return None;
    }
    let mut offset = GepOffset::default();
    let mut ty = source;
    for (position, index) in gep.operands().skip(1).enumerate() {
        if position > 0 {
            if let TypeKind::Struct(_) = ty.kind() {
                let field = index.as_u64()? as u32;
                offset.constant += layout.field_offset(ty, field) as i64;
                ty = ty.fields()[field as usize];
                continue;
            }
            ty = match ty.kind() {
                TypeKind::Array(_) | TypeKind::Vector(_) => ty.element(),
                _ => return None,
            };
        }
        if !ty.is_sized() || ty.kind() == TypeKind::ScalableVector {
            return None;
        }
        let stride = layout.alloc_size(ty);
        match index.as_i64() {
            Some(count) => {
                offset.constant = offset.constant.checked_add(count.checked_mul(stride as i64)?)?;
            }
            None if matches!(index.ty().kind(), TypeKind::Int(_)) && !index.is_constant() => {
                offset.variable.push((index, stride));
            }
            None => return None,
        }
    }
    Some(offset)
}
