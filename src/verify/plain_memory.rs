//! JGV001: an object stored in memory that the collector does not see.
//!
//! Certain for memory from malloc and its kin, reached through casts, geps, phi nodes and local
//! slots, unless it is freed before any collection on every path, and for global variables. Nothing
//! is said of pointers that come from elsewhere (a structure return is rooted by the caller), nor of
//! constants, which live for ever.

use super::bases::{origin, Base};
use super::body::FARTHEST;
use super::facts::{Role, Unit};
use super::findings::Findings;
use super::missing_barrier::stored;
use crate::diagnostics::Code;
use crate::ir::{Opcode, Value};
use crate::julia::carries_tracked;
use std::collections::HashSet;

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    for (place, &inst) in unit.body.insts.iter().enumerate() {
        let Some((address, value)) = stored(inst) else { continue };
        if !carries_tracked(value.ty()) || unit.is_permanent(value) {
            continue;
        }
        let memory = match unit.bases.of_value(address) {
            Base::Malloc if dies_first(unit, place, address) => continue,
            Base::Malloc => format!("memory from {}", allocator(unit, address)),
            Base::Global => "a global variable".to_string(),
            _ => continue,
        };
        let what = format!("an object is stored in {memory}");
        found.add(Code::PlainMemory, place, inst, what);
    }
}

/// The name of what made the memory, where that shows.
fn allocator(unit: &Unit, address: Value) -> String {
    let made = origin(unit.facts.layout, address).0;
    let call = made.as_inst().filter(|&inst| inst.is_call());
    let callee = call.and_then(|call| call.callee().as_function());
    callee.map_or("malloc".to_string(), |callee| format!("'{}'", callee.name()))
}

/// Whether the memory is freed behind the store on every path, before any collection.
fn dies_first(unit: &Unit, place: usize, address: Value) -> bool {
    let body = &unit.body;
    let memory = origin(unit.facts.layout, address).0;
    if !memory.as_inst().is_some_and(super::bases::is_malloc) {
        return false;
    }
    let mut seen = HashSet::new();
    let mut todo = vec![(body.block_of[place], place + 1)];
    while let Some((block, from)) = todo.pop() {
        if seen.len() > FARTHEST {
            return false;
        }
        let mut freed = false;
        for at in from..body.ranges[block].end {
            let inst = body.insts[at];
            if body.opcodes[at] == Opcode::LLVMRet || body.opcodes[at] == Opcode::LLVMResume {
                return false;
            }
            if !inst.is_call() {
                continue;
            }
            if unit.facts.role(inst) == Some(Role::Free)
                && inst.arg_count() == 1
                && origin(unit.facts.layout, inst.operand(0)).0 == memory
            {
                freed = true;
                break;
            }
            if unit.facts.may_collect_inside(inst) {
                return false;
            }
        }
        if !freed {
            let next = body.successors[block].iter().filter(|&&next| seen.insert(next));
            todo.extend(next.map(|&next| (next, body.ranges[next].start)));
        }
    }
    true
}
