//! JGV009: `tail` on a call in a function whose objects need a GC frame.
//!
//! Certain where the call is a safepoint (the frame is read there) and some object that the
//! function itself loads, makes or receives from a call is live at a safepoint. Objects that are
//! only arguments are in the caller's frame.

use super::facts::Unit;
use super::findings::Findings;
use super::no_pgcstack::{needs_frame, Need};
use crate::diagnostics::Code;
use crate::ir::TailKind;

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    let tails = unit.calls().filter(|&(place, call)| {
        unit.body.is_safepoint(place)
            && matches!(call.tail_kind(), TailKind::Tail | TailKind::MustTail)
    });
    let tails: Vec<_> = tails.collect();
    // Without a frame there is nothing to delete, and another rule speaks.
    let need =
        if unit.facts.has_frame(unit.body.function) { Need::AtSafepoint } else { Need::Across };
    if tails.is_empty() || needs_frame(unit, need).is_none() {
        return;
    }
    for (place, call) in tails {
        found.add(Code::TailCall, place, call, "a tail call in a function that roots objects");
    }
}
