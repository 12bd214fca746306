//! The success of a compare-exchange: whether it has stored at all, and where the function asks.
//!
//! Julia's barrier stands only where the exchange succeeded, so nothing is owed on an edge that is
//! taken when it failed. Certain where each use of the result leads to branches on the success flag,
//! or to nobody who decides here (it is returned, or only the old value is used).

use crate::ir::{Block, Inst, Opcode, Value};

/// How many uses of the result are looked at.
const MOST_USES: usize = 64;

/// What is known of whether a write has happened.
pub enum Success {
    /// It always happens: any other store, or an exchange of which nobody asks.
    Always,
    /// One of these conditions tells: a value and whether it is true on success.
    Told(Vec<(Value, bool)>),
    /// Something else may tell.
    Unknown,
}

impl Success {
    /// Looks at a store or exchange.
    pub fn of(inst: Inst) -> Success {
        if inst.opcode() != Opcode::LLVMAtomicCmpXchg {
            return Success::Always;
        }
        match conditions(inst) {
            None => Success::Unknown,
            Some(told) if told.is_empty() => Success::Always,
            Some(told) => Success::Told(told),
        }
    }

    /// The target of a branch that is taken only if the exchange failed.
    pub fn failed_target(&self, branch: Inst) -> Option<Block> {
        let Success::Told(told) = self else { return None };
        let (if_true, if_false) = branch.branch_targets()?;
        let condition = branch.operand(0);
        let &(_, on_success) = told.iter().find(|(value, _)| *value == condition)?;
        let failed = if on_success { if_false } else { if_true };
        (if_true != if_false).then_some(failed)
    }
}

/// The conditions that tell success; `None`: there may be others.
fn conditions(exchange: Inst) -> Option<Vec<(Value, bool)>> {
    let mut told = Vec::new();
    for user in exchange.value().few_users(MOST_USES)? {
        let user = user.as_inst()?;
        if user.opcode() == Opcode::LLVMRet {
            continue;
        }
        if user.opcode() != Opcode::LLVMExtractValue {
            return None;
        }
        if user.aggregate_indices() == [1] {
            flags(user.value(), true, &mut told)?;
            continue;
        }
        // Compared with what was expected, the old value tells too.
        let users = user.value().few_users(MOST_USES)?;
        if users.into_iter().any(|u| u.as_inst().is_some_and(|u| u.opcode() == Opcode::LLVMICmp)) {
            return None;
        }
    }
    Some(told)
}

/// The flag and its negations, where branches and returns are all that uses them.
fn flags(flag: Value, on_success: bool, told: &mut Vec<(Value, bool)>) -> Option<()> {
    let mut todo = vec![(flag, on_success)];
    while let Some((flag, on_success)) = todo.pop() {
        if told.len() >= MOST_USES {
            return None;
        }
        told.push((flag, on_success));
        for user in flag.few_users(MOST_USES)? {
            let user = user.as_inst()?;
            match user.opcode() {
                Opcode::LLVMBr | Opcode::LLVMRet => {}
                // As part of what is returned.
                Opcode::LLVMZExt | Opcode::LLVMInsertValue if is_returned(user) => {}
                Opcode::LLVMXor if user.operand(1).as_u64() == Some(1) => {
                    todo.push((user.value(), !on_success));
                }
                _ => return None,
            }
        }
    }
    Some(())
}

fn is_returned(inst: Inst) -> bool {
    let Some(users) = inst.value().few_users(MOST_USES) else { return false };
    users.into_iter().all(|user| user.as_inst().is_some_and(|i| i.opcode() == Opcode::LLVMRet))
}
