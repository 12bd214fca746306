//! JGV011: `invoke` with tracked operands or result, which is outside Julia's dialect.

use super::facts::Unit;
use super::findings::Findings;
use crate::call_wrapping::touches_objects;
use crate::diagnostics::Code;
use crate::ir::Opcode;

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    for (place, invoke) in unit.places(Opcode::LLVMInvoke) {
        if touches_objects(invoke) {
            found.add(Code::InvokeObjects, place, invoke, "an invoke passes or returns an object");
        }
    }
}
