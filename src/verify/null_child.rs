//! JGV007: a barrier child that is null on a path that certainly leads to the barrier.
//!
//! The barrier reads its children's tags. Nothing is inferred from a missing `!nonnull`: Julia omits it
//! on fields of inline structures, and LLVM drops it. Certain is only what the function itself shows.
//!
//! 1. Where a child comes from: through casts, phi nodes, selects, and slots written in the same block
//!    (`sources`).
//! 2. Where null comes in (`Entry`): a null constant at a phi node's edge or a select's arm; a slot
//!    that holds null; or a comparison of the value with null, because who compares expects it. A
//!    value that is marked `nonnull` or assumed not to be null never is, and a comparison or select
//!    that null does not reach lets none in.
//! 3. From there every path must lead to the barrier with the child still null (`null_walk`). So null
//!    that any other branch (a union's type index, a flag of what is defined) may lead aside is not
//!    reported, nor is a comparison behind the barrier.

use super::facts::{Role, Unit};
use super::findings::Findings;
use super::leaf::behind_casts;
use super::null_walk::{State, Walk, MOST_INPUTS};
use crate::diagnostics::Code;
use crate::ir::{Attrs, Inst, Opcode, Value};
use std::collections::HashSet;

/// Values with more uses are taken for checked.
const MOST_USES: usize = 256;
/// How many values a child is followed to, and how many ways in are looked at.
const MOST_SOURCES: usize = 16;
/// How many instructions lie at most between a slot's store and its load.
const FARTHEST_STORE: usize = 64;

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    for (place, call) in unit.calls() {
        if unit.facts.role(call) != Some(Role::Barrier) {
            continue;
        }
        for index in 1..call.arg_count() {
            if is_null_at(unit, call.operand(index), place) {
                let what = format!("child {index} of the barrier may be null");
                found.add(Code::NullChild, place, call, what);
            }
        }
    }
}

/// Whether null certainly reaches the barrier as this child.
fn is_null_at(unit: &Unit, child: Value, barrier: usize) -> bool {
    let value = behind_casts(child);
    if value.is_null() || value.is_undef() {
        return true;
    }
    let walk = Walk::new(unit, child, barrier);
    let entries = sources(unit, value).into_iter().flat_map(|source| entries(unit, source));
    entries.take(MOST_SOURCES).any(|entry| match entry {
        Entry::Edge { from, to, phi } => walk.leads_on(from, to, State::null(phi)),
        Entry::At { place, state } => walk.arrives(place, &state) && walk.leads(place + 1, state),
        Entry::Slot { place, load } => walk.leads(place + 1, State::null(load)),
    })
}

// --- (1) ---------------------------------------------------------------------------------------

/// The values that the child may be, itself included.
fn sources(unit: &Unit, child: Value) -> Vec<Value> {
    let (mut found, mut seen, mut todo) = (Vec::new(), HashSet::new(), vec![child]);
    while let Some(value) = todo.pop() {
        let value = behind_casts(value);
        if found.len() >= MOST_SOURCES || value.is_constant() || !seen.insert(value) {
            continue;
        }
        found.push(value);
        let Some(inst) = value.as_inst() else { continue };
        match inst.opcode() {
            Opcode::LLVMPHI if inst.operand_count() > MOST_INPUTS => {}
            Opcode::LLVMPHI => todo.extend(inst.incoming().into_iter().map(|(input, _)| input)),
            Opcode::LLVMSelect => todo.extend([inst.operand(2), inst.operand(1)]),
            Opcode::LLVMLoad => todo.extend(slot_value(unit, inst)),
            _ => {}
        }
    }
    found
}

/// What a store in the same block left in the local slot that is loaded.
fn slot_value(unit: &Unit, load: Inst) -> Option<Value> {
    let slot = load.operand(0);
    slot.as_inst().filter(|inst| inst.opcode() == Opcode::LLVMAlloca)?;
    let at = unit.body.place(load)?;
    let start = unit.body.ranges[unit.body.block_of[at]].start;
    for place in (start..at).rev().take(FARTHEST_STORE) {
        let inst = unit.body.insts[place];
        match inst.opcode() {
            Opcode::LLVMStore if inst.operand(1) == slot => {
                return Some(inst.operand(0)).filter(|value| value.ty() == load.ty());
            }
            Opcode::LLVMStore | Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => return None,
            _ if inst.is_call() => {
                let role = unit.facts.role(inst);
                if !matches!(role, Some(Role::Barrier | Role::Marker | Role::Pgcstack)) {
                    return None;
                }
            }
            _ => {}
        }
    }
    None
}

