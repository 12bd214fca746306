//! Reads a module once and fills an [`Analysis`].
//!
//! 1. Every function and global: an exported function's parameters and result are pointers of
//!    unknown memory (facts); what globals hold from the start is in their cells.
//! 2. Every instruction: what it makes equal is unified, what it accesses is recorded in cells,
//!    what the rewriter could not follow becomes a fact.
//! 3. Pointers that are one of several places (`choices`), once it is known what is accessed through
//!    them.
//! 4. Calls through pointers (`indirect`), once it is known which functions they may reach.
//!
//! The match over opcodes names every opcode: a new one is a decision, not an accident.

use crate::diagnostics::{set_current_instruction, Code};
use crate::ir::{Function, Global, Inst, Linkage, Module, Opcode, TailKind, Type, TypeKind, Value};
use crate::julia;
use crate::options::{Exported, TapeLoweringOptions};
use crate::tape::analysis::{Analysis, Effect, Fact};
use crate::tape::classes::{Content, Node};
use crate::tape::congruence::Congruence;
use crate::tape::leaves::{Leaf, LeafKind};
use crate::tape::parts::Parts;
use crate::tape::words::{copied_by, copies_of};

mod calls;
mod choices;
mod indirect;
pub use calls::is_marker;
pub use choices::Choices;

/// Analyses a module.
pub fn analyse(module: Module, options: &TapeLoweringOptions, parts: Parts) -> Analysis {
    let mut analysis = Analysis::new(module, options.dynamic, parts);
    let functions = module.functions();
    for &function in &functions {
        if !function.is_declaration() {
            visit_function(&mut analysis, function, options.exported);
        }
    }
    for global in module.globals() {
        visit_global(&mut analysis, global);
    }
    choices::find(&mut analysis);
    let mut indirect_calls = Vec::new();
    for function in functions {
        for inst in function.instructions() {
            set_current_instruction(Some(inst));
            visit(&mut analysis, inst, &mut indirect_calls);
        }
    }
    choices::settle(&mut analysis);
    indirect::resolve(&mut analysis, &indirect_calls);
    set_current_instruction(None);
    analysis
}

// --- (1) functions -----------------------------------------------------------------------------

fn visit_function(a: &mut Analysis, function: Function, exported: Exported) {
    // With `exported=lower` callers elsewhere are the user's affair, unless another definition may
    // take this one's place.
    let lower = exported == Exported::Lower && !function.is_interposable();
    if function.linkage() == Linkage::Local || lower {
        return visit_by_value_params(a, function);
    }
    open_function(a, function, Effect::Lent, Code::Exported, "exported");
}

/// Says that callers of the function are not known: `how` tells why.
fn open_function(a: &mut Analysis, function: Function, effect: Effect, code: Code, how: &str) {
    for param in function.params() {
        for leaf in 0..a.count(param.ty()) {
            if let Some(node) = a.nodes(param).leaf(leaf) {
                let what = format!("may be an argument of '{}', which is {how}", function.name());
                a.facts.push(Fact { node, effect, code, what, at: function.value() });
            }
        }
    }
    let count = a.count(function.function_type().result());
    if count != 0 {
        let first = a.return_nodes(function);
        for leaf in 0..count {
            let what = format!("is returned by '{}', which is {how}", function.name());
            a.blocks(Node(first.0 + leaf), code, what, function.value());
        }
    }
}

/// What the global holds from the start. Lists of what must be kept say nothing of its use.
fn visit_global(a: &mut Analysis, global: Global) {
    let is_list = matches!(global.name().as_str(), "llvm.used" | "llvm.compiler.used");
    let (Some(value), false) = (global.initializer(), is_list) else { return };
    if let Some(node) = a.nodes(*global).leaf(0) {
        a.initial_content(node, value);
    }
}

fn visit_by_value_params(a: &mut Analysis, function: Function) {
    for (i, param) in function.params().into_iter().enumerate() {
        if calls::is_by_value(function.attributes(), i as u32) {
            let what = format!("is the sret or by-value argument {i} of '{}'", function.name());
            a.blocks_value(param, Code::ByValue, &what, function.value());
        }
    }
}

// --- (2) instructions --------------------------------------------------------------------------

