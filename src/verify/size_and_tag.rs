//! JGV014: an allocation that disagrees with its tag's row in `!julia.tape.types`. Where the tag is
//! chosen among several, it disagrees with each that has a row.

use super::cells::{fresh_objects, ANY};
use super::facts::{Role, Unit};
use super::findings::Findings;
use super::manifest::Row;
use crate::diagnostics::Code;
use crate::ir::Inst;
use crate::julia::is_allocation;

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    for (place, call) in unit.calls() {
        if let Some(what) = disagreement(unit, call) {
            found.add(Code::SizeAndTag, place, call, what);
        }
    }
    for object in fresh_objects(unit) {
        let Some(row) = unit.facts.manifest.row_of_allocation(object.call) else { continue };
        if !row.is_object {
            continue;
        }
        let hidden = object.words.iter().find(|&word| *word != ANY && !row.pointers.contains(word));
        if let Some(word) = hidden {
            let what = format!(
                "an object is kept at byte {word}, where the tag '{}' has no pointer",
                row.symbol
            );
            found.add(Code::SizeAndTag, object.place, object.call, what);
        }
    }
}

fn disagreement(unit: &Unit, call: Inst) -> Option<String> {
    let by_size = unit.facts.role(call) == Some(Role::Allocator);
    if !by_size && !is_allocation(call) {
        return None;
    }
    let rows = unit.facts.manifest.rows_of_allocation(call);
    let disagreements: Option<Vec<String>> =
        rows.into_iter().map(|row| disagreement_with(row, call, by_size)).collect();
    disagreements?.into_iter().next()
}

fn disagreement_with(row: &Row, call: Inst, by_size: bool) -> Option<String> {
    let symbol = &row.symbol;
    if !by_size {
        return (!row.is_array).then(|| {
            format!("an array is allocated with the tag '{symbol}', which is no array's")
        });
    }
    if !row.is_object {
        return Some(format!(
            "an object is allocated with the tag '{symbol}', which is no object's"
        ));
    }
    let size = call.operand(1).as_u64()?;
    (size != row.size).then(|| {
        format!("{size} bytes are allocated with the tag '{symbol}' of {} bytes", row.size)
    })
}
