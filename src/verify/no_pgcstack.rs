//! JGV013: objects live across a safepoint in a function without `julia.get_pgcstack` in its entry
//! block.
//!
//! Arguments, those in a jlcall's array too, are rooted by the caller and constants need no root, so
//! only what the function loads, makes or receives from a call counts, and only if it is used behind
//! the safepoint.

use super::bases::Base;
use super::body::FARTHEST;
use super::facts::Unit;
use super::findings::Findings;
use crate::diagnostics::Code;
use crate::ir::{Inst, Opcode, Value};
use crate::julia::{carries_tracked, DERIVED, LOADED};
use std::collections::HashSet;

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    if unit.facts.has_frame(unit.body.function) {
        return;
    }
    if let Some((place, safepoint)) = needs_frame(unit, Need::Across) {
        let value = unit.body.insts[place];
        let what = "an object is live across a safepoint, and julia.get_pgcstack is not called in the entry block";
        let other = ("run: ", unit.body.insts[safepoint]);
        found.add_with(Code::NoPgcstack, (place, value), what, other);
    }
}

/// Whether the function needs a frame and has none.
pub fn lacks_frame(unit: &Unit) -> bool {
    !unit.facts.has_frame(unit.body.function) && needs_frame(unit, Need::Across).is_some()
}

/// When an object counts as needing a root.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// It is used behind a safepoint.
    Across,
    /// That, or by a call that is a safepoint itself.
    AtSafepoint,
}

/// The first object that needs a root in this function, and a safepoint that needs it.
pub fn needs_frame(unit: &Unit, need: Need) -> Option<(usize, usize)> {
    let mut budget = unit.body.blocks.len() * 16 + FARTHEST;
    let body = &unit.body;
    for (place, &inst) in body.insts.iter().enumerate() {
        if !is_own_object(unit, inst) {
            continue;
        }
        let mut live = Live { unit, def: place, seen: HashSet::new(), budget: &mut budget };
        let mut values = vec![inst.value()];
        let mut seen = HashSet::new();
        while let Some(value) = values.pop() {
            if !seen.insert(value) || seen.len() > FARTHEST {
                continue;
            }
            for user in value.users().into_iter().filter_map(|user| user.as_inst()) {
                let Some(at) = body.place(user) else { continue };
                if need == Need::AtSafepoint && body.is_safepoint(at) {
                    return Some((place, at));
                }
                if let Some(safepoint) = live.safepoint_before_use(value, user, at) {
                    return Some((place, safepoint));
                }
                // A derived pointer keeps its object alive.
                let space = user.ty().address_space();
                if matches!(space, Some(DERIVED | LOADED)) && passes_on(user) {
                    values.push(user.value());
                }
            }
        }
    }
    None
}

fn passes_on(inst: Inst) -> bool {
    matches!(
        inst.opcode(),
        Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast | Opcode::LLVMGetElementPtr
    )
}

/// Whether the instruction makes an object that nobody else roots.
fn is_own_object(unit: &Unit, inst: Inst) -> bool {
    if !carries_tracked(inst.ty()) || unit.is_permanent(inst.value()) {
        return false;
    }
    match inst.opcode() {
        Opcode::LLVMCall | Opcode::LLVMInvoke => true,
        Opcode::LLVMLoad if unit.is_argument_in_array(inst) => false,
        // A slot is a root itself.
        Opcode::LLVMLoad => !matches!(unit.bases.of_value(inst.operand(0)), Base::Stack(_)),
        Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => true,
        _ => false,
    }
}

/// The search for safepoints between a definition and its uses.
struct Live<'a, 'u, 'f> {
    unit: &'u Unit<'f>,
    def: usize,
    /// Blocks where the value is known to be live at the end, and that were looked at.
    seen: HashSet<usize>,
    budget: &'a mut usize,
}

impl Live<'_, '_, '_> {
    /// A safepoint between the definition and a use. Each block is looked at once for all uses.
    fn safepoint_before_use(&mut self, value: Value, user: Inst, at: usize) -> Option<usize> {
        let body = &self.unit.body;
        let home = body.block_of[self.def];
        let mut open: Vec<usize> = Vec::new();
        if user.opcode() == Opcode::LLVMPHI {
            let from = user.incoming().into_iter().filter(|(input, _)| *input == value);
            open.extend(from.filter_map(|(_, block)| body.number(block)));
        } else {
            let block = body.block_of[at];
            let start = body.ranges[block].start;
            if block == home && at > self.def {
                return body.first_safepoint(self.def + 1..at);
            }
            if let Some(safepoint) = body.first_safepoint(start..at) {
                return Some(safepoint);
            }
            open.extend(&body.predecessors[block]);
        }
        while let Some(block) = open.pop() {
            if !self.seen.insert(block) {
                continue;
            }
            *self.budget = self.budget.checked_sub(1)?;
            let end = body.ranges[block].end;
            let start = if block == home { self.def + 1 } else { body.ranges[block].start };
            if let Some(safepoint) = body.first_safepoint(start..end) {
                return Some(safepoint);
            }
            if block != home {
                open.extend(&body.predecessors[block]);
            }
        }
        None
    }
}
