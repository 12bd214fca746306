//! Runs a pass so that nothing but LLVM's own diagnostics leaves it.

use super::{Change, ModulePass, Outcome};
use crate::diagnostics::{self, Code, Diagnostic};
use crate::ir::{diagnose, Module, Severity};
use crate::options::OptionError;
use std::any::Any;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// Runs `P` and reports its diagnostics. A panic becomes an error: unwinding into C++ would end
/// the process without a word.
pub fn run_guarded<P: ModulePass>(
    module: Module,
    options: &Result<P::Options, OptionError>,
) -> Change {
    let outcome = match options {
        Ok(options) => catch_unwind(AssertUnwindSafe(|| P::run(module, options)))
            .unwrap_or_else(|payload| refuse(panic_diagnostic(payload.as_ref()))),
        Err(error) => refuse(Diagnostic::error(Code::BadOption, error.to_string())),
    };
    report(module, P::NAME, &outcome.diagnostics);
    outcome.change
}

fn refuse(diagnostic: Diagnostic) -> Outcome {
    // After a panic the module may be half rewritten; opt stops at the error and writes nothing.
    Outcome { change: Change::Some, diagnostics: vec![diagnostic] }
}

fn panic_diagnostic(payload: &(dyn Any + Send)) -> Diagnostic {
    let text = payload
        .downcast_ref::<&str>()
        .map(|s| (*s).to_string())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown cause".to_string());
    let diagnostic = Diagnostic::error(Code::Internal, text);
    match diagnostics::current_instruction() {
        Some(inst) => diagnostic.at(inst),
        None => diagnostic,
    }
}

/// Warnings first: LLVM's default handler ends the process at the last error.
fn report(module: Module, pass: &str, diagnostics: &[Diagnostic]) {
    let of = |severity| diagnostics.iter().filter(move |d| d.severity == severity);
    for warning in of(Severity::Warning) {
        diagnose(module.context(), Severity::Warning, &warning.render(pass), false);
    }
    let errors: Vec<&Diagnostic> = of(Severity::Error).collect();
    for (i, error) in errors.iter().enumerate() {
        let more_follow = i + 1 < errors.len();
        diagnose(module.context(), Severity::Error, &error.render(pass), more_follow);
    }
}
