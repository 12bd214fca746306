//! JGV005: what Julia's GCInvariantVerifier checks (llvm-gc-invariant-verifier.cpp, strong), as
//! errors with a place instead of an abort at the first.

use super::facts::{Role, Unit};
use super::findings::Findings;
use crate::diagnostics::Code;
use crate::ir::{Inst, Opcode};
use crate::julia::{CALLEE_ROOTED, DERIVED, LOADED, TRACKED};
use std::collections::HashSet;

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    for (place, &inst) in unit.body.insts.iter().enumerate() {
        if let Some(what) = violation(unit, inst) {
            found.add(Code::AddressSpace, place, inst, what);
        }
    }
}

fn is_special(space: u32) -> bool {
    (TRACKED..=LOADED).contains(&space)
}

fn violation(unit: &Unit, inst: Inst) -> Option<&'static str> {
    let space = |index: u32| inst.operand(index).ty().address_space().unwrap_or(0);
    let result = inst.ty().address_space().unwrap_or(0);
    let is_decayed = |space: u32| space == DERIVED || space == CALLEE_ROOTED;
    match inst.opcode() {
        Opcode::LLVMAddrSpaceCast => cast(space(0), result),
        Opcode::LLVMLoad if is_decayed(result) => Some("a derived pointer is loaded"),
        Opcode::LLVMLoad if space(0) == CALLEE_ROOTED => {
            Some("a load goes through a pointer that the callee is to root")
        }
        // Arguments are rooted by the caller.
        Opcode::LLVMStore if is_decayed(space(0)) && !inst.operand(0).is_argument() => {
            Some("a derived pointer is stored")
        }
        Opcode::LLVMStore if space(1) == CALLEE_ROOTED => {
            Some("a store goes through a pointer that the callee is to root")
        }
        Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg if space(0) == CALLEE_ROOTED => {
            Some("an atomic access goes through a pointer that the callee is to root")
        }
        Opcode::LLVMAtomicCmpXchg if is_decayed(space(2)) && !inst.operand(2).is_argument() => {
            Some("a derived pointer is stored")
        }
        Opcode::LLVMRet if inst.operand_count() == 1 => {
            let returned = space(0);
            (is_special(returned) && returned != TRACKED).then_some("a derived pointer is returned")
        }
        Opcode::LLVMGetElementPtr if space(0) == TRACKED && !is_cast_next(inst) => Some(
            "an address is computed from a tracked pointer that was not cast to address space 11",
        ),
        Opcode::LLVMIntToPtr if is_special(result) => Some("an integer becomes an object"),
        Opcode::LLVMPtrToInt if is_special(space(0)) => Some("an object becomes an integer"),
        _ if inst.is_call() => match unit.facts.role(inst) {
            Some(Role::Call(free)) => {
                let objects = (free..inst.arg_count()).all(|i| space(i) == TRACKED);
                (!objects).then_some("an argument of julia.call is no tracked pointer")
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether what a gep computes becomes a derived pointer before it is used. With typed pointers
/// InstCombine moves geps in front of casts; root placement looks through them, and Julia's release
/// builds do not check for them.
fn is_cast_next(gep: Inst) -> bool {
    let (mut seen, mut todo) = (HashSet::new(), vec![gep.value()]);
    while let Some(value) = todo.pop() {
        if !seen.insert(value) || seen.len() > MOST_VALUES {
            continue;
        }
        for user in value.users() {
            let Some(inst) = user.as_inst() else { return false };
            match inst.opcode() {
                Opcode::LLVMAddrSpaceCast if inst.ty().address_space() == Some(DERIVED) => {}
                Opcode::LLVMGetElementPtr | Opcode::LLVMBitCast => todo.push(inst.value()),
                _ => return false,
            }
        }
    }
    gep.ty().context().typed_pointers()
}

/// How many values a gep is followed through.
const MOST_VALUES: usize = 64;

fn cast(from: u32, to: u32) -> Option<&'static str> {
    if !is_special(from) {
        return None;
    }
    if from == LOADED || to == LOADED {
        return Some("a pointer loaded from an object is cast to another address space");
    }
    if is_special(from) && from != TRACKED {
        return Some("a derived pointer is cast to another address space");
    }
    (to != DERIVED && to != CALLEE_ROOTED)
        .then_some("a tracked pointer is cast to an address space that is not 11 or 12")
}
