//! `call-wrapping`: GC-state transitions around calls of lazily compiled functions, and in them.
//!
//! ```text
//! opt -load-pass-plugin=libjulia_gc_passes.so -passes='call-wrapping<entries=julia_f_*>' -S in.ll
//! ```
//!
//! Goal: a thread that waits for a lazy compilation never blocks the collector, and no object is
//! lost on the way in or out. A module is rewritten whole or left byte for byte as it was; run
//! twice, the pass changes nothing the second time.
//!
//! 1. Recognition: which values are addresses of lazily compiled functions (`recognise`, `slots`,
//!    `glob`), and what is wrapped already (`wrappers`, `regions`).
//! 2. `plan`: every lazy call and every lazily compiled definition is wrapped, left alone, or
//!    refused (`roots`, `sources`).
//! 3. Refusals: errors end the run here, with nothing rewritten.
//! 4. Rewriting: what was wrapped before and has changed since (`settle`), the callers (`caller`,
//!    `invoke`), then the definitions (`callee`).
//! 5. `attributes`: what stops being true goes, up the call graph.

mod attributes;
mod callee;
mod caller;
mod glob;
mod invoke;
mod plan;
mod recognise;
mod regions;
mod roots;
mod settle;
mod slots;
mod sources;
mod wrappers;

use crate::diagnostics::{remark, Code, Diagnostic};
use crate::ir::{Attrs, Function, Inst, Module, RemarkKind};
use crate::julia::{Dialect, Transitions};
use crate::options::{CallWrappingOptions, OptionError};
use crate::plugin::{Change, ModulePass, Outcome};
use plan::{Plan, View};
use recognise::Lazy;

pub use recognise::LAZY;
pub use roots::touches_objects;
pub use settle::settle;
pub use wrappers::Wrappers;

const PASS: &str = "call-wrapping";

/// The pass.
pub struct CallWrapping;

impl ModulePass for CallWrapping {
    const NAME: &'static str = PASS;
    type Options = CallWrappingOptions;

    fn parse_options(text: &str) -> Result<Self::Options, OptionError> {
        CallWrappingOptions::parse(text)
    }

    fn run(module: Module, options: &CallWrappingOptions) -> Outcome {
        let transitions = Transitions::of(module);
        let wrappers = Wrappers::of(&transitions);
        let lazy = recognise::recognise(module, options, &wrappers);
        let view = View { module, lazy: &lazy, wrappers: &wrappers, transitions: &transitions };
        let mut plan = plan::make(&view, options);
        report_skipped(&plan);
        let dialect = match usable_dialect(module, &plan) {
            Ok(dialect) => dialect,
            Err(error) => {
                plan.errors.push(error);
                None
            }
        };
        if !plan.errors.is_empty() {
            return Outcome { change: Change::None, diagnostics: plan.errors };
        }
        if let Some(dialect) = dialect {
            rewrite(dialect, &lazy, &plan);
        }
        let change = if plan.is_empty() { Change::None } else { Change::Some };
        if options.stats {
            eprintln!("{}", stats_text(&plan));
        }
        Outcome { change, diagnostics: unmatched_globs(module, options) }
    }
}

/// A warning for each glob that names nothing.
fn unmatched_globs(module: Module, options: &CallWrappingOptions) -> Vec<Diagnostic> {
    if options.callees.is_empty() && options.entries.is_empty() {
        return Vec::new();
    }
    let functions: Vec<Function> =
        module.functions().into_iter().filter(|&f| !recognise::is_machinery(f)).collect();
    let aliases = module.aliases().into_iter().map(|alias| alias.name());
    let callees: Vec<String> = functions.iter().map(|f| f.name()).chain(aliases).collect();
    let defined = functions.iter().filter(|f| !f.is_declaration());
    let entries: Vec<String> = defined.map(|f| f.name()).collect();
    let unmatched = |option: &str, globs: &[String], names: &[String], what: &str| {
        let globs = glob::matching_none(globs, names).into_iter();
        let message = |glob: &str| {
            let what = format!("'{glob}' of {option}= matches no {what} of the module");
            Diagnostic::warning(Code::GlobMatchesNothing, what)
        };
        globs.map(message).collect::<Vec<_>>()
    };
    let mut warnings = unmatched("callees", &options.callees, &callees, "function");
    warnings.extend(unmatched("entries", &options.entries, &entries, "definition"));
    warnings
}

/// The dialect for the rewriting, if there is anything to rewrite.
fn usable_dialect(module: Module, plan: &Plan) -> Result<Option<Dialect>, Diagnostic> {
    if plan.is_empty() {
        return Ok(None);
    }
    let dialect = Dialect::without_offsets(module, None)?;
    dialect.check_transitions()?;
    Ok(Some(dialect))
}

/// Steps 4 and 5.
fn rewrite(dialect: Dialect, lazy: &Lazy, plan: &Plan) {
    plan.repairs.iter().for_each(settle::carry_out);
    let mut wrapped = Vec::new();
    for caller in &plan.callers {
        wrapped.extend(caller::wrap(dialect, caller));
    }
    for &function in &plan.retailed {
        caller::clear_tails(function);
    }
    if !wrapped.is_empty() {
        keep_apart(dialect);
    }
    for &function in &plan.entries {
        let body = callee::split(dialect, lazy, function);
        caller::clear_tails(body);
    }
    if !wrapped.is_empty() || !plan.entries.is_empty() {
        attributes::drop_stale(dialect.module(), &wrapped, &plan.entries);
    }
    report_done(&wrapped, &plan.entries);
}

/// LLVM would otherwise merge the transitions of two branches into the block before or behind
/// them, and with that move other instructions of the branches into the GC-safe region.
fn keep_apart(dialect: Dialect) {
    for function in [dialect.safe_enter(), dialect.safe_leave()] {
        function.attributes().add(Attrs::Function, "nomerge", 0);
    }
}

fn report_skipped(plan: &Plan) {
    for skipped in &plan.skipped {
        let (name, what) = match skipped.call {
            Some(_) => ("CallNotWrapped", "lazy call"),
            None => ("EntryNotWrapped", "lazily compiled definition"),
        };
        let message = format!("{what} not wrapped: {}", skipped.reason);
        remark(RemarkKind::Missed, PASS, name, skipped.function, skipped.call, &message);
    }
}

fn report_done(wrapped: &[Inst], entries: &[Function]) {
    for &call in wrapped {
        let message = "lazy call wrapped: GC-safe while it waits for its callee's compilation";
        remark(RemarkKind::Passed, PASS, "CallWrapped", call.function(), Some(call), message);
    }
    for &function in entries {
        let message = "lazily compiled definition wrapped: GC-unsafe from its start";
        remark(RemarkKind::Passed, PASS, "EntryWrapped", function, None, message);
    }
}

fn stats_text(plan: &Plan) -> String {
    let calls: usize = plan.callers.iter().map(|c| c.calls.len()).sum();
    let (entries, skipped) = (plan.entries.len(), plan.skipped.len());
    format!("{PASS}: {calls} calls and {entries} definitions wrapped, {skipped} left alone")
}
