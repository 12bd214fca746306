//! JGV001: an object stored in memory that the collector does not see.
//!
//! Certain for memory from malloc and its kin, reached through casts, geps, phi nodes and local
//! slots, and for global variables. Nothing is said of pointers that come from elsewhere (a
//! structure return is rooted by the caller), nor of constants, which live for ever.

use super::bases::Base;
use super::facts::Unit;
use super::findings::Findings;
use super::missing_barrier::stored;
use crate::diagnostics::Code;
use crate::julia::carries_tracked;

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    for (place, &inst) in unit.body.insts.iter().enumerate() {
        let Some((address, value)) = stored(inst) else { continue };
        if !carries_tracked(value.ty()) || unit.is_permanent(value) {
            continue;
        }
        let memory = match unit.bases.of_value(address) {
            Base::Malloc => "memory from malloc",
            Base::Global => "a global variable",
            _ => continue,
        };
        let what = format!("an object is stored in {memory}");
        found.add(Code::PlainMemory, place, inst, what);
    }
}
