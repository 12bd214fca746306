//! JGV016: objects loaded, made or told to the collector inside a GC-safe region.
//!
//! The lazy call that the region is for may return an object: its callee returns GC-unsafe. So of
//! calls only those count whose callee certainly does not: Julia's runtime, and definitions of this
//! module that do not enter the GC-unsafe state first. Loads of objects that live for ever and of the
//! function's own slots, which root what is in them, do no harm.

use super::bases::Base;
use super::facts::{Role, Unit};
use super::findings::Findings;
use crate::call_wrapping::LAZY;
use crate::diagnostics::Code;
use crate::ir::{Inst, Opcode};
use crate::julia::carries_tracked;

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    if !unit.states.any() {
        return;
    }
    for (place, &inst) in unit.body.insts.iter().enumerate() {
        if unit.states.is_safe(place) {
            if let Some(what) = violation(unit, inst) {
                found.add(Code::WhileSafe, place, inst, format!("{what} while GC-safe"));
            }
        }
    }
}

fn violation(unit: &Unit, inst: Inst) -> Option<&'static str> {
    if inst.is_call() && unit.facts.role(inst) == Some(Role::Barrier) {
        return Some("the collector is told of a store");
    }
    if !carries_tracked(inst.ty()) {
        return None;
    }
    match inst.opcode() {
        // Nobody moves or frees those, and nobody else writes there.
        Opcode::LLVMLoad
            if unit.is_permanent(inst.value())
                || matches!(unit.bases.of_value(inst.operand(0)), Base::Stack(_)) =>
        {
            None
        }
        Opcode::LLVMLoad | Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => {
            Some("an object is loaded")
        }
        Opcode::LLVMCall | Opcode::LLVMInvoke => {
            let callee = inst.callee().as_function()?;
            let name = callee.name();
            let runtime = ["jl_", "ijl_", "julia."].iter().any(|prefix| name.starts_with(prefix));
            if callee.is_declaration() {
                return runtime.then_some("an object is made");
            }
            let lazy = callee.has_attribute(LAZY)
                || inst.call_attributes().has(crate::ir::Attrs::Function, LAZY);
            (!lazy && !unit.facts.wrappers.is_wrapper(callee)).then_some("an object is made")
        }
        _ => None,
    }
}
