//! JGV007: a barrier child that may be null.
//!
//! Certain where a child is null or undefined; where it is read from an object without `!nonnull`
//! (Julia's code generator marks what cannot be null); where it is a choice with null in it; or where
//! the function itself compares it with null, and the barrier is not on the other side of that.

use super::bases::Base;
use super::facts::{Role, Unit};
use super::findings::Findings;
use super::leaf::{behind_casts, never_null_arm};
use crate::diagnostics::Code;
use crate::ir::{Inst, Opcode, Value};

/// Values with more uses are taken for checked.
const MOST_USES: usize = 256;
/// How many casts, phi nodes and selects a child is followed through.
const DEEPEST: usize = 4;

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    for (place, call) in unit.calls() {
        if unit.facts.role(call) != Some(Role::Barrier) {
            continue;
        }
        for index in 1..call.arg_count() {
            let child = call.operand(index);
            if may_be_null(unit, child, unit.body.block_of[place]) {
                let what = format!("child {index} of the barrier may be null");
                found.add(Code::NullChild, place, call, what);
            }
        }
    }
}

/// Whether the value may be null in the block.
fn may_be_null(unit: &Unit, value: Value, block: usize) -> bool {
    let value = behind_casts(value);
    if value.is_null() || value.is_undef() {
        return true;
    }
    let Some(inst) = value.as_inst() else {
        return value.is_argument() && checked(unit, value, block, DEEPEST) == Checked::Elsewhere;
    };
    let suspicious = match inst.opcode() {
        Opcode::LLVMSelect if never_null_arm(inst).is_some() => return false,
        Opcode::LLVMSelect => {
            // The condition may be what tells null apart.
            let arms = [inst.operand(1), inst.operand(2)];
            arms.iter().any(|arm| arm.is_null())
        }
        Opcode::LLVMPHI => inst.incoming().into_iter().any(|(input, from)| {
            let from = unit.body.number(from);
            // Only what comes as a constant is certain.
            from.is_some() && behind_casts(input).is_null()
        }),
        Opcode::LLVMLoad => is_unmarked_load(unit, inst),
        _ => false,
    };
    match checked(unit, value, block, DEEPEST) {
        Checked::Before => false,
        Checked::Elsewhere => true,
        Checked::Never => suspicious,
    }
}

/// Whether the load reads a word of an object, and may find null there.
fn is_unmarked_load(unit: &Unit, load: Inst) -> bool {
    let in_object = matches!(
        unit.bases.of_value(load.operand(0)),
        Base::Object(_) | Base::Owned(_) | Base::Objects
    ) || load
        .operand(0)
        .ty()
        .address_space()
        .is_some_and(|space| space >= crate::julia::TRACKED);
    in_object && load.metadata(unit.facts.nonnull).is_none() && !load.has_constant_tbaa()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Checked {
    /// The block is reached only where the value is not null, or that is not certain.
    Before,
    /// The value is compared with null, but not before.
    Elsewhere,
    /// The value is compared with nothing.
    Never,
}

/// What comparisons with null say of a value in a block.
fn checked(unit: &Unit, value: Value, block: usize, depth: usize) -> Checked {
    let Some(users) = value.few_users(MOST_USES) else { return Checked::Before };
    let mut any = false;
    for user in users.into_iter().filter_map(|user| user.as_inst()) {
        if user.opcode() == Opcode::LLVMBitCast || user.opcode() == Opcode::LLVMFreeze {
            if depth == 0 {
                return Checked::Before;
            }
            match checked(unit, user.value(), block, depth - 1) {
                Checked::Before => return Checked::Before,
                Checked::Elsewhere => any = true,
                Checked::Never => {}
            }
            continue;
        }
        let Some(equal) = user.equality() else { continue };
        if !user.operand(0).is_null() && !user.operand(1).is_null() {
            // Equal to something that is not null, perhaps.
            return Checked::Before;
        }
        for test in user.users().into_iter().filter_map(|test| test.as_inst()) {
            match test.opcode() {
                Opcode::LLVMSelect if test.ty().is_pointer() => {}
                Opcode::LLVMBr => {
                    any = true;
                    let Some((if_true, if_false)) = test.branch_targets() else { continue };
                    let not_null = if equal { if_false } else { if_true };
                    let null = if equal { if_true } else { if_false };
                    let Some(target) = unit.body.number(not_null) else { continue };
                    let own_edge = unit.body.predecessors[target].len() == 1 || null == not_null;
                    if own_edge && unit.body.dominates(target, block) {
                        return Checked::Before;
                    }
                    // Where the null side does not lead here at all, the other does.
                    if never_returns(unit, unit.body.number(null)) {
                        let at = unit.body.number(test.block());
                        if at.is_some_and(|at| at != block && unit.body.dominates(at, block)) {
                            return Checked::Before;
                        }
                    }
                }
                // Part of a larger condition.
                _ => return Checked::Before,
            }
        }
    }
    if any {
        Checked::Elsewhere
    } else {
        Checked::Never
    }
}

/// Whether a block ends in `unreachable`.
fn never_returns(unit: &Unit, block: Option<usize>) -> bool {
    let Some(block) = block else { return true };
    let last = unit.body.ranges[block].end - 1;
    unit.body.opcodes[last] == Opcode::LLVMUnreachable
}
