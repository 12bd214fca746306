//! No undefined bits get into the collector's hands.
//!
//! An undefined pointer may become any bits. Stored into an object they are read by the collector
//! and by the barrier, so a value that is stored is followed to the constants it may come from, and
//! what is undefined in them becomes null, which is one of the values that it may be. LLVM makes
//! inputs of phi nodes undefined where nobody uses the result; Enzyme caches it all the same.

use super::Rewriter;
use crate::ir::{Inst, Opcode, TypeKind, Value};
use crate::julia;

impl Rewriter<'_> {
    /// The value, with every undefined tracked pointer it may be made null.
    pub(super) fn defined(&mut self, value: Value) -> Value {
        if !julia::carries_tracked(value.ty()) {
            return value;
        }
        if value.is_constant() {
            return defined_constant(value);
        }
        let mut todo = vec![value];
        while let Some(value) = todo.pop() {
            let Some(inst) = value.as_inst().filter(|&inst| passes_on(inst)) else { continue };
            if !self.defined.insert(inst) {
                continue;
            }
            for (i, operand) in (0..).zip(inst.operands()) {
                if !julia::carries_tracked(operand.ty()) {
                    continue;
                }
                if operand.is_constant() {
                    inst.set_operand(i, defined_constant(operand));
                } else {
                    todo.push(operand);
                }
            }
        }
        value
    }
}

/// Whether an instruction's result is made of its operands' tracked pointers.
fn passes_on(inst: Inst) -> bool {
    matches!(
        inst.opcode(),
        Opcode::LLVMPHI
            | Opcode::LLVMSelect
            | Opcode::LLVMFreeze
            | Opcode::LLVMBitCast
            | Opcode::LLVMExtractValue
            | Opcode::LLVMInsertValue
            | Opcode::LLVMExtractElement
            | Opcode::LLVMInsertElement
            | Opcode::LLVMShuffleVector
    )
}

fn defined_constant(constant: Value) -> Value {
    let ty = constant.ty();
    if constant.is_undef() {
        return ty.zero();
    }
    if constant.is_null() || !julia::carries_tracked(ty) || ty.is_pointer() {
        return constant;
    }
    let part = |i: u32| defined_constant(constant.operand(i));
    match ty.kind() {
        TypeKind::Struct(count) => {
            let parts: Vec<Value> = (0..count).map(part).collect();
            Value::const_struct(ty, &parts)
        }
        TypeKind::Array(count) => {
            let parts: Vec<Value> = (0..count as u32).map(part).collect();
            Value::const_array(ty.element(), &parts)
        }
        TypeKind::Vector(lanes) => {
            Value::const_vector(&(0..lanes).map(part).collect::<Vec<Value>>())
        }
        _ => constant,
    }
}
