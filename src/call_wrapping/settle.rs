//! Transitions whose call has changed its type since it was wrapped: `tape-lowering` makes objects
//! of what was plain memory, and with that turns arguments and results into tracked pointers.
//!
//! Invariant: afterwards every wrapped call and every wrapper is as it would be if it had been
//! wrapped now. So the two passes compose in either order.
//!
//! 1. A leave that does not keep all tracked arguments of its call alive is given the others.
//! 2. A wrapper whose result has come to carry a tracked pointer loses its leave.

use super::caller;
use super::roots;
use crate::ir::{Builder, Inst, Module, Opcode, Value};
use crate::julia::{carries_tracked, GcState, Transition, Transitions};
use std::collections::HashSet;

/// What is to be done to a leave.
pub enum Repair {
    /// It keeps these values alive.
    Root(Inst, Vec<Value>),
    /// It goes.
    Erase(Inst),
}

/// Finds and carries out all repairs. Returns whether there were any.
pub fn settle(module: Module) -> bool {
    let repairs = find(&Transitions::of(module));
    let any = !repairs.is_empty();
    repairs.iter().for_each(carry_out);
    any
}

/// Finds the repairs of a module, by the transitions in it.
pub fn find(transitions: &Transitions) -> Vec<Repair> {
    let mut repairs = Vec::new();
    for enter in transitions.calls(Transition::Enter(GcState::Safe)) {
        let call = enter.next().filter(|i| i.is_call() && transitions.at(*i).is_none());
        let Some(call) = call else { continue };
        let needed = roots::rooted_operands(call, &[]);
        if !needed.is_empty() {
            let leaves = leaves_of(enter, transitions);
            repairs.extend(leaves.filter_map(|leave| missing_roots(leave, &needed)));
        }
    }
    for enter in transitions.calls(Transition::Enter(GcState::Unsafe)) {
        let leaves = leaves_of(enter, transitions).filter(|&leave| hands_over_object(leave));
        repairs.extend(leaves.map(Repair::Erase));
    }
    repairs
}

fn leaves_of(enter: Inst, transitions: &Transitions) -> impl Iterator<Item = Inst> + '_ {
    let users = enter.users().into_iter().filter_map(|u| u.as_inst());
    users.filter(|&i| transitions.at(i) == Some(Transition::Leave))
}

fn missing_roots(leave: Inst, needed: &[Value]) -> Option<Repair> {
    let mut all = leave.bundle_operands();
    let kept: HashSet<Value> = all.iter().map(|&v| without_casts(v)).collect();
    let before = all.len();
    all.extend(needed.iter().filter(|&&v| !kept.contains(&without_casts(v))));
    (all.len() > before).then_some(Repair::Root(leave, all))
}

/// What keeps alive what `value` does: Julia roots the pointer that a cast was made from.
fn without_casts(value: Value) -> Value {
    let mut at = value;
    while let Some(inst) = at.as_inst() {
        match inst.opcode() {
            Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => at = inst.operand(0),
            _ => break,
        }
    }
    at
}

/// Whether the next thing after the leave is the return of an object.
fn hands_over_object(leave: Inst) -> bool {
    leave.next().is_some_and(|end| {
        end.opcode() == Opcode::LLVMRet
            && end.operand_count() == 1
            && carries_tracked(end.operand(0).ty())
    })
}

/// Carries out one repair.
pub fn carry_out(repair: &Repair) {
    match repair {
        Repair::Root(leave, roots) => {
            let function = leave.callee().as_function().expect("a transition is called directly");
            let saved = leave.operand(0);
            caller::leave(function, &Builder::before(*leave), saved, roots, *leave);
            leave.erase();
        }
        Repair::Erase(leave) => leave.erase(),
    }
}