fn visit(a: &mut Analysis, inst: Inst, indirect_calls: &mut Vec<Inst>) {
    match inst.opcode() {
        Opcode::LLVMAlloca => add_site(a, inst),
        Opcode::LLVMLoad => load(a, inst),
        Opcode::LLVMStore => store(a, inst),
        Opcode::LLVMGetElementPtr if a.site(inst).is_some() => add_site(a, inst),
        Opcode::LLVMGetElementPtr => gep(a, inst),
        Opcode::LLVMBitCast => bitcast(a, inst),
        Opcode::LLVMAddrSpaceCast => address_space_cast(a, inst),
        Opcode::LLVMPHI => {
            for (value, _) in inst.incoming() {
                choose(a, value, inst.value(), inst);
            }
        }
        Opcode::LLVMSelect => {
            choose(a, inst.operand(1), inst.value(), inst);
            choose(a, inst.operand(2), inst.value(), inst);
        }
        Opcode::LLVMFreeze => flow(a, inst.operand(0), inst.value(), inst),
        Opcode::LLVMInsertValue => insert_value(a, inst),
        Opcode::LLVMRet => ret(a, inst),
        Opcode::LLVMCall | Opcode::LLVMInvoke | Opcode::LLVMCallBr => {
            calls::call(a, inst, indirect_calls);
        }
        Opcode::LLVMPtrToInt => block_operands(a, inst, Code::PointerToInt, "becomes an integer"),
        #[cfg(feature = "llvm22")]
        Opcode::LLVMPtrToAddr => unreachable!("src/ir calls it ptrtoint"),
        Opcode::LLVMAtomicCmpXchg | Opcode::LLVMAtomicRMW => atomic(a, inst),
        Opcode::LLVMIntToPtr => {
            a.blocks_value(inst.value(), Code::MixedWithOther, "may be any address", *inst);
        }
        // The parts have the aggregate's nodes.
        Opcode::LLVMExtractValue => {}
        // Comparing says nothing about where a pointer points; the plan checks both sides.
        Opcode::LLVMICmp => {}
        // The elements of a vector share one node.
        Opcode::LLVMExtractElement => flow(a, inst.operand(0), inst.value(), inst),
        Opcode::LLVMInsertElement | Opcode::LLVMShuffleVector => {
            flow(a, inst.operand(0), inst.value(), inst);
            flow(a, inst.operand(1), inst.value(), inst);
        }
        Opcode::LLVMVAArg
        | Opcode::LLVMLandingPad
        | Opcode::LLVMCleanupPad
        | Opcode::LLVMCatchPad
        | Opcode::LLVMCatchSwitch
        | Opcode::LLVMCatchRet
        | Opcode::LLVMCleanupRet
        | Opcode::LLVMResume
        | Opcode::LLVMUserOp1
        | Opcode::LLVMUserOp2 => {
            block_operands(a, inst, Code::Instruction, "is an operand of this instruction");
            a.blocks_value(inst.value(), Code::Instruction, "is its result", inst.value());
        }
        // No pointer goes in or comes out.
        Opcode::LLVMBr
        | Opcode::LLVMSwitch
        | Opcode::LLVMIndirectBr
        | Opcode::LLVMUnreachable
        | Opcode::LLVMFence
        | Opcode::LLVMFNeg
        | Opcode::LLVMAdd
        | Opcode::LLVMFAdd
        | Opcode::LLVMSub
        | Opcode::LLVMFSub
        | Opcode::LLVMMul
        | Opcode::LLVMFMul
        | Opcode::LLVMUDiv
        | Opcode::LLVMSDiv
        | Opcode::LLVMFDiv
        | Opcode::LLVMURem
        | Opcode::LLVMSRem
        | Opcode::LLVMFRem
        | Opcode::LLVMShl
        | Opcode::LLVMLShr
        | Opcode::LLVMAShr
        | Opcode::LLVMAnd
        | Opcode::LLVMOr
        | Opcode::LLVMXor
        | Opcode::LLVMTrunc
        | Opcode::LLVMZExt
        | Opcode::LLVMSExt
        | Opcode::LLVMFPToUI
        | Opcode::LLVMFPToSI
        | Opcode::LLVMUIToFP
        | Opcode::LLVMSIToFP
        | Opcode::LLVMFPTrunc
        | Opcode::LLVMFPExt
        | Opcode::LLVMFCmp => {}
    }
}

fn add_site(a: &mut Analysis, inst: Inst) {
    let is_alloca = inst.opcode() == Opcode::LLVMAlloca;
    if is_alloca && inst.allocated_type().kind() == TypeKind::ScalableVector {
        a.blocks_value(inst.value(), Code::Instruction, "has a scalable size", inst.value());
        return;
    }
    if let (Some(site), Some(node)) = (a.site(inst), a.nodes(inst.value()).leaf(0)) {
        a.sites.push((site, node));
    }
}

