//! JGV002: a store into an object without its barrier before the next safepoint.
//!
//! 1. Which stores need one: those of an object that is neither null nor a constant, into an object
//!    or memory that an object owns, unless that object is fresh (no safepoint since its allocation
//!    on any path; `fresh_choice` where the address is a choice) or the stored value is the object
//!    itself.
//! 2. From the store forward on every path: a barrier of the object with the stored pointer must
//!    come before a safepoint or the function's end. Paths that a compare-exchange takes only when it
//!    has not stored are left out (`exchange`).
//!
//! Certain where the address leads back to the object. Where it only leads to memory that an object
//! owns (an array's data, which may belong to another array), the barrier's parent may be any.

use super::bases::{origin, Base};
use super::body::FARTHEST;
use super::exchange::Success;
use super::facts::{Barrier, Unit};
use super::findings::Findings;
use super::fresh_choice;
use super::leaf::{behind_casts, leaves, Leaf};
use crate::diagnostics::Code;
use crate::ir::{Inst, Opcode, Value};
use crate::julia::carries_tracked;
use std::collections::HashMap;

/// What a store, exchange or compare-exchange writes, and where: address and value.
pub fn stored(inst: Inst) -> Option<(Value, Value)> {
    match inst.opcode() {
        Opcode::LLVMStore => Some((inst.operand(1), inst.operand(0))),
        Opcode::LLVMAtomicRMW => Some((inst.operand(0), inst.operand(1))),
        Opcode::LLVMAtomicCmpXchg => Some((inst.operand(0), inst.operand(2))),
        _ => None,
    }
}

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    for (place, &inst) in unit.body.insts.iter().enumerate() {
        let Some(store) = Store::of(unit, place, inst) else { continue };
        if let Some(end) = store.first_unprotected(unit, place) {
            let what = match unit.body.is_safepoint(end) {
                true => {
                    "an object is stored in another, and the collector may run before a barrier"
                }
                false => "an object is stored in another, and a path ends without a barrier",
            };
            let other = ("next: ", unit.body.insts[end]);
            found.add_with(Code::MissingBarrier, (place, inst), what, other);
        }
    }
}

/// A store that needs a barrier.
struct Store {
    address: Value,
    /// The object, if it is certain which.
    parent: Option<Value>,
    leaves: Vec<Leaf>,
    success: Success,
}

impl Store {
    fn of(unit: &Unit, place: usize, inst: Inst) -> Option<Store> {
        let (address, value) = stored(inst)?;
        if !carries_tracked(value.ty()) {
            return None;
        }
        let (parent, owner) = match unit.bases.of_value(address) {
            Base::Object(object) => (Some(object), Some(object)),
            Base::Owned(object) => (None, Some(object)),
            Base::Objects => (None, None),
            _ => return None,
        };
        if owner.is_some() && unit.fresh_at(inst) == owner {
            return None;
        }
        let mut leaves = leaves(value);
        leaves.retain(|leaf| {
            let whole = leaf.path.is_empty();
            !(whole
                && (unit.is_permanent(leaf.value) || Some(unit.bases.object(leaf.value)) == owner))
        });
        if leaves.is_empty() || fresh_choice::is_fresh(unit, place, address) {
            return None;
        }
        let success = Success::of(inst);
        (!matches!(success, Success::Unknown)).then_some(Store { address, parent, leaves, success })
    }

    // --- (2) -----------------------------------------------------------------------------------

    /// The first safepoint or end that a path reaches without the barrier.
    fn first_unprotected(&self, unit: &Unit, place: usize) -> Option<usize> {
        let body = &unit.body;
        let mut seen: HashMap<usize, Vec<usize>> = HashMap::new();
        let all: Vec<usize> = (0..self.leaves.len()).collect();
        let mut todo = vec![(body.block_of[place], place + 1, all)];
        let mut visits = 0;
        while let Some((block, from, mut missing)) = todo.pop() {
            visits += 1;
            if visits > FARTHEST {
                return None;
            }
            let end = body.ranges[block].end;
            let safepoint = body.first_safepoint(from..end);
            for barrier in unit.barriers_in(from..safepoint.unwrap_or(end)) {
                visits += 1;
                missing.retain(|&leaf| !self.is_told(unit, barrier, &self.leaves[leaf]));
                if missing.is_empty() {
                    break;
                }
                if visits > FARTHEST {
                    return None;
                }
            }
            if missing.is_empty() {
                continue;
            }
            if safepoint.is_some() {
                return safepoint;
            }
            let last = end - 1;
            if matches!(body.opcodes[last], Opcode::LLVMRet | Opcode::LLVMResume) {
                return Some(last);
            }
            let failed = self.success.failed_target(body.insts[last]);
            let failed = failed.and_then(|block| body.number(block));
            for &next in body.successors[block].iter().filter(|&&next| Some(next) != failed) {
                let known = seen.entry(next).or_default();
                let before = known.len();
                let new: Vec<usize> =
                    missing.iter().copied().filter(|leaf| !known.contains(leaf)).collect();
                known.extend(new);
                if known.len() != before {
                    todo.push((next, body.ranges[next].start, known.clone()));
                }
            }
        }
        None
    }

    /// Whether the barrier tells the collector of the leaf.
    fn is_told(&self, unit: &Unit, barrier: &Barrier, leaf: &Leaf) -> bool {
        let of_parent = self.parent.is_none_or(|parent| may_be(barrier.parent, parent, unit));
        of_parent
            && barrier.children.iter().any(|child| {
                child == leaf
                    || self.is_reload(unit, child)
                    || child.path == leaf.path && may_be(child.value, leaf.value, unit)
            })
    }

    /// Whether the child was read back from where the store wrote.
    fn is_reload(&self, unit: &Unit, child: &Leaf) -> bool {
        let Some(load) = child.value.as_inst().filter(|i| i.opcode() == Opcode::LLVMLoad) else {
            return false;
        };
        let (read, written) = (load.operand(0), self.address);
        if behind_casts(read) == behind_casts(written) {
            return true;
        }
        let (read, written) = (origin(unit.facts.layout, read), origin(unit.facts.layout, written));
        read.0 == written.0 && read.1.is_some() && read.1 == written.1
    }
}

/// How many phi nodes and selects are looked through.
const MOST_CHOICES: usize = 32;

/// Whether `value` is `wanted`, or a choice between it and others that LLVM made where it merged two
/// stores or two barriers.
fn may_be(value: Value, wanted: Value, unit: &Unit) -> bool {
    let wanted_choices = choices(wanted, unit);
    let value_choices = choices(value, unit);
    value_choices.contains(&unit.bases.object(wanted))
        || wanted_choices.contains(&unit.bases.object(value))
}

fn choices(value: Value, unit: &Unit) -> Vec<Value> {
    let mut found = vec![unit.bases.object(behind_casts(value))];
    let mut next = 0;
    while next < found.len() && found.len() < MOST_CHOICES {
        let value = found[next];
        next += 1;
        let Some(inst) = value.as_inst() else { continue };
        let inputs: Vec<Value> = match inst.opcode() {
            Opcode::LLVMPHI => inst.incoming().into_iter().map(|(value, _)| value).collect(),
            Opcode::LLVMSelect => vec![inst.operand(1), inst.operand(2)],
            _ => continue,
        };
        for input in inputs {
            let input = unit.bases.object(behind_casts(input));
            if !found.contains(&input) {
                found.push(input);
            }
        }
    }
    found
}
