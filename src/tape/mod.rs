//! `tape-lowering`: tapes that can hold Julia objects become objects of the garbage collector.
//!
//! ```text
//! opt -load-pass-plugin=libjulia_gc_passes.so -passes='tape-lowering<julia=1.10>' -S in.ll
//! ```
//!
//! Goal: no pointer to an object lies in memory that the collector does not see, and the module
//! computes what it computed. A module is rewritten whole or left byte for byte as it was; run
//! twice, the pass changes nothing the second time.
//!
//! 0. `wrappers`: calls of allocation wrappers are inlined, if the module can then be lowered.
//! 1. `constraints`: sites, classes of memory and facts about them, from one pass over the module
//!    (`sites`, `leaves`, `classes`, `analysis`).
//! 2. `plan`: verdicts on the classes (`verdict`, `rootable`, `layout`) and what the rewriter will
//!    touch (`retype`), until they agree. `parts`: allocations that several tapes share.
//! 3. Refusals: errors end the run here, with nothing rewritten.
//! 4. `rewrite`: types, accesses and allocations (`tags`, `init`).
//! 5. `zeroing`, `barriers`, roots and `hygiene`: what the collector needs besides.

mod analysis;
mod barriers;
mod classes;
mod congruence;
mod constraints;
mod derived;
mod hygiene;
mod init;
mod layout;
mod leaves;
mod parts;
mod plan;
mod print;
mod rehang;
mod report;
mod retype;
mod rewrite;
mod rootable;
mod sites;
mod tags;
mod verdict;
mod words;
mod wrappers;
mod zeroing;

use crate::diagnostics::Diagnostic;
use crate::ir::{Function, Module, Severity};
use crate::julia::Dialect;
use crate::options::{OnUnsupported, OptionError, TapeLoweringOptions};
use crate::plugin::{Change, ModulePass, Outcome};
use analysis::Analysis;
use parts::Parts;
use plan::Plan;
use report::Stats;
use retype::Retype;
use verdict::Verdicts;

pub use constraints::is_marker;
pub use leaves::Leaves;
pub use print::PrintTapes;
pub use rootable::is_rootable;
pub use sites::{memory_call, MemoryCall};
pub use tags::MANIFEST;

/// The pass.
pub struct TapeLowering;

impl ModulePass for TapeLowering {
    const NAME: &'static str = report::PASS;
    type Options = TapeLoweringOptions;

    fn parse_options(text: &str) -> Result<Self::Options, OptionError> {
        TapeLoweringOptions::parse(text)
    }

    fn run(module: Module, options: &TapeLoweringOptions) -> Outcome {
        if !wrappers::are_called(module) {
            return analyse_and_lower(module, options, Mode::Lower);
        }
        let trial = module.with_copy(|copy| {
            wrappers::inline(copy);
            analyse_and_lower(copy, options, Mode::Try)
        });
        if trial.change == Change::None {
            return trial;
        }
        wrappers::inline(module);
        analyse_and_lower(module, options, Mode::Lower)
    }
}

/// How far a run goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// To the end.
    Lower,
    /// Until it is known whether anything would be rewritten; says nothing unless it fails.
    Try,
}

fn analyse_and_lower(module: Module, options: &TapeLoweringOptions, mode: Mode) -> Outcome {
    let (mut analysis, verdicts, plan) = decide(module, options);
    let severity = match options.on_unsupported {
        OnUnsupported::Error => Severity::Error,
        OnUnsupported::Skip => Severity::Warning,
    };
    let mut diagnostics = report::refusals(&mut analysis, &verdicts, severity);
    diagnostics.extend(report::freed_from_elsewhere(&mut analysis, &verdicts, severity));
    let failed = severity == Severity::Error && !diagnostics.is_empty();
    let nothing = failed || !verdicts.any_lowered();
    if mode == Mode::Try && !nothing {
        return Outcome { change: Change::Some, diagnostics };
    }
    report::remarks(&analysis, &verdicts);
    if nothing {
        if options.stats {
            eprintln!("{}", report::stats_text(&analysis, &verdicts, &Stats::default()));
        }
        return Outcome { change: Change::None, diagnostics };
    }
    diagnostics.extend(report::changed_exports(&plan));
    match lower(&mut analysis, &verdicts, &plan, options) {
        Ok(()) => Outcome { change: Change::Some, diagnostics },
        Err(error) => {
            diagnostics.push(error);
            Outcome { change: Change::None, diagnostics }
        }
    }
}