/// `to` may be `from`, leaf by leaf.
fn flow(a: &mut Analysis, from: Value, to: Value, by: Inst) {
    for leaf in 0..a.count(to.ty()) {
        if let (Some(from), Some(to)) = (a.nodes(from).leaf(leaf), a.nodes(to).leaf(leaf)) {
            a.classes.unify(to, from, 0, by.value());
        }
    }
}

/// As [`flow`], where `to` may be one of several places.
fn choose(a: &mut Analysis, from: Value, to: Value, by: Inst) {
    if !a.choices.note(to, from, by.value()) {
        flow(a, from, to, by);
    }
}

fn block_operands(a: &mut Analysis, inst: Inst, code: Code, what: &str) {
    for operand in inst.operands() {
        if !operand.is_metadata_or_block() {
            a.blocks_value(operand, code, what, inst.value());
        }
    }
}

/// Scalable vectors of pointers are not followed.
fn block_scalable(a: &mut Analysis, value: Value, inst: Inst) {
    if value.ty().kind() == TypeKind::ScalableVector {
        a.blocks_value(value, Code::Instruction, "is part of a scalable vector", inst.value());
    }
}

/// The node of an address; `None` for memory that is not plain (objects, null).
fn address_node(a: &mut Analysis, address: Value) -> Option<Node> {
    if a.count(address.ty()) == 0 {
        return None;
    }
    a.nodes(address).leaf(0)
}

fn load(a: &mut Analysis, inst: Inst) {
    block_scalable(a, inst.value(), inst);
    let Some(address) = address_node(a, inst.operand(0)) else {
        let what = "may be a pointer that an object holds";
        a.blocks_value(inst.value(), Code::MixedWithOther, what, *inst);
        return;
    };
    if let Some(stores) = copies_of(inst, a.word()) {
        note_alignment(a, inst, address);
        for store in stores {
            if let Some(to) = address_node(a, store.operand(1)) {
                a.classes.unify_content(to, address, 0, Some(inst));
            }
        }
        return;
    }
    access(a, inst, address, inst.ty());
    for leaf in a.leaves.of(inst.ty()).iter() {
        if let LeafKind::Plain(index) = leaf.kind {
            let pointee = a.classes.pointee(address, leaf.offset, Some(inst));
            if let Some(node) = a.nodes(inst.value()).leaf(index) {
                a.classes.unify(node, pointee, 0, inst.value());
            }
        }
    }
}

fn store(a: &mut Analysis, inst: Inst) {
    let (value, address) = (inst.operand(0), inst.operand(1));
    block_scalable(a, value, inst);
    let Some(address) = address_node(a, address) else {
        let what = "is stored into an object or through an unknown pointer";
        a.blocks_value(value, Code::EscapesMemory, what, inst.value());
        return;
    };
    if copied_by(inst, a.word()).is_some() {
        return note_alignment(a, inst, address);
    }
    if value.is_null() || value.is_undef() {
        note_alignment(a, inst, address);
        // Zeros say nothing about what else lies there: memset of a tape becomes `store i64 0`.
        for leaf in a.leaves.of(value.ty()).iter().filter(|l| l.kind == LeafKind::Tracked) {
            record(a, inst, address, leaf);
        }
        return;
    }
    access(a, inst, address, value.ty());
    for leaf in a.leaves.of(value.ty()).iter() {
        if let LeafKind::Plain(index) = leaf.kind {
            if let Some(node) = a.nodes(value).leaf(index) {
                let pointee = a.classes.pointee(address, leaf.offset, Some(inst));
                a.classes.unify(pointee, node, 0, inst.value());
            }
        }
    }
}

/// Records every leaf that an access of this type touches.
fn access(a: &mut Analysis, inst: Inst, address: Node, ty: Type) {
    note_alignment(a, inst, address);
    for leaf in a.leaves.of(ty).iter() {
        record(a, inst, address, leaf);
    }
}

fn record(a: &mut Analysis, inst: Inst, address: Node, leaf: &Leaf) {
    let found = match leaf.kind {
        LeafKind::Tracked => Content { tracked: Some(inst), ..Content::default() },
        LeafKind::Derived => Content { derived: Some(inst), ..Content::default() },
        LeafKind::Data => Content { data: Some((inst, leaf.size)), ..Content::default() },
        LeafKind::Plain(_) => return,
    };
    a.classes.access(address, leaf.offset, found);
}

