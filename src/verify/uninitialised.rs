//! JGV003: a pointer word of a fresh object that no store reaches before a safepoint.
//!
//! Certain because the word is known to hold a pointer (by the tape's row in `!julia.tape.types`,
//! or because the function reads or writes one there), and the path to the safepoint is there.

use super::cells::{fresh_objects, strangers, ANY};
use super::facts::Unit;
use super::findings::Findings;
use crate::diagnostics::Code;

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    let objects = fresh_objects(unit);
    if objects.is_empty() {
        return;
    }
    let strangers = strangers(unit);
    for object in objects {
        let Some(left) = object.left(unit, &strangers, true) else { continue };
        let words: Vec<String> =
            left.words.iter().filter(|&&w| w != ANY).map(u64::to_string).collect();
        let which = match words.as_slice() {
            [] => "pointers at run-time offsets are".to_string(),
            [one] => format!("the pointer at byte {one} is"),
            many => format!("the pointers at bytes {} are", many.join(", ")),
        };
        let what = format!("{which} not initialised when the collector may run");
        let safepoint = unit.body.insts[left.safepoint];
        found.add_with(
            Code::Uninitialised,
            (object.place, object.call),
            what,
            ("run: ", safepoint),
        );
    }
}
