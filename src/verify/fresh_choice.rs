//! Stores into one of several fresh objects.
//!
//! SimplifyCFG moves the store that initialises a fresh object behind the place where paths meet, if
//! each path ends in such a store. The address is a phi node then, of the objects or of addresses in
//! them. Certain where the object of each input is the one that is fresh at the end of the block that
//! it comes from, and no safepoint lies between the phi node and the store.

use super::bases::{origin, Base};
use super::facts::Unit;
use crate::ir::{Inst, Opcode, Value};

/// How many inputs of phi nodes are looked at.
const MOST_INPUTS: usize = 64;
/// How many blocks lie at most between a phi node and its use.
const MOST_BLOCKS: usize = 16;

/// Whether the address at this place certainly leads into an object without a safepoint since its
/// allocation.
pub fn is_fresh(unit: &Unit, place: usize, address: Value) -> bool {
    let Some(phi) = choice(unit, address) else { return false };
    let block = unit.body.block_of[place];
    let mut budget = MOST_INPUTS;
    is_quiet_since(unit, phi, block, place) && all_fresh(unit, phi, &mut budget)
}

/// The phi node that an address starts from.
fn choice(unit: &Unit, address: Value) -> Option<Inst> {
    let start = origin(unit.facts.layout, address).0.as_inst()?;
    (start.opcode() == Opcode::LLVMPHI).then_some(start)
}

fn all_fresh(unit: &Unit, phi: Inst, budget: &mut usize) -> bool {
    let Some(left) = budget.checked_sub(phi.operand_count() as usize) else { return false };
    *budget = left;
    phi.incoming().into_iter().all(|(input, from)| {
        let Some(block) = unit.body.number(from) else { return true };
        if let Base::Object(object) = unit.bases.of_value(input) {
            if unit.fresh_behind(from) == Some(object) {
                return true;
            }
        }
        let end = unit.body.ranges[block].end;
        choice(unit, input).is_some_and(|inner| {
            is_quiet_since(unit, inner, block, end) && all_fresh(unit, inner, budget)
        })
    })
}

/// Whether no safepoint lies between a phi node and a place in this block, on the only way there.
fn is_quiet_since(unit: &Unit, phi: Inst, mut block: usize, mut end: usize) -> bool {
    let body = &unit.body;
    let Some(home) = body.place(phi).map(|place| body.block_of[place]) else { return false };
    for _ in 0..MOST_BLOCKS {
        if body.has_safepoint(body.ranges[block].start..end) {
            return false;
        }
        if block == home {
            return true;
        }
        let [before] = body.predecessors[block][..] else { return false };
        (block, end) = (before, body.ranges[before].end);
    }
    false
}
