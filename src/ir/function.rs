//! Functions and basic blocks.

use super::attributes::{AttributeList, Attrs};
use super::inst::Inst;
use super::module::Module;
use super::raw::*;
use super::shim;
use super::types::Type;
use super::value::{optional, Value};

/// How a global is seen from outside its module, as far as the passes care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// `internal` or `private`: every use is in this module.
    Local,
    /// `external`.
    External,
    /// Any other: visible from outside, perhaps merged or replaced.
    Other,
}

impl Linkage {
    pub(super) fn of(global: Value) -> Linkage {
        use llvm::LLVMLinkage::*;
        match unsafe { core::LLVMGetLinkage(global.0) } {
            LLVMInternalLinkage | LLVMPrivateLinkage => Linkage::Local,
            LLVMExternalLinkage => Linkage::External,
            _ => Linkage::Other,
        }
    }

    pub(super) fn apply(self, global: Value) {
        use llvm::LLVMLinkage::*;
        let raw = match self {
            Linkage::Local => LLVMInternalLinkage,
            Linkage::External | Linkage::Other => LLVMExternalLinkage,
        };
        unsafe { core::LLVMSetLinkage(global.0, raw) }
    }
}

/// A function, declared or defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Function(pub(super) Value);

impl std::ops::Deref for Function {
    type Target = Value;
    fn deref(&self) -> &Value {
        &self.0
    }
}

impl Function {
    /// The function as a value: its address.
    pub fn value(self) -> Value {
        self.0
    }

    /// The module the function is in.
    pub fn module(self) -> Module {
        Module(unsafe { core::LLVMGetGlobalParent(self.0 .0) })
    }

    /// The function's type (not its address's).
    pub fn function_type(self) -> Type {
        Type(unsafe { core::LLVMGlobalGetValueType(self.0 .0) })
    }

    /// Whether the function has no body here.
    pub fn is_declaration(self) -> bool {
        unsafe { core::LLVMIsDeclaration(self.0 .0) != 0 }
    }

    /// Whether this is one of LLVM's intrinsics.
    pub fn is_intrinsic(self) -> bool {
        unsafe { core::LLVMGetIntrinsicID(self.0 .0) != 0 }
    }

    /// The linkage.
    pub fn linkage(self) -> Linkage {
        Linkage::of(self.0)
    }

    /// Sets the linkage.
    pub fn set_linkage(self, linkage: Linkage) {
        linkage.apply(self.0)
    }

    /// Whether another definition may replace this one at link time.
    pub fn is_interposable(self) -> bool {
        unsafe { shim::jgp_is_interposable(self.0 .0) }
    }

    /// The arguments, in order.
    pub fn params(self) -> Vec<Value> {
        let count = unsafe { core::LLVMCountParams(self.0 .0) };
        (0..count).map(|i| Value(unsafe { core::LLVMGetParam(self.0 .0, i) })).collect()
    }

    /// The basic blocks, in order.
    pub fn blocks(self) -> Vec<Block> {
        let mut all = Vec::new();
        let mut at = unsafe { core::LLVMGetFirstBasicBlock(self.0 .0) };
        while !at.is_null() {
            all.push(Block(at));
            at = unsafe { core::LLVMGetNextBasicBlock(at) };
        }
        all
    }

    /// The entry block of a definition.
    pub fn entry(self) -> Block {
        Block(unsafe { core::LLVMGetEntryBasicBlock(self.0 .0) })
    }

    /// All instructions, block by block.
    pub fn instructions(self) -> Vec<Inst> {
        self.blocks().into_iter().flat_map(|b| b.instructions()).collect()
    }

    /// A new empty block at the end.
    pub fn append_block(self, name: &str) -> Block {
        let name = c_string(name);
        let context = self.module().context();
        Block(unsafe { core::LLVMAppendBasicBlockInContext(context.0, self.0 .0, name.as_ptr()) })
    }

    /// The calling convention's number.
    pub fn call_conv(self) -> u32 {
        unsafe { core::LLVMGetFunctionCallConv(self.0 .0) }
    }

    /// Moves the body of `from` here; `self` must be a declaration of a compatible function.
    pub fn take_body(self, from: Function) {
        unsafe { shim::jgp_splice_body(from.0 .0, self.0 .0) }
    }

