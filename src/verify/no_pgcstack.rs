//! JGV013: objects live across a safepoint in a function without `julia.get_pgcstack` in its entry
//! block.
//!
//! Arguments, those in a jlcall's array too, are rooted by the caller and constants need no root, so
//! only what the function loads, makes or receives from a call counts, and only if it is used behind
//! the safepoint.
//!
//! 1. From each such object to every value that keeps it alive: casts, geps, phi nodes, selects,
//!    aggregates and what is taken out of them, and data pointers loaded through it. In an
//!    aggregate the object is followed to its own place.
//! 2. The object is needed wherever one of these values is. So each of their uses is looked at once
//!    ([`Between`]).

use super::bases::Base;
use super::between::Between;
use super::body::FARTHEST;
use super::facts::Unit;
use super::findings::Findings;
use crate::diagnostics::Code;
use crate::ir::{Inst, Opcode, Value};
use crate::julia::{carries_tracked, DERIVED, LOADED, TRACKED};
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
    let body = &unit.body;
    if !body.has_safepoint(0..body.insts.len()) {
        return None;
    }
    let between = Between::of(body);
    // Only wide aggregates that are built piece by piece use up more.
    let mut budget = body.insts.len() * 16 + FARTHEST;
    let mut seen = HashSet::new();
    for (place, &inst) in body.insts.iter().enumerate() {
        if !is_own_object(unit, inst) {
            continue;
        }
        let mut todo = vec![Holder { value: inst, path: None }];
        while let Some(holder) = todo.pop() {
            budget = budget.checked_sub(1)?;
            if !seen.insert(holder.clone()) {
                continue;
            }
            let value = holder.value.value();
            let Some(definition) = body.place(holder.value) else { continue };
            for user in value.users().into_iter().filter_map(|user| user.as_inst()) {
                let Some(at) = body.place(user) else { continue };
                let next = match holder.step(user) {
                    Step::Unrelated => continue,
                    Step::Use => None,
                    Step::To(next) => Some(next),
                };
                if need == Need::AtSafepoint && body.is_safepoint(at) {
                    return Some((place, at));
                }
                if let Some(safepoint) = before_use(unit, &between, value, definition, user, at) {
                    return Some((place, safepoint));
                }
                todo.extend(next);
            }
        }
    }
    None
}

fn before_use(
    unit: &Unit,
    between: &Between,
    value: Value,
    definition: usize,
    user: Inst,
    at: usize,
) -> Option<usize> {
    let body = &unit.body;
    if user.opcode() != Opcode::LLVMPHI {
        return between.before_use(body, definition, at);
    }
    let from = user.incoming().into_iter().filter(|(input, _)| *input == value);
    let from = from.filter_map(|(_, block)| body.number(block));
    from.map(|block| between.before_end(body, definition, block)).find_map(|found| found)
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

/// A value that keeps an object alive.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Holder {
    value: Inst,
    /// Where in an aggregate the object is; `None`: every object in it counts.
    path: Option<Vec<u32>>,
}

/// What a user of a holder does with the object.
enum Step {
    /// Nothing: it takes another part, or puts something else in the object's place.
    Unrelated,
    /// It uses the object.
    Use,
    /// That, and its result keeps the object alive.
    To(Holder),
}

impl Holder {
    fn step(&self, user: Inst) -> Step {
        let to = |path| Step::To(Holder { value: user, path });
        let space = user.ty().address_space();
        let is_special = matches!(space, Some(TRACKED | DERIVED | LOADED));
        match user.opcode() {
            Opcode::LLVMPHI | Opcode::LLVMFreeze => to(self.path.clone()),
            // The condition is no object.
            Opcode::LLVMSelect => to(self.path.clone()),
            Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast | Opcode::LLVMGetElementPtr
                if is_special =>
            {
                to(None)
            }
            Opcode::LLVMLoad if space == Some(LOADED) => to(None),
            Opcode::LLVMExtractValue => self.extract(user),
            Opcode::LLVMInsertValue => self.insert(user),
            Opcode::LLVMExtractElement | Opcode::LLVMInsertElement | Opcode::LLVMShuffleVector
                if self.path.is_none() && user.ty().is_pointer() =>
            {
                to(None)
            }
            Opcode::LLVMCall if space == Some(LOADED) && is_loaded_data(self.value, user) => {
                to(None)
            }
            _ => Step::Use,
        }
    }

    fn extract(&self, user: Inst) -> Step {
        if !carries_tracked(user.ty()) {
            return Step::Unrelated;
        }
        let taken = user.aggregate_indices();
        match &self.path {
            None => Step::To(Holder { value: user, path: None }),
            Some(path) => match path.strip_prefix(taken.as_slice()) {
                Some([]) => Step::To(Holder { value: user, path: None }),
                Some(rest) => Step::To(Holder { value: user, path: Some(rest.to_vec()) }),
                None if taken.starts_with(path) => Step::To(Holder { value: user, path: None }),
                None => Step::Unrelated,
            },
        }
    }

    fn insert(&self, user: Inst) -> Step {
        let at = user.aggregate_indices();
        if user.operand(1) == self.value.value() {
            let inner = self.path.iter().flatten().copied();
            let path = Some(at.into_iter().chain(inner).collect());
            return Step::To(Holder { value: user, path });
        }
        match &self.path {
            // Of several objects one is left out.
            None if carries_tracked(user.operand(1).ty()) => Step::Use,
            Some(path) if path.starts_with(&at) => Step::Unrelated,
            path => Step::To(Holder { value: user, path: path.clone() }),
        }
    }
}

/// Whether the call is `julia.gc_loaded` of this object.
fn is_loaded_data(object: Inst, call: Inst) -> bool {
    let callee = call.callee().as_function();
    callee.is_some_and(|f| f.name() == "julia.gc_loaded")
        && call.arg_count() == 2
        && call.operand(0) == object.value()
}