// --- (2) ---------------------------------------------------------------------------------------

/// Where null comes in.
enum Entry {
    /// On an edge to a phi node.
    Edge { from: usize, to: usize, phi: Value },
    /// At a comparison or select, with what holds there.
    At { place: usize, state: State },
    /// At the load of a slot that holds null.
    Slot { place: usize, load: Value },
}

fn entries(unit: &Unit, value: Value) -> Vec<Entry> {
    if is_marked(unit, value) {
        return Vec::new();
    }
    let mut found = comparisons(unit, value);
    let Some(inst) = value.as_inst() else { return found };
    let Some(place) = unit.body.place(inst) else { return Vec::new() };
    let is_null = |value: Value| behind_casts(value).is_null();
    match inst.opcode() {
        Opcode::LLVMPHI if inst.operand_count() > MOST_INPUTS => {}
        Opcode::LLVMPHI => {
            let to = unit.body.block_of[place];
            let nulls = inst.incoming().into_iter().filter(|&(input, _)| is_null(input));
            let edges = nulls.filter_map(|(_, from)| unit.body.number(from));
            found.extend(edges.map(|from| Entry::Edge { from, to, phi: value }));
        }
        Opcode::LLVMSelect => {
            for (arm, holds) in [(1, true), (2, false)] {
                if is_null(inst.operand(arm)) {
                    let state = State::condition(inst.operand(0), holds);
                    found.push(Entry::At { place, state });
                }
            }
        }
        Opcode::LLVMLoad if slot_value(unit, inst).is_some_and(is_null) => {
            found.push(Entry::Slot { place, load: value });
        }
        _ => {}
    }
    found
}

/// Whether an attribute or metadata says that the value is not null.
fn is_marked(unit: &Unit, value: Value) -> bool {
    if let Some((function, number)) = value.argument_position() {
        return function.attributes().has(Attrs::Param(number), "nonnull");
    }
    let Some(inst) = value.as_inst() else { return false };
    if inst.opcode() == Opcode::LLVMLoad {
        return inst.metadata(unit.facts.nonnull).is_some();
    }
    inst.is_call()
        && (inst.call_attributes().has(Attrs::Result, "nonnull")
            || inst
                .callee()
                .as_function()
                .is_some_and(|f| f.attributes().has(Attrs::Result, "nonnull")))
}

/// The comparisons of the value with null, casts looked through.
fn comparisons(unit: &Unit, value: Value) -> Vec<Entry> {
    let (mut found, mut seen, mut todo) = (Vec::new(), 0, vec![value]);
    while let Some(name) = todo.pop() {
        let Some(users) = name.few_users(MOST_USES) else { return Vec::new() };
        seen += users.len();
        if seen > MOST_USES {
            return Vec::new();
        }
        for user in users.into_iter().filter_map(|user| user.as_inst()) {
            if matches!(user.opcode(), Opcode::LLVMBitCast | Opcode::LLVMFreeze) {
                todo.push(user.value());
            }
            let with_null = user.equality().is_some()
                && (user.operand(0).is_null() || user.operand(1).is_null());
            let Some(place) = unit.body.place(user).filter(|_| with_null) else { continue };
            if is_assumed(user) {
                return Vec::new();
            }
            found.push(Entry::At { place, state: State::null(value) });
        }
    }
    found
}

/// Whether `llvm.assume` is told of the comparison.
fn is_assumed(compare: Inst) -> bool {
    let Some(users) = compare.value().few_users(MOST_USES) else { return true };
    users.into_iter().filter_map(|user| user.as_inst()).any(|user| {
        user.called_function().is_some_and(|f| f.is_intrinsic() && f.name() == "llvm.assume")
    })
}
