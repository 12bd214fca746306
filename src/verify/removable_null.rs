//! JGV008: null stores that a safepoint needs and LLVM may delete.
//!
//! LLVM's dead-store elimination deletes a store that a later one overwrites, when nothing it can
//! see reads the word in between; it does not see the collector. Certain where the null store is
//! plain, the word would be uninitialised at a safepoint without it, the same function stores the
//! word again behind that, and nobody has the object's address before.

use super::cells::{fresh_objects, strangers, Fresh};
use super::facts::Unit;
use super::findings::Findings;
use crate::diagnostics::Code;
use std::collections::BTreeSet;

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    let objects = fresh_objects(unit);
    if objects.iter().all(|object| object.events.iter().all(|event| !event.removable_null)) {
        return;
    }
    let strangers = strangers(unit);
    for object in objects {
        if !object.events.iter().any(|event| event.removable_null) {
            continue;
        }
        let Some(without) = object.left(unit, &strangers, false) else { continue };
        let with = object.left(unit, &strangers, true).map(|left| left.words).unwrap_or_default();
        let needed: BTreeSet<u64> = without.words.difference(&with).copied().collect();
        if !is_private(unit, &object, without.safepoint) {
            continue;
        }
        for event in object.events.iter().filter(|event| event.removable_null) {
            let lost = needed.iter().any(|&word| {
                event.certainly_covers(word)
                    && is_overwritten(unit, &object, word, without.safepoint)
            });
            if lost {
                let inst = unit.body.insts[event.place];
                let safepoint = unit.body.insts[without.safepoint];
                found.add_with(
                    Code::RemovableNull,
                    (event.place, inst),
                    "the null store is needed, and LLVM may delete it",
                    ("run: ", safepoint),
                );
            }
        }
    }
}

/// Whether nobody may know the object's address at the safepoint, as far as one block shows it.
fn is_private(unit: &Unit, object: &Fresh, safepoint: usize) -> bool {
    let block = unit.body.block_of[safepoint];
    object.captures.iter().all(|&capture| {
        capture > safepoint
            && (unit.body.block_of[capture] == block
                || !unit.body.dominates(unit.body.block_of[capture], block))
    })
}

/// Whether the word is certainly written again behind the safepoint.
fn is_overwritten(unit: &Unit, object: &Fresh, word: u64, safepoint: usize) -> bool {
    let block = unit.body.block_of[safepoint];
    object.events.iter().any(|event| {
        let there = unit.body.block_of[event.place];
        event.certainly_covers(word)
            && (there == block && event.place > safepoint
                || there != block && unit.body.dominates(block, there))
    })
}