    /// Copies linkage, calling convention, attributes, section, comdat, metadata, … of `from`.
    pub fn copy_properties(self, from: Function) {
        unsafe { shim::jgp_copy_function_properties(self.0 .0, from.0 .0) }
    }

    /// Moves the body to a new internal function of the same type, attributes and calling
    /// convention, and with it what belongs to the body: its subprogram and personality. `self` is
    /// left without blocks, with a copy of the subprogram.
    pub fn outline_body(self, name: &str) -> Function {
        let name = c_string(name);
        Function(Value(unsafe { shim::jgp_outline_body(self.0 .0, name.as_ptr()) }))
    }

    /// The attributes.
    pub fn attributes(self) -> AttributeList {
        AttributeList::of_function(self)
    }

    /// The loop nest.
    pub fn loops(self) -> LoopNest {
        let count = self.blocks().len();
        let (mut headers, mut parents) = (vec![-1i64; count], vec![-1i64; count]);
        unsafe {
            shim::jgp_loop_headers(self.0 .0, headers.as_mut_ptr(), parents.as_mut_ptr(), count);
        }
        let index = |raw: Vec<i64>| raw.into_iter().map(|i| usize::try_from(i).ok()).collect();
        LoopNest { headers: index(headers), parents: index(parents) }
    }

    /// Whether the function attribute of this name is set.
    pub fn has_attribute(self, name: &str) -> bool {
        self.attributes().has(Attrs::Function, name)
    }

    /// Removes the function from its module; nothing may use it.
    pub fn erase(self) {
        unsafe { core::LLVMDeleteFunction(self.0 .0) }
    }
}

/// A function's natural loops. Loops and blocks are named by the block's place in the function.
pub struct LoopNest {
    /// For each block, the header of its innermost loop.
    pub headers: Vec<Option<usize>>,
    /// For each block, the header of the loop around its innermost one.
    pub parents: Vec<Option<usize>>,
}

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Block(pub(super) LLVMBasicBlockRef);

impl Block {
    /// The function the block is in.
    pub fn function(self) -> Function {
        Function(Value(unsafe { core::LLVMGetBasicBlockParent(self.0) }))
    }

    /// The instructions, in order.
    pub fn instructions(self) -> Vec<Inst> {
        let mut all = Vec::new();
        let mut at = self.first();
        while let Some(inst) = at {
            all.push(inst);
            at = inst.next();
        }
        all
    }

    /// The first instruction.
    pub fn first(self) -> Option<Inst> {
        optional(unsafe { core::LLVMGetFirstInstruction(self.0) }).map(Inst)
    }

    /// The first instruction that is neither a phi node nor a landing pad.
    pub fn first_insertion_point(self) -> Option<Inst> {
        let mut at = self.first();
        while let Some(inst) = at {
            match inst.opcode() {
                Opcode::LLVMPHI | Opcode::LLVMLandingPad => at = inst.next(),
                _ => return Some(inst),
            }
        }
        None
    }

    /// The terminator, if the block has one.
    pub fn terminator(self) -> Option<Inst> {
        optional(unsafe { core::LLVMGetBasicBlockTerminator(self.0) }).map(Inst)
    }

    /// The successors, once per edge.
    pub fn successors(self) -> Vec<Block> {
        let Some(end) = self.terminator() else { return Vec::new() };
        let count = unsafe { core::LLVMGetNumSuccessors(end.0 .0) };
        (0..count).map(|i| Block(unsafe { core::LLVMGetSuccessor(end.0 .0, i) })).collect()
    }

    /// The blocks that branch here, once per edge, in no particular order.
    pub fn predecessors(self) -> Vec<Block> {
        let users = Value(unsafe { core::LLVMBasicBlockAsValue(self.0) }).users();
        users.into_iter().filter_map(|u| u.as_inst()).map(|inst| inst.block()).collect()
    }

    /// A new empty block behind this one.
    pub fn append_after(self, name: &str) -> Block {
        let block = self.function().append_block(name);
        unsafe { core::LLVMMoveBasicBlockAfter(block.0, self.0) };
        block
    }

    /// Deletes the block; nothing may branch to it or use what it defines.
    pub fn erase(self) {
        unsafe { core::LLVMDeleteBasicBlock(self.0) }
    }

    /// The block's label.
    pub fn name(self) -> String {
        Value(unsafe { core::LLVMBasicBlockAsValue(self.0) }).name()
    }
}
