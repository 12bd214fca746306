//! The picture as a Graphviz graph.
//!
//! 1. A cluster per function, with a node for each tape that it has in hand: a table of its cells
//!    where it is allocated, its name elsewhere. The colour says what becomes of it.
//! 2. Solid arrows from cells to the tapes they point to.
//! 3. Dashed arrows along routes between functions, dotted ones where a tape is loaded out of
//!    another in a function that allocates neither.

use super::picture::{Fate, How, Picture, Tape};
use super::text::{content, name, printable};
use crate::ir::Function;
use std::collections::HashMap;
use std::fmt::{Error, Write};

/// The greatest number of cells that a table shows.
const MOST_CELLS: usize = 8;

/// Fates, as they are called, with their colours.
const LEGEND: [(Fate, &str, &str); 4] = [
    (Fate::Lowered, "becomes an object", "#c8e6c9"),
    (Fate::Slot, "stack slot that Julia roots", "#bbdefb"),
    (Fate::Kept, "stays", "#eeeeee"),
    (Fate::Refused, "refused", "#ffcdd2"),
];

/// Writes the picture.
pub fn write(picture: &Picture) -> String {
    let mut graph = Graph { picture, numbers: HashMap::new(), text: String::new() };
    // Writing to a String cannot fail.
    let _ = graph.write();
    graph.text
}

struct Graph<'a> {
    picture: &'a Picture,
    /// Functions by the number of their cluster.
    numbers: HashMap<Function, usize>,
    text: String,
}

impl Graph<'_> {
    fn write(&mut self) -> Result<(), Error> {
        self.text.push_str("digraph tapes {\n");
        self.text.push_str("  rankdir=LR; fontname=\"sans-serif\";\n");
        self.text.push_str("  node [shape=plaintext, fontname=\"sans-serif\"];\n");
        self.text.push_str("  edge [fontname=\"sans-serif\", fontsize=10];\n");
        for (i, (function, tapes)) in self.picture.places.iter().enumerate() {
            self.numbers.insert(*function, i);
            self.cluster(i, *function, tapes)?;
        }
        self.holds()?;
        self.routes()?;
        self.reloads()?;
        self.legend()?;
        self.text.push_str("}\n");
        Ok(())
    }

    // --- (1) -----------------------------------------------------------------------------------

    fn cluster(&mut self, i: usize, function: Function, tapes: &[usize]) -> Result<(), Error> {
        writeln!(self.text, "  subgraph cluster_{i} {{")?;
        writeln!(
            self.text,
            "    label=\"{}\"; style=rounded; color=\"#888888\";",
            quoted(&function.name())
        )?;
        for &tape in tapes {
            let label = match &self.picture.tapes[tape] {
                shown if allocates(shown, function) => table(tape, shown),
                shown => reference(tape, shown),
            };
            writeln!(self.text, "    f{i}_t{tape} [label=<{label}>];")?;
        }
        writeln!(self.text, "  }}")
    }

    // --- (2) -----------------------------------------------------------------------------------

    fn holds(&mut self) -> Result<(), Error> {
        for (i, tape) in self.picture.tapes.iter().enumerate() {
            let Some(home) = self.home(i) else { continue };
            for cell in tape.cells.iter().take(MOST_CELLS) {
                let Some(to) = cell.tape else { continue };
                let Some(place) = self.near(home, to) else { continue };
                let port = port(cell.offset);
                writeln!(self.text, "  f{home}_t{i}:{port} -> f{place}_t{to};")?;
            }
        }
        Ok(())
    }

    /// The cluster where a tape is allocated first.
    fn home(&self, tape: usize) -> Option<usize> {
        let allocation = self.picture.tapes[tape].allocations.first()?;
        self.numbers.get(&allocation.function()).copied()
    }

    /// Where to point to a tape from a cluster: to its node there if there is one.
    fn near(&self, cluster: usize, tape: usize) -> Option<usize> {
        let (_, here) = &self.picture.places[cluster];
        if here.binary_search(&tape).is_ok() {
            return Some(cluster);
        }
        self.home(tape)
    }

    // --- (3) -----------------------------------------------------------------------------------

    fn routes(&mut self) -> Result<(), Error> {
        for route in &self.picture.routes {
            let ends = (self.numbers.get(&route.from), self.numbers.get(&route.to));
            let (Some(from), Some(to)) = ends else { continue };
            let how = match route.how {
                How::Argument(i) => format!("argument {i}"),
                How::Result => "result".to_string(),
            };
            let how = if route.indirect { format!("{how}, through a pointer") } else { how };
            let tape = route.tape;
            writeln!(
                self.text,
                "  f{from}_t{tape} -> f{to}_t{tape} [style=dashed, label=\"{how}\"];"
            )?;
        }
        Ok(())
    }

    fn reloads(&mut self) -> Result<(), Error> {
        for reload in &self.picture.reloads {
            let (holder, tape) = (reload.holder, reload.tape);
            let Some(&place) = self.numbers.get(&reload.function) else { continue };
            if holder == tape || self.home(holder) == Some(place) {
                continue;
            }
            writeln!(
                self.text,
                "  f{place}_t{holder} -> f{place}_t{tape} [style=dotted, label=\"loads\"];"
            )?;
        }
        Ok(())
    }

    fn legend(&mut self) -> Result<(), Error> {
        self.text.push_str("  subgraph cluster_legend {\n    label=\"\"; style=invis;\n");
        let rows: String = LEGEND
            .iter()
            .map(|(_, what, colour)| format!("<tr><td bgcolor=\"{colour}\">{what}</td></tr>"))
            .collect();
        let lines = "<tr><td>solid: a cell points to it</td></tr>\
                     <tr><td>dashed: passed or returned</td></tr>\
                     <tr><td>dotted: loaded out of it</td></tr>";
        writeln!(self.text, "    legend [label=<<table border=\"0\">{rows}{lines}</table>>];\n  }}")
    }
}

