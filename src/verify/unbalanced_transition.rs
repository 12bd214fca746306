//! JGV015: GC-state transitions that do not balance on some path (see `gc_state`), and lazily compiled
//! definitions without any: their callers wait for them GC-safe.

use super::facts::Unit;
use super::findings::Findings;
use crate::call_wrapping::LAZY;
use crate::diagnostics::Code;

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    for &(place, what) in &unit.states.problems {
        found.add(Code::Unbalanced, place, unit.body.insts[place], what);
    }
    let (function, wrappers) = (unit.body.function, &unit.facts.wrappers);
    let is_lazy = function.has_attribute(LAZY) && !wrappers.is_body(function);
    if is_lazy && !wrappers.is_wrapper(function) {
        let what = "a lazily compiled definition does not enter the GC-unsafe state first";
        found.add(Code::Unbalanced, 0, unit.body.insts[0], what);
    }
}
