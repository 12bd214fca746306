//! Constraints of calls: step 2 of `constraints` for the calling instructions.
//!
//! 1. Allocation functions make or end sites.
//! 2. Intrinsics that only touch memory are accesses; those that only mark it are ignored.
//! 3. A direct call of a function whose callers are all known ties arguments to parameters, and
//!    the result to what the function returns.
//! 4. A call through a pointer waits until it is known what the pointer may be (`indirect`).
//! 5. Any other call lets its pointers escape.

use super::{address_node, block_operands, choose, flow, is_must_tail};
use crate::diagnostics::Code;
use crate::ir::{AttributeList, Attrs, Function, Inst, Opcode, Value};
use crate::tape::analysis::Analysis;
use crate::tape::classes::{Content, Node};
use crate::tape::sites::{memory_call, site, MemoryCall};
use crate::tape::tags::own_type;

/// The longest copy, in bytes, whose words are matched one by one; longer ones are arrays.
const LONGEST_EXACT_COPY: u64 = 4096;

/// Attributes of parameters that stand for memory the calling convention copies or owns.
const BY_VALUE: [&str; 6] = ["sret", "byval", "byref", "inalloca", "preallocated", "swifterror"];

/// Whether the parameter is memory that the calling convention copies or owns.
pub fn is_by_value(attributes: AttributeList, param: u32) -> bool {
    BY_VALUE.iter().any(|name| attributes.has(Attrs::Param(param), name))
}

/// Whether a call is an intrinsic that only marks memory or values.
pub fn is_marker(name: &str) -> bool {
    ["llvm.assume", "llvm.dbg.", "llvm.lifetime."].iter().any(|marker| name.starts_with(marker))
}

pub fn call(a: &mut Analysis, inst: Inst, indirect_calls: &mut Vec<Inst>) {
    let callee = inst.callee().as_function();
    let intrinsic = callee.filter(|f| f.is_intrinsic()).map(|f| f.name());
    if intrinsic.as_deref().is_some_and(is_marker) {
        return;
    }
    if inst.bundle_count() != 0 {
        block_bundles(a, inst);
    }
    if let Some(kind) = memory_call(inst) {
        return allocation(a, inst, kind);
    }
    if let Some(name) = intrinsic {
        if name.starts_with("llvm.memset.") {
            return memset(a, inst);
        }
        if name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.") {
            return copy(a, inst);
        }
    }
    match inst.called_function() {
        Some(callee) if !callee.is_declaration() => known_call(a, inst, callee),
        None if !inst.is_inline_asm() && !callee.is_some_and(|f| f.is_declaration()) => {
            indirect_calls.push(inst);
        }
        _ => unknown_call(a, inst),
    }
}

// --- (1) ---------------------------------------------------------------------------------------

fn allocation(a: &mut Analysis, inst: Inst, kind: MemoryCall) {
    if inst.opcode() != Opcode::LLVMCall {
        block_operands(a, inst, Code::Invoke, "is allocated or freed by an invoke");
        a.blocks_value(inst.value(), Code::Invoke, "is allocated by an invoke", *inst);
    } else if is_must_tail(inst) {
        block_operands(a, inst, Code::MustTail, "is freed by a musttail call");
        a.blocks_value(inst.value(), Code::MustTail, "is allocated by a musttail call", *inst);
    }
    if kind == MemoryCall::Free {
        if let Some(node) = address_node(a, inst.operand(0)) {
            a.frees.push((node, inst));
        }
    }
    if kind == MemoryCall::Realloc {
        // Old and new memory hold the same: one class, the positions equal.
        flow(a, inst.operand(0), inst.value(), inst);
    }
    if let (Some(site), Some(node)) = (site(inst), a.nodes(inst.value()).leaf(0)) {
        a.sites.push((site, node));
        if let Some(Err(text)) = own_type(inst) {
            let what = format!("is to have the type at '{text}', which is no address");
            a.blocks(node, Code::BadTapeType, what, inst.value());
        }
    }
}

// --- (2) ---------------------------------------------------------------------------------------

