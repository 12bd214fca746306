//! Accesses of shared allocations, made from the part that they lie in.
//!
//! Invariant: every address stays what it was.
//!
//! InstCombine makes `gep i8, %malloc, 72` of an access at byte 8 of a part that starts at byte 64
//! (`parts`): as an address of the first part it lies behind its end.
//!
//! 1. The starts of an allocation's parts are computed right behind the call, once each.
//! 2. Constant distances from the call that lie in a later part become distances from its start.

use super::parts::Parts;
use crate::ir::{Builder, DataLayout, Inst, Opcode, Value};
use std::collections::BTreeMap;

/// Whether some access of a part is not made from its start.
pub fn is_needed(parts: &Parts, layout: DataLayout) -> bool {
    parts.constant_starts(layout).iter().any(|&(malloc, ref starts)| {
        let first = starts.keys().next().copied().unwrap_or(u64::MAX);
        let is_start = |gep: &Inst, at| starts.get(at) == Some(gep);
        starts.values().any(|start| start.block() != malloc.block())
            || distances(malloc, layout).iter().any(|(gep, at)| *at >= first && !is_start(gep, at))
    })
}

/// Makes every access of a part from its start.
pub fn rehang(parts: &Parts, layout: DataLayout) {
    for (malloc, starts) in parts.constant_starts(layout) {
        let strays = distances(malloc, layout);
        let heads: BTreeMap<u64, Value> =
            starts.into_iter().map(|(at, old)| (at, behind(malloc, at, old))).collect();
        for (gep, at) in strays {
            if let Some((&start, &head)) = heads.range(..=at).next_back() {
                replace(gep, head, at - start);
            }
        }
    }
}

// --- (1) ---------------------------------------------------------------------------------------

/// The start of a part, right behind the call.
fn behind(malloc: Inst, at: u64, old: Inst) -> Value {
    let build = Builder::after(malloc);
    let context = build.context();
    let head = build.gep(context.int(8), malloc.value(), &[context.int(64).int(at)], true);
    head.take_name(old.value());
    head
}

// --- (2) ---------------------------------------------------------------------------------------

/// Getelementptrs on the call, or on a cast of it, with their constant distance.
fn distances(malloc: Inst, layout: DataLayout) -> Vec<(Inst, u64)> {
    let mut found = Vec::new();
    let mut todo = vec![malloc];
    while let Some(pointer) = todo.pop() {
        for user in pointer.value().users().into_iter().filter_map(Value::as_inst) {
            match user.opcode() {
                Opcode::LLVMBitCast => todo.push(user),
                Opcode::LLVMGetElementPtr => {
                    let at = user.constant_offset(layout).and_then(|at| u64::try_from(at).ok());
                    found.extend(at.map(|at| (user, at)));
                }
                _ => {}
            }
        }
    }
    found
}

fn replace(gep: Inst, head: Value, distance: u64) {
    let build = Builder::before(gep);
    let context = build.context();
    let place = match distance {
        0 => head,
        _ => build.gep(context.int(8), head, &[context.int(64).int(distance)], gep.is_inbounds()),
    };
    let cast = build.bitcast(place, gep.ty());
    if cast != head {
        cast.take_name(gep.value());
    }
    gep.replace_uses(cast);
    gep.erase();
}
