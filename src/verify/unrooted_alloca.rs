//! JGV010: an alloca that holds an object across a safepoint, and that Julia does not root.
//!
//! Certain where the address does not leave the function and nothing is copied from it as bytes
//! (Julia's code generator roots what it passes by address or copies itself), [`is_rootable`] says no,
//! and on some path an object is stored, or copied there from memory that certainly has one in it
//! (`held`), a safepoint follows, and the object is read again.

use super::bases::{is_marker_call, origin, tracked_offsets};
use super::body::Budget;
use super::facts::{Role, Unit};
use super::findings::Findings;
use super::held::Held;
use crate::diagnostics::Code;
use crate::ir::{Inst, Opcode, TypeKind, Value};
use crate::julia::carries_tracked;
use crate::tape::{is_rootable, Leaves};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    let mut leaves = Leaves::new(unit.facts.layout);
    let mut held = Held::default();
    let budget = Budget::of(&unit.body);
    for (place, alloca) in unit.places(Opcode::LLVMAlloca) {
        if alloca.allocated_type().kind() == TypeKind::ScalableVector {
            continue;
        }
        let Some(uses) = Uses::of(unit, alloca, &mut held) else { continue };
        let Some(safepoint) = uses.lost(unit, &budget) else { continue };
        let pointers: Vec<u64> = uses.pointers.iter().copied().collect();
        if uses.at_variable_offset || !is_rootable(&mut leaves, alloca, &pointers) {
            // All words alike, an offset computed at run time does not matter.
            if uses.at_variable_offset && is_rootable(&mut leaves, alloca, &all_words(unit, alloca))
            {
                continue;
            }
            let what = "objects in the alloca are not rooted when the collector may run";
            let other = ("run: ", unit.body.insts[safepoint]);
            found.add_with(Code::UnrootedAlloca, (place, alloca), what, other);
        }
    }
}

/// Allocas of more bytes are no slots.
const LARGEST: u64 = 1 << 16;

fn all_words(unit: &Unit, alloca: Inst) -> Vec<u64> {
    let bytes = unit.facts.layout.alloc_size(alloca.allocated_type());
    let count = alloca.operand(0).as_u64().unwrap_or(0);
    let word = unit.facts.layout.word();
    (0..bytes.saturating_mul(count).min(LARGEST) / word).map(|i| i * word).collect()
}

/// What is done with an alloca whose address stays in the function.
#[derive(Default)]
struct Uses {
    /// The places that store objects (true) or read them (false).
    accesses: BTreeMap<usize, bool>,
    pointers: BTreeSet<u64>,
    at_variable_offset: bool,
}

impl Uses {
    /// `None` if the address leaves, or no object is kept in the alloca.
    fn of(unit: &Unit, alloca: Inst, held: &mut Held) -> Option<Uses> {
        let mut uses = Uses::default();
        let (mut seen, mut todo) = (HashSet::new(), vec![alloca.value()]);
        while let Some(address) = todo.pop() {
            for user in address.users() {
                let inst = user.as_inst()?;
                let Some(place) = unit.body.place(inst) else { continue };
                match inst.opcode() {
                    Opcode::LLVMLoad => uses.access(unit, place, address, inst, false),
                    Opcode::LLVMStore if inst.operand(0) != address => {
                        if !unit.is_permanent(inst.operand(0)) {
                            uses.access(unit, place, address, inst, true);
                        }
                    }
                    Opcode::LLVMBitCast
                    | Opcode::LLVMGetElementPtr
                    | Opcode::LLVMPHI
                    | Opcode::LLVMSelect
                    | Opcode::LLVMFreeze => {
                        if seen.insert(inst) {
                            todo.push(inst.value());
                        }
                    }
                    Opcode::LLVMICmp => {}
                    _ if unit.facts.role(inst) == Some(Role::Copy) => {
                        uses.copied_in(unit, place, address, inst, held)?;
                    }
                    _ if inst.is_call() && is_harmless(unit, inst) => {}
                    _ => return None,
                }
            }
        }
        let stores = uses.accesses.values().any(|&stores| stores);
        stores.then_some(uses)
    }

    fn access(&mut self, unit: &Unit, place: usize, address: Value, inst: Inst, stores: bool) {
        let ty = if stores { inst.operand(0).ty() } else { inst.ty() };
        if !carries_tracked(ty) {
            return;
        }
        self.accesses.insert(place, stores);
        match origin(unit.facts.layout, address).1.and_then(|start| u64::try_from(start).ok()) {
            Some(start) => {
                let offsets = tracked_offsets(unit.facts.layout, ty);
                self.pointers.extend(offsets.into_iter().map(|offset| start + offset));
            }
            None => self.at_variable_offset = true,
        }
    }

    /// Memory with objects in it is copied into the alloca: they are stored.
    fn copied_in(
        &mut self,
        unit: &Unit,
        place: usize,
        address: Value,
        copy: Inst,
        held: &mut Held,
    ) -> Option<()> {
        if copy.operand(0) != address || copy.operand(1) == address {
            return None;
        }
        let words = held.copied(unit, place, copy);
        let start = u64::try_from(origin(unit.facts.layout, address).1?).ok()?;
        if words.is_empty() {
            return None;
        }
        self.accesses.insert(place, true);
        self.pointers.extend(words.into_iter().map(|word| start + word));
        Some(())
    }

    /// A safepoint behind a store, behind which a path reads what was stored.
    fn lost(&self, unit: &Unit, budget: &Budget) -> Option<usize> {
        let mut visits = 0;
        let lost = self.lost_within(unit, budget.farthest(), &mut visits);
        budget.spend(visits);
        lost
    }

    fn lost_within(&self, unit: &Unit, farthest: usize, visits: &mut usize) -> Option<usize> {
        let body = &unit.body;
        let mut seen = HashSet::new();
        // Paths behind a store, with the first safepoint on them, if there was one.
        let mut todo: Vec<(usize, usize, Option<usize>)> = Vec::new();
        for (&place, &stores) in &self.accesses {
            if stores {
                todo.push((body.block_of[place], place + 1, None));
            }
        }
        let starts = todo.len();
        while let Some((block, from, safepoint)) = todo.pop() {
            *visits += 1;
            if *visits > farthest + starts {
                return None;
            }
            let end = body.ranges[block].end;
            let safepoint = match safepoint {
                Some(safepoint) => {
                    if self.reads(from..end) {
                        return Some(safepoint);
                    }
                    Some(safepoint)
                }
                None => {
                    let first = body.first_safepoint(from..end);
                    if let Some(first) = first.filter(|&first| self.reads(first..end)) {
                        return Some(first);
                    }
                    first
                }
            };
            for &next in &body.successors[block] {
                if seen.insert((next, safepoint.is_some())) {
                    todo.push((next, body.ranges[next].start, safepoint));
                }
            }
        }
        None
    }

    fn reads(&self, stretch: std::ops::Range<usize>) -> bool {
        self.accesses.range(stretch).any(|(_, &stores)| !stores)
    }
}

fn is_harmless(unit: &Unit, call: Inst) -> bool {
    is_marker_call(call) || unit.facts.role(call) == Some(Role::Memset)
}
