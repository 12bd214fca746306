//! JGV002: a store into an object without its barrier before the next safepoint.
//!
//! 1. Which stores need one: those of an object that is neither null nor a constant, into an object
//!    or memory that an object owns, unless that object is fresh (no safepoint since its allocation
//!    on any path; `fresh_choice` where the address is a choice) or the stored value is the object
//!    itself.
//! 2. The same of memcpy and memmove, where what they copy certainly has an object in it (`held`).
//! 3. From the store forward on every path: a barrier of the object with the stored pointer must
//!    come before a safepoint or the function's end (`told`). Paths that a compare-exchange takes only
//!    when it has not stored are left out (`exchange`). Behind a copy any barrier of the object does,
//!    as the children may be read from anywhere.
//!
//! Certain where the address leads back to the object. Where it only leads to memory that an object
//! owns (an array's data, which may belong to another array), the barrier's parent may be any.

use super::bases::Base;
use super::exchange::Success;
use super::facts::{Role, Unit};
use super::findings::Findings;
use super::fresh_choice;
use super::held::Held;
use super::leaf::{leaves, Leaf};
use super::told::{Query, Told};
use crate::diagnostics::Code;
use crate::ir::{Inst, Opcode, Value};
use crate::julia::carries_tracked;

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
    let mut told = Told::of(unit);
    let mut held = Held::default();
    // The last first: what is found behind it shortens the paths of those before it.
    for (place, &inst) in unit.body.insts.iter().enumerate().rev() {
        let (queries, success) = match Store::of(unit, place, inst) {
            Some(store) => store.queries(unit),
            None => (copy(unit, &mut held, place, inst).into_iter().collect(), Success::Always),
        };
        let ends = queries.iter().find_map(|query| told.first_unprotected(query, place, &success));
        if let Some(end) = ends {
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

/// What a copy of memory with an object in it into another object asks for.
fn copy(unit: &Unit, held: &mut Held, place: usize, inst: Inst) -> Option<Query> {
    if unit.facts.role(inst) != Some(Role::Copy) {
        return None;
    }
    let (parent, owner) = match unit.bases.of_value(inst.operand(0)) {
        Base::Object(object) => (Some(object), Some(object)),
        Base::Owned(object) => (None, Some(object)),
        Base::Objects => (None, None),
        _ => return None,
    };
    if owner.is_some() && unit.fresh_at(inst) == owner || held.copied(unit, place, inst).is_empty()
    {
        return None;
    }
    Some(Query::new(unit, None, parent, inst.operand(0)))
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

    /// One question for each object that is stored, and whether it is.
    fn queries(self, unit: &Unit) -> (Vec<Query>, Success) {
        let all = self.leaves.into_iter();
        let queries = all.map(|leaf| Query::new(unit, Some(leaf), self.parent, self.address));
        (queries.collect(), self.success)
    }
}
