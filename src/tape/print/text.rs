//! The picture as text: a paragraph per tape.

use super::picture::{Cell, Fate, How, Picture, Route, Tape};
use std::fmt::Write;

/// The greatest number of cells that are listed one by one.
const MOST_CELLS: usize = 16;

/// Writes the picture.
pub fn write(picture: &Picture) -> String {
    let count = |fate| picture.tapes.iter().filter(|tape| tape.fate == fate).count();
    let mut text = format!(
        "{} classes of memory: {} lowered, {} stack slots, {} kept, {} refused\n",
        picture.tapes.len(),
        count(Fate::Lowered),
        count(Fate::Slot),
        count(Fate::Kept),
        count(Fate::Refused),
    );
    for (i, tape) in picture.tapes.iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = write_tape(&mut text, picture, i, tape);
    }
    text
}

/// Text without control characters, which are printed as LLVM does: a line stays one.
pub fn printable(text: &str) -> String {
    let mut printed = String::new();
    for c in text.chars() {
        match c.is_control() {
            true => {
                c.to_string().bytes().for_each(|byte| printed.push_str(&format!("\\{byte:02X}")))
            }
            false => printed.push(c),
        }
    }
    printed
}

/// What a tape is called.
pub fn name(tape: usize) -> String {
    format!("T{}", tape + 1)
}

fn write_tape(
    text: &mut String,
    picture: &Picture,
    i: usize,
    tape: &Tape,
) -> Result<(), std::fmt::Error> {
    writeln!(text, "\n{} {}", name(i), printable(&tape.verdict))?;
    for allocation in &tape.allocations {
        let function = printable(&allocation.function().name());
        writeln!(text, "  allocated in '{function}': {}", allocation.value())?;
    }
    if tape.stride != 0 {
        writeln!(text, "  accessed in elements of {} bytes", tape.stride)?;
    }
    for cell in tape.cells.iter().take(MOST_CELLS) {
        writeln!(text, "  byte {}: {}", cell.offset, content(cell))?;
    }
    if tape.cells.len() > MOST_CELLS {
        writeln!(text, "  … and {} more", tape.cells.len() - MOST_CELLS)?;
    }
    for route in picture.routes.iter().filter(|route| route.tape == i) {
        writeln!(text, "  {}", describe(route))?;
    }
    for reload in picture.reloads.iter().filter(|reload| reload.tape == i) {
        let function = printable(&reload.function.name());
        writeln!(text, "  '{function}' loads it out of {}", name(reload.holder))?;
    }
    Ok(())
}

/// What lies in a cell.
pub fn content(cell: &Cell) -> String {
    match cell.tape {
        Some(tape) => format!("{} to {}", cell.kind, name(tape)),
        None => cell.kind.clone(),
    }
}

fn describe(route: &Route) -> String {
    let (from, to) = (printable(&route.from.name()), printable(&route.to.name()));
    let through = if route.indirect { ", called through a pointer" } else { "" };
    match route.how {
        How::Argument(i) => format!("'{from}' passes it to '{to}' as argument {i}{through}"),
        How::Result => format!("'{from}' returns it to '{to}'{through}"),
    }
}
