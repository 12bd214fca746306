//! What the rules find.

use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Inst, Printer, Severity};

/// One finding.
struct Finding {
    place: usize,
    inst: Inst,
    code: Code,
    what: String,
    /// An instruction that says more, and what it is.
    other: Option<(&'static str, Inst)>,
}

/// The findings in one function.
#[derive(Default)]
pub struct Findings(Vec<Finding>);

impl Findings {
    /// Notes a finding at an instruction and its place in the function.
    pub fn add(&mut self, code: Code, place: usize, inst: Inst, what: impl Into<String>) {
        self.0.push(Finding { place, inst, code, what: what.into(), other: None });
    }

    /// The same with an instruction that says more.
    pub fn add_with(
        &mut self,
        code: Code,
        (place, inst): (usize, Inst),
        what: impl Into<String>,
        other: (&'static str, Inst),
    ) {
        self.0.push(Finding { place, inst, code, what: what.into(), other: Some(other) });
    }

    /// The messages, by instruction and code, each once.
    pub fn into_diagnostics(mut self, printer: &Printer, severity: Severity) -> Vec<Diagnostic> {
        self.0.sort_by(|a, b| (a.place, a.code.id()).cmp(&(b.place, b.code.id())));
        self.0.dedup_by(|a, b| (a.place, a.code, &a.what) == (b.place, b.code, &b.what));
        let all = self.0.into_iter().map(|finding| {
            let mut diagnostic = Diagnostic::error(finding.code, finding.what)
                .with_severity(severity)
                .at_printed(finding.inst, printer);
            if let Some((label, inst)) = finding.other {
                diagnostic = diagnostic.note(format!("{label} {}", printer.print(inst)));
            }
            diagnostic
        });
        all.collect()
    }
}
