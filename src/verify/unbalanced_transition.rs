//! JGV015: GC-state transitions that do not balance on some path (see `gc_state`).

use super::facts::Unit;
use super::findings::Findings;
use crate::diagnostics::Code;

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    for &(place, what) in &unit.states.problems {
        found.add(Code::Unbalanced, place, unit.body.insts[place], what);
    }
}