fn memset(a: &mut Analysis, inst: Inst) {
    let Some(to) = address_node(a, inst.operand(0)) else { return };
    if inst.operand(1).is_null() || inst.operand(1).is_undef() {
        return;
    }
    let size = inst.operand(2).as_u64().unwrap_or(u64::MAX);
    a.classes.access(to, 0, Content { data: Some((inst, size)), ..Content::default() });
}

fn copy(a: &mut Analysis, inst: Inst) {
    let to = address_node(a, inst.operand(0));
    let from = address_node(a, inst.operand(1));
    let (Some(to), Some(from)) = (to, from) else {
        // One side is an object or null: what crosses is not known.
        for node in [to, from].into_iter().flatten() {
            a.blocks(node, Code::EscapesMemory, "is copied to or from an object", *inst);
        }
        return;
    };
    match inst.operand(2).as_u64() {
        Some(bytes) if bytes <= LONGEST_EXACT_COPY => {
            for word in (0..bytes).step_by(a.word() as usize) {
                a.classes.unify_content(to, from, word, Some(inst));
            }
        }
        _ => a.classes.unify(to, from, 0, inst.value()),
    }
}

// --- (3) ---------------------------------------------------------------------------------------

/// A call of `callee`, or of functions for all of which it stands.
pub fn known_call(a: &mut Analysis, inst: Inst, callee: Function) {
    for (param, arg) in callee.params().into_iter().zip(inst.args()) {
        choose(a, arg, param, inst);
    }
    if callee.function_type().is_variadic() {
        let fixed = callee.params().len();
        for arg in inst.args().into_iter().skip(fixed) {
            escape(a, arg, inst, Code::EscapesCall);
        }
    }
    let count = a.count(inst.ty());
    if count != 0 {
        let first = a.return_nodes(callee);
        for leaf in 0..count {
            if let Some(node) = a.nodes(inst.value()).leaf(leaf) {
                a.classes.unify(node, Node(first.0 + leaf), 0, inst.value());
            }
        }
    }
    for (i, arg) in inst.args().into_iter().enumerate() {
        if is_by_value(inst.call_attributes(), i as u32) {
            a.blocks_value(arg, Code::ByValue, "is an sret or by-value argument", *inst);
        }
    }
    let special = if inst.opcode() != Opcode::LLVMCall {
        Some((Code::Invoke, "is an argument or result of an invoke"))
    } else if is_must_tail(inst) {
        Some((Code::MustTail, "is an argument or result of a musttail call"))
    } else {
        None
    };
    if let Some((code, what)) = special {
        for arg in inst.args() {
            a.blocks_value(arg, code, what, inst.value());
        }
        a.blocks_value(inst.value(), code, what, inst.value());
    }
}

// --- (5) ---------------------------------------------------------------------------------------

/// A call of anything.
pub fn unknown_call(a: &mut Analysis, inst: Inst) {
    let code = if inst.is_inline_asm() { Code::InlineAsm } else { Code::EscapesCall };
    for arg in inst.args() {
        escape(a, arg, inst, code);
    }
    if a.count(inst.ty()) != 0 {
        let what = "may be a pointer that an unknown function returned";
        a.blocks_value(inst.value(), Code::MixedWithOther, what, inst.value());
    }
}

fn escape(a: &mut Analysis, arg: Value, inst: Inst, code: Code) {
    if a.count(arg.ty()) == 0 || arg.is_metadata_or_block() {
        return;
    }
    let whom = match inst.callee().as_function() {
        Some(function) if !function.is_declaration() => {
            format!("'{}' as a variable argument", function.name())
        }
        Some(function) => format!("'{}', which is not defined here", function.name()),
        None if code == Code::InlineAsm => "inline assembly".to_string(),
        None => "an indirect call".to_string(),
    };
    a.blocks_value(arg, code, &format!("is passed to {whom}"), inst.value());
}

fn block_bundles(a: &mut Analysis, inst: Inst) {
    let args = inst.arg_count();
    for operand in inst.operands().skip(args as usize) {
        if operand == inst.callee() || operand.is_metadata_or_block() {
            continue;
        }
        let what = "is an operand of an operand bundle";
        a.blocks_value(operand, Code::Instruction, what, inst.value());
    }
}