fn allocates(tape: &Tape, function: Function) -> bool {
    tape.allocations.iter().any(|allocation| allocation.function() == function)
}

fn colour(tape: &Tape) -> &'static str {
    let of_fate = LEGEND.iter().find(|(fate, ..)| *fate == tape.fate);
    of_fate.map_or("white", |(.., colour)| colour)
}

fn table(i: usize, tape: &Tape) -> String {
    let mut rows = format!(
        "<tr><td colspan=\"2\" bgcolor=\"{}\"><b>{}</b> {}</td></tr>",
        colour(tape),
        name(i),
        escaped(&tape.verdict)
    );
    for cell in tape.cells.iter().take(MOST_CELLS) {
        rows.push_str(&format!(
            "<tr><td>{}</td><td port=\"{}\">{}</td></tr>",
            cell.offset,
            port(cell.offset),
            escaped(&content(cell))
        ));
    }
    if tape.cells.len() > MOST_CELLS {
        let more = tape.cells.len() - MOST_CELLS;
        rows.push_str(&format!("<tr><td colspan=\"2\">… and {more} more</td></tr>"));
    }
    format!("<table cellspacing=\"0\" border=\"0\" cellborder=\"1\">{rows}</table>")
}

fn reference(i: usize, tape: &Tape) -> String {
    format!(
        "<table cellspacing=\"0\" border=\"0\" cellborder=\"1\" style=\"rounded\">\
         <tr><td bgcolor=\"{}\">{}</td></tr></table>",
        colour(tape),
        name(i)
    )
}

/// The name of a cell's port; a minus sign would be none.
fn port(offset: i64) -> String {
    format!("b{}", offset.to_string().replace('-', "m"))
}

fn escaped(text: &str) -> String {
    printable(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn quoted(text: &str) -> String {
    printable(text).replace('\\', "\\\\").replace('"', "\\\"")
}
