//! Definitions that enter the GC-unsafe state themselves: what the callee side makes, recognised by
//! structure and not by name.
//!
//! Invariant: a wrapper that this pass made is recognised, also after LLVM's optimisations. Its
//! first action is the call of `jl_gc_unsafe_enter`, which no optimisation moves anything over that
//! matters here.

use crate::ir::{Function, Inst, Linkage, Opcode, Value};
use crate::julia::{GcState, Transition, Transitions};
use std::collections::HashSet;

/// The wrappers of a module and the functions that hold their bodies.
pub struct Wrappers {
    wrappers: HashSet<Function>,
    bodies: HashSet<Function>,
}

impl Wrappers {
    /// Finds them from the calls of `jl_gc_unsafe_enter`.
    pub fn of(transitions: &Transitions) -> Wrappers {
        let mut found = Wrappers { wrappers: HashSet::new(), bodies: HashSet::new() };
        for enter in transitions.calls(Transition::Enter(GcState::Unsafe)) {
            let function = enter.function();
            if first_action(function) != Some(enter) {
                continue;
            }
            found.wrappers.insert(function);
            found.bodies.extend(wrapped_body(enter));
        }
        found
    }

    /// Whether the definition enters the GC-unsafe state before it does anything else.
    pub fn is_wrapper(&self, function: Function) -> bool {
        self.wrappers.contains(&function)
    }

    /// Whether the value is a function that holds a wrapper's body.
    pub fn holds_body(&self, callee: Value) -> bool {
        callee.as_function().is_some_and(|function| self.is_body(function))
    }

    /// Whether the function holds a wrapper's body.
    pub fn is_body(&self, function: Function) -> bool {
        self.bodies.contains(&function)
    }
}

/// The first instruction that calls or touches memory, but for those that only mark or read the
/// thread.
fn first_action(function: Function) -> Option<Inst> {
    let mut at = function.entry().first();
    while let Some(inst) = at {
        match inst.opcode() {
            Opcode::LLVMLoad
            | Opcode::LLVMStore
            | Opcode::LLVMAtomicRMW
            | Opcode::LLVMAtomicCmpXchg
            | Opcode::LLVMFence => return None,
            _ if inst.is_call() && !is_mark(inst) => return Some(inst),
            _ => at = inst.next(),
        }
    }
    None
}

fn is_mark(call: Inst) -> bool {
    const MARKS: [&str; 4] =
        ["llvm.dbg.", "llvm.lifetime.", "julia.get_pgcstack", "julia.ptls_states"];
    let Some(callee) = call.callee().as_function() else { return false };
    let name = callee.name();
    MARKS.iter().any(|mark| name.starts_with(mark))
}

/// The local function that the wrapper hands its arguments on to. (LLVM may have removed those that
/// the body does not use.)
fn wrapped_body(enter: Inst) -> Option<Function> {
    let mut at = enter.next();
    while let Some(inst) = at.filter(|&inst| !inst.is_call() || is_mark(inst)) {
        at = inst.next();
    }
    let call = at?;
    let body = call.called_function()?;
    let handed_on = call.args().iter().all(|arg| arg.is_argument());
    (handed_on && !body.is_declaration() && body.linkage() == Linkage::Local).then_some(body)
}
