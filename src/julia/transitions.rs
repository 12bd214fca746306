//! Calls that change the collector's view of the running thread.

use super::declare::{SAFE_ENTER, SAFE_LEAVE, UNSAFE_ENTER, UNSAFE_LEAVE};
use crate::ir::{Function, Inst, Module};

/// Whether the collector may run without waiting for the thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GcState {
    /// The thread may touch objects; a collection waits until it reaches a safepoint.
    Unsafe,
    /// The thread touches no object; a collection does not wait for it.
    Safe,
}

/// What a call of a transition function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transition {
    /// Enters the state; the result is the state before.
    Enter(GcState),
    /// Restores the state that the argument holds.
    Leave,
}

/// The transition functions that a module declares.
#[derive(Clone, Copy)]
pub struct Transitions {
    functions: [Option<Function>; 4],
}

const KINDS: [(&str, Transition); 4] = [
    (SAFE_ENTER, Transition::Enter(GcState::Safe)),
    (SAFE_LEAVE, Transition::Leave),
    (UNSAFE_ENTER, Transition::Enter(GcState::Unsafe)),
    (UNSAFE_LEAVE, Transition::Leave),
];

impl Transitions {
    /// Looks the functions up.
    pub fn of(module: Module) -> Transitions {
        Transitions { functions: KINDS.map(|(name, _)| module.function(name)) }
    }

    /// The transition that the instruction is a call of.
    pub fn at(&self, inst: Inst) -> Option<Transition> {
        if self.functions.iter().all(Option::is_none) || !inst.is_call() {
            return None;
        }
        let callee = inst.callee();
        let at = self.functions.iter().position(|f| f.is_some_and(|f| f.value() == callee))?;
        Some(KINDS[at].1)
    }

    /// The state that a leave is for: the one that was entered.
    pub fn left(&self, inst: Inst) -> Option<GcState> {
        let is_call_of = |at: usize| {
            self.functions[at].is_some_and(|f| inst.is_call() && f.value() == inst.callee())
        };
        let leaves = [(SAFE_LEAVE, GcState::Safe), (UNSAFE_LEAVE, GcState::Unsafe)];
        let called = KINDS.iter().enumerate().find(|&(at, _)| is_call_of(at))?.1;
        leaves.into_iter().find(|(name, _)| *name == called.0).map(|(_, state)| state)
    }

    /// Every call of a transition function of this kind, in no particular order.
    pub fn calls(&self, kind: Transition) -> Vec<Inst> {
        let of_kind = self.functions.iter().zip(KINDS).filter(|(_, (_, k))| *k == kind);
        let users = of_kind.filter_map(|(f, _)| *f).flat_map(|f| f.value().users());
        users.filter_map(|u| u.as_inst()).filter(|&i| self.at(i) == Some(kind)).collect()
    }
}
