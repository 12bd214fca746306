//! JGV004: a barrier whose parent is no object's start.
//!
//! Certain where the parent is null, computed by a gep, or cast from a derived pointer, from an alloca
//! or from memory of malloc's, through phi nodes and selects.

use super::bases::Base;
use super::facts::{Role, Unit};
use super::findings::Findings;
use crate::diagnostics::Code;
use crate::ir::{Opcode, Value};
use crate::julia::TRACKED;
use std::collections::HashSet;

/// How many values a parent is followed through.
const MOST_VALUES: usize = 64;

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    for (place, call) in unit.calls() {
        if unit.facts.role(call) != Some(Role::Barrier) || call.arg_count() == 0 {
            continue;
        }
        if let Some(what) = why_no_base(unit, call.operand(0)) {
            found.add(Code::BarrierParent, place, call, format!("the barrier's parent is {what}"));
        }
    }
}

fn why_no_base(unit: &Unit, parent: Value) -> Option<&'static str> {
    let (mut seen, mut todo) = (HashSet::new(), vec![(parent, false)]);
    while let Some((value, chosen)) = todo.pop() {
        if !seen.insert(value) || seen.len() > MOST_VALUES {
            continue;
        }
        // A null input of a phi node may belong to a path that does not come here.
        if !chosen && (value.is_null() || value.is_undef()) {
            return Some("null");
        }
        let (opcode, inst) = match value.as_inst() {
            Some(inst) => (inst.opcode(), Some(inst)),
            None => match value.constant_opcode() {
                Some(opcode) => (opcode, None),
                None => continue,
            },
        };
        match (opcode, inst) {
            (Opcode::LLVMBitCast, _) => todo.push((value.operand(0), chosen)),
            (Opcode::LLVMGetElementPtr, _) => {
                if !value.operands().skip(1).all(|index| index.is_null()) {
                    return Some("an address inside of an object");
                }
                todo.push((value.operand(0), chosen));
            }
            (Opcode::LLVMAddrSpaceCast, Some(inst)) => {
                let from = inst.operand(0).ty().address_space();
                if from.is_some_and(|space| space > TRACKED) {
                    return Some("cast from a derived pointer");
                }
                // Nothing with a tag in front of it, which is what the barrier reads.
                match unit.bases.of_value(inst.operand(0)) {
                    Base::Stack(_) => return Some("an alloca, which is no object"),
                    Base::Malloc => return Some("memory from malloc, which is no object"),
                    _ => {}
                }
            }
            (Opcode::LLVMPHI, Some(phi)) => {
                todo.extend(phi.incoming().into_iter().map(|(value, _)| (value, true)));
            }
            (Opcode::LLVMSelect, Some(select)) => {
                todo.extend([(select.operand(1), true), (select.operand(2), true)]);
            }
            _ => {}
        }
    }
    None
}
