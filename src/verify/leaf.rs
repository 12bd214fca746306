//! The tracked pointers in a value, named so that two ways to take the same one out of it agree.
//!
//! A leaf is a value and the way into it. Casts, freezes, selects that stand in for null, and pairs
//! of insertvalue and extractvalue are looked through.

use crate::ir::{Inst, Opcode, Type, TypeKind, Value};
use crate::julia::{carries_tracked, TRACKED};

/// A tracked pointer: a value, and the indices of the part of it that is the pointer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Leaf {
    /// The value.
    pub value: Value,
    /// The way into it; empty for the value itself.
    pub path: Vec<u32>,
}

/// How many instructions a leaf is followed through.
const LONGEST_CHAIN: usize = 64;
/// Values with more leaves are looked at no further.
const MOST_LEAVES: usize = 1024;

/// For each tracked pointer in a value, in the order of their offsets, whether it is undefined. Values
/// with very many say so of none.
pub fn undefined(value: Value) -> Vec<bool> {
    let mut found = Vec::new();
    collect(value, value.ty(), &mut Vec::new(), &mut found);
    if found.len() >= MOST_LEAVES {
        return Vec::new();
    }
    found.into_iter().map(|leaf| is_undefined(&leaf)).collect()
}

fn is_undefined(leaf: &Leaf) -> bool {
    let mut at = leaf.value;
    for &index in &leaf.path {
        if at.is_undef() || !at.is_constant() || index >= at.operand_count() {
            break;
        }
        at = at.operand(index);
    }
    at.is_undef()
}

/// The leaves of a value that are no constants.
pub fn leaves(value: Value) -> Vec<Leaf> {
    let mut found = Vec::new();
    collect(value, value.ty(), &mut Vec::new(), &mut found);
    found.retain(|leaf| !leaf.value.is_constant());
    found
}

fn collect(value: Value, ty: Type, path: &mut Vec<u32>, found: &mut Vec<Leaf>) {
    if found.len() >= MOST_LEAVES || !carries_tracked(ty) {
        return;
    }
    if ty.address_space() == Some(TRACKED) {
        found.push(normal(Leaf { value, path: path.clone() }));
        return;
    }
    if ty.kind() == TypeKind::ScalableVector {
        return;
    }
    for (i, part) in (0..).zip(ty.parts()) {
        path.push(i);
        collect(value, part, path, found);
        path.pop();
        if found.len() >= MOST_LEAVES {
            return;
        }
    }
}

/// The same leaf under its innermost name.
fn normal(mut leaf: Leaf) -> Leaf {
    for _ in 0..LONGEST_CHAIN {
        let Some(inst) = leaf.value.as_inst() else { break };
        let Some(next) = step(inst, &leaf.path) else { break };
        leaf = next;
    }
    leaf
}

fn step(inst: Inst, path: &[u32]) -> Option<Leaf> {
    let inner = |value: Value, path: Vec<u32>| Some(Leaf { value, path });
    match inst.opcode() {
        Opcode::LLVMFreeze => inner(inst.operand(0), path.to_vec()),
        Opcode::LLVMBitCast if path.is_empty() => inner(inst.operand(0), Vec::new()),
        Opcode::LLVMSelect => inner(never_null_arm(inst)?, path.to_vec()),
        Opcode::LLVMExtractValue => {
            let mut whole = inst.aggregate_indices();
            whole.extend(path);
            inner(inst.operand(0), whole)
        }
        Opcode::LLVMInsertValue => {
            let at = inst.aggregate_indices();
            if let Some(rest) = path.strip_prefix(at.as_slice()) {
                return inner(inst.operand(1), rest.to_vec());
            }
            (!at.starts_with(path)).then(|| Leaf { value: inst.operand(0), path: path.to_vec() })
        }
        Opcode::LLVMExtractElement => {
            let lane = u32::try_from(inst.operand(1).as_u64()?).ok()?;
            inner(inst.operand(0), [&[lane], path].concat())
        }
        Opcode::LLVMInsertElement => {
            let lane = u32::try_from(inst.operand(2).as_u64()?).ok()?;
            match path {
                [at, rest @ ..] if *at == lane => inner(inst.operand(1), rest.to_vec()),
                [_, ..] => inner(inst.operand(0), path.to_vec()),
                [] => None,
            }
        }
        Opcode::LLVMShuffleVector => {
            let [lane, rest @ ..] = path else { return None };
            let from = (*inst.shuffle_mask().get(*lane as usize)?)?;
            let TypeKind::Vector(width) = inst.operand(0).ty().kind() else { return None };
            let (operand, lane) = if from < width { (0, from) } else { (1, from - width) };
            inner(inst.operand(operand), [&[lane], rest].concat())
        }
        _ => None,
    }
}

/// The arm of `select (x == null), other, x` that is `x`, with the comparison either way.
pub fn never_null_arm(select: Inst) -> Option<Value> {
    let compare = select.operand(0).as_inst()?;
    let equal = compare.equality()?;
    let compared = match (compare.operand(0), compare.operand(1)) {
        (x, null) if null.is_null() => x,
        (null, x) if null.is_null() => x,
        _ => return None,
    };
    let (if_null, otherwise) = match equal {
        true => (select.operand(1), select.operand(2)),
        false => (select.operand(2), select.operand(1)),
    };
    let same = behind_casts(otherwise) == behind_casts(compared);
    (same && !if_null.is_null()).then_some(otherwise)
}

/// The value behind casts that change nothing but a pointer's type.
pub fn behind_casts(value: Value) -> Value {
    let mut at = value;
    for _ in 0..LONGEST_CHAIN {
        match at.as_inst() {
            Some(inst) if inst.opcode() == Opcode::LLVMBitCast => at = inst.operand(0),
            Some(inst) if inst.opcode() == Opcode::LLVMFreeze => at = inst.operand(0),
            _ => break,
        }
    }
    at
}
