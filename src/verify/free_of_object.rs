//! JGV006: `free` (or `realloc`) of memory that is the collector's.

use super::bases::Base;
use super::facts::{Role, Unit};
use super::findings::Findings;
use crate::diagnostics::Code;

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    for (place, call) in unit.calls() {
        if unit.facts.role(call) != Some(Role::Free) || call.arg_count() == 0 {
            continue;
        }
        let freed = call.operand(0);
        let of_collector = freed.ty().is_pointer()
            && matches!(
                unit.bases.of_value(freed),
                Base::Object(_) | Base::Owned(_) | Base::Objects
            );
        if of_collector {
            found.add(Code::FreesObject, place, call, "memory of the collector's is freed");
        }
    }
}