/// What is known and decided about a module.
type Decision = (Analysis, Verdicts, Plan);

/// Steps 1 and 2, and once more with the parts of shared allocations apart if that helps.
fn decide(module: Module, options: &TapeLoweringOptions) -> Decision {
    let (whole, parts) = decide_as_wholes(module, options);
    if parts.is_empty() {
        return whole;
    }
    let layout = module.data_layout();
    if !rehang::is_needed(&parts, layout) {
        return decide_apart(module, options, whole, parts).0;
    }
    let helps = module.with_copy(|copy| {
        let (whole, parts) = decide_as_wholes(copy, options);
        rehang::rehang(&parts, layout);
        drop(whole);
        let (whole, parts) = decide_as_wholes(copy, options);
        let ((_, verdicts, _), helps) = decide_apart(copy, options, whole, parts);
        // An error leaves the module as it was.
        helps && (options.on_unsupported == OnUnsupported::Skip || verdicts.refused() == 0)
    });
    if !helps {
        return whole;
    }
    rehang::rehang(&parts, layout);
    let (whole, parts) = decide_as_wholes(module, options);
    decide_apart(module, options, whole, parts).0
}

/// The decision, and the parts of what it refuses.
fn decide_as_wholes(module: Module, options: &TapeLoweringOptions) -> (Decision, Parts) {
    let mut analysis = constraints::analyse(module, options, Parts::default());
    let (verdicts, plan) = plan::settle(&mut analysis);
    let parts = Parts::of_refused(&analysis, &verdicts);
    ((analysis, verdicts, plan), parts)
}

/// The decision with these parts as allocations of their own, if fewer are refused then.
fn decide_apart(
    module: Module,
    options: &TapeLoweringOptions,
    whole: Decision,
    parts: Parts,
) -> (Decision, bool) {
    let mut apart = constraints::analyse(module, options, parts);
    let (verdicts, plan) = plan::settle(&mut apart);
    if verdicts.refused() < whole.1.refused() && parts::are_respected(&mut apart) {
        return ((apart, verdicts, plan), true);
    }
    (whole, false)
}

/// Steps 4 and 5. An error means that nothing was rewritten.
fn lower(
    analysis: &mut Analysis,
    verdicts: &Verdicts,
    plan: &Plan,
    options: &TapeLoweringOptions,
) -> Result<(), Diagnostic> {
    let dialect = Dialect::new(analysis.module, options.julia)?;
    dialect.check()?;
    let before: Vec<_> = plan.functions.iter().map(|f| f.function.function_type()).collect();
    let data_layout = analysis.leaves.data_layout();
    let lowering = Retype { analysis, verdicts };
    let rewritten = rewrite::rewrite(lowering, plan, dialect, options.tags);

    let zeroed = zeroing::zero(dialect, data_layout, &rewritten.fresh);
    let barriers = barriers::add_barriers(dialect, &rewritten.stores);
    for (&function, before) in rewritten.functions.iter().zip(before) {
        root(dialect, function);
        hygiene::clean_function(function, before);
    }
    for function in crate::verify::unrooted(analysis.module) {
        root(dialect, function);
    }
    hygiene::clean_callers(analysis.module, &rewritten.functions);
    // A tape that crosses a call that is wrapped already is an object from now on.
    crate::call_wrapping::settle(analysis.module);
    init::write(dialect);
    let stats = Stats { zeroed, frees: rewritten.frees, barriers };
    if options.stats {
        eprintln!("{}", report::stats_text(analysis, verdicts, &stats));
    }
    Ok(())
}

/// A function that holds a tape, or what comes from or goes to one, across a safepoint needs
/// `julia.get_pgcstack` in its entry block, or nothing in it is rooted.
fn root(dialect: Dialect, function: Function) {
    dialect.ensure_pgcstack(function);
    hygiene::clear_tails(function);
}
