//! JGV017: an object returned while GC-safe.

use super::facts::Unit;
use super::findings::Findings;
use crate::diagnostics::Code;
use crate::ir::Opcode;
use crate::julia::carries_tracked;

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    for (place, ret) in unit.places(Opcode::LLVMRet) {
        let object = ret.operand_count() == 1
            && carries_tracked(ret.operand(0).ty())
            && !ret.operand(0).is_constant();
        if object && unit.states.is_safe(place) {
            found.add(Code::ReturnedSafe, place, ret, "an object is returned while GC-safe");
        }
    }
}