fn note_alignment(a: &mut Analysis, inst: Inst, address: Node) {
    if inst.alignment() > julia::HEAP_ALIGNMENT {
        a.over_aligned.push((address, inst));
    }
}

fn gep(a: &mut Analysis, inst: Inst) {
    if a.count(inst.ty()) == 0 {
        return;
    }
    if let Some(offsets) = choices::constant_offsets(a, inst) {
        if a.choices.note_gep(inst, &offsets) {
            return;
        }
    }
    let layout = a.leaves.data_layout();
    let offset = inst.gep_offset(layout);
    let Some(result) = a.nodes(inst.value()).leaf(0) else { return };
    let (Some(offset), true) = (offset, inst.operand(0).ty().is_pointer()) else {
        block_operands(a, inst, Code::Instruction, "is an operand of this getelementptr");
        a.blocks(result, Code::Instruction, "is its result", inst.value());
        return;
    };
    let Some(base) = a.nodes(inst.operand(0)).leaf(0) else {
        a.blocks(result, Code::MixedWithOther, "may be an offset from null", inst.value());
        return;
    };
    let mut distance = offset.constant;
    for &(index, stride) in &offset.variable {
        let residue = Congruence::of(index).residue;
        distance = distance.wrapping_add(residue.wrapping_mul(stride as i64));
    }
    a.classes.unify(result, base, distance, inst.value());
    for (index, stride) in offset.variable {
        let modulus = Congruence::of(index).modulus.saturating_mul(stride);
        if modulus != 0 {
            a.classes.weaken(result, modulus);
        }
    }
}

fn bitcast(a: &mut Analysis, inst: Inst) {
    if inst.ty().is_pointer() {
        flow(a, inst.operand(0), inst.value(), inst);
    } else {
        block_operands(a, inst, Code::Instruction, "is an operand of this cast");
        a.blocks_value(inst.value(), Code::Instruction, "is its result", inst.value());
    }
}

fn address_space_cast(a: &mut Analysis, inst: Inst) {
    let from_object = inst.operand(0).ty().address_space() == Some(julia::TRACKED);
    let to_object = inst.ty().address_space() == Some(julia::TRACKED);
    if from_object {
        a.blocks_value(*inst, Code::MixedWithOther, "may point into an object", *inst);
    } else if to_object || !inst.ty().is_pointer() {
        block_operands(a, inst, Code::Instruction, "is cast to an object pointer");
    } else {
        flow(a, inst.operand(0), inst.value(), inst);
    }
}

fn insert_value(a: &mut Analysis, inst: Inst) {
    flow(a, inst.operand(0), inst.value(), inst);
    let part = inst.operand(1);
    let (skipped, _) = a.leaves.part(inst.ty(), &inst.aggregate_indices());
    for leaf in 0..a.count(part.ty()) {
        let from = a.nodes(part).leaf(leaf);
        if let (Some(from), Some(to)) = (from, a.nodes(inst.value()).leaf(skipped + leaf)) {
            a.classes.unify(to, from, 0, inst.value());
        }
    }
}

fn ret(a: &mut Analysis, inst: Inst) {
    if inst.operand_count() == 0 {
        return;
    }
    let value = inst.operand(0);
    let count = a.count(value.ty());
    if count == 0 {
        return;
    }
    let first = a.return_nodes(inst.function());
    for leaf in 0..count {
        if let Some(node) = a.nodes(value).leaf(leaf) {
            a.classes.unify(Node(first.0 + leaf), node, 0, inst.value());
            a.returned.push(node);
        }
    }
}

/// Read-modify-write of data or of a tracked pointer is an access; of a plain pointer it is not
/// known to the rewriter.
fn atomic(a: &mut Analysis, inst: Inst) {
    let value = inst.operand(1);
    for operand in inst.operands().skip(1) {
        a.blocks_value(operand, Code::Instruction, "is exchanged atomically", inst.value());
    }
    a.blocks_value(inst.value(), Code::Instruction, "is its result", inst.value());
    if let Some(address) = address_node(a, inst.operand(0)) {
        access(a, inst, address, value.ty());
        if a.count(value.ty()) != 0 {
            a.blocks(address, Code::Instruction, "is accessed by this instruction", *inst);
        }
    }
}

/// Whether a call must keep its place right before a return.
pub fn is_must_tail(inst: Inst) -> bool {
    inst.tail_kind() == TailKind::MustTail
}
