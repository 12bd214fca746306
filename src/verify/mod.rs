//! `gc-verify`: reports IR that breaks the rules of Julia's garbage collector.
//!
//! ```text
//! opt -load-pass-plugin=libjulia_gc_passes.so -passes='gc-verify<rules=missing-barrier+tail-call>' in.ll
//! ```
//!
//! Goal: every finding is certain, and one run gives them all. Nothing is changed. A rule speaks only
//! where the IR itself shows the fault; what depends on code outside the function is passed over.
//!
//! 1. [`Facts`]: the module's functions and tape types.
//! 2. Functions without objects and transitions are passed over after one scan.
//! 3. [`Unit`]: what all rules need of a function, computed once: reachable code and safepoints
//!    (`body`), what pointers point into (`bases`), fresh objects, barriers and their `leaf`s, GC
//!    states (`gc_state`).
//! 4. The rules, one per file; each is one scan of the function, and follows paths only as far as
//!    the next safepoint.
//! 5. Findings by function, instruction and code.

mod bases;
mod between;
mod body;
mod cells;
mod exchange;
mod facts;
mod findings;
mod fresh_choice;
mod gc_state;
mod held;
mod leaf;
mod manifest;
mod told;

mod address_space;
mod barrier_parent;
mod free_of_object;
mod invoke_with_objects;
mod loop_invariant_barrier;
mod missing_barrier;
mod no_pgcstack;
mod null_child;
mod null_walk;
mod object_while_safe;
mod paths;
mod plain_memory;
mod removable_null;
mod returned_while_safe;
mod size_and_tag;
mod tail_call;
mod unbalanced_transition;
mod uninitialised;
mod unrooted_alloca;

use crate::diagnostics::{set_current_instruction, Code, Diagnostic};
use crate::ir::{Function, Module, Printer, Severity};
use crate::julia::may_collect;
use crate::options::{GcVerifyOptions, OptionError};
use crate::plugin::{Change, ModulePass, Outcome};
use facts::{Facts, Unit};
use findings::Findings;

/// The pass.
pub struct GcVerify;

type Rule = fn(&Unit, &mut Findings);

const RULES: [(Code, Rule); 17] = [
    (Code::PlainMemory, plain_memory::check),
    (Code::MissingBarrier, missing_barrier::check),
    (Code::Uninitialised, uninitialised::check),
    (Code::BarrierParent, barrier_parent::check),
    (Code::AddressSpace, address_space::check),
    (Code::FreesObject, free_of_object::check),
    (Code::NullChild, null_child::check),
    (Code::RemovableNull, removable_null::check),
    (Code::TailCall, tail_call::check),
    (Code::UnrootedAlloca, unrooted_alloca::check),
    (Code::InvokeObjects, invoke_with_objects::check),
    (Code::LoopBarrier, loop_invariant_barrier::check),
    (Code::NoPgcstack, no_pgcstack::check),
    (Code::SizeAndTag, size_and_tag::check),
    (Code::Unbalanced, unbalanced_transition::check),
    (Code::WhileSafe, object_while_safe::check),
    (Code::ReturnedSafe, returned_while_safe::check),
];

impl ModulePass for GcVerify {
    const NAME: &'static str = "gc-verify";
    type Options = GcVerifyOptions;

    fn parse_options(text: &str) -> Result<Self::Options, OptionError> {
        GcVerifyOptions::parse(text)
    }

    fn run(module: Module, options: &GcVerifyOptions) -> Outcome {
        let severity = if options.warn { Severity::Warning } else { Severity::Error };
        let wanted = |code: Code| {
            (options.rules.is_empty() || options.rules.contains(&code))
                && !options.except.contains(&code)
        };
        let rules: Vec<Rule> =
            RULES.iter().filter(|(code, _)| wanted(*code)).map(|&(_, rule)| rule).collect();
        let diagnostics = verify(module, &rules, severity);
        Outcome { change: Change::None, diagnostics }
    }
}

fn verify(module: Module, rules: &[Rule], severity: Severity) -> Vec<Diagnostic> {
    let facts = Facts::of(module);
    let printer = Printer::new(module);
    let mut diagnostics = Vec::new();
    for function in module.functions() {
        if function.is_declaration() || !facts.concerns(function) {
            continue;
        }
        set_current_instruction(function.entry().first());
        let unit = Unit::of(&facts, function);
        let mut findings = Findings::default();
        for rule in rules {
            rule(&unit, &mut findings);
        }
        diagnostics.extend(findings.into_diagnostics(&printer, severity));
    }
    set_current_instruction(None);
    diagnostics
}

/// The definitions that hold objects across safepoints without a call of `julia.get_pgcstack` in the
/// entry block: nothing in them is rooted. In module order.
pub fn unrooted(module: Module) -> Vec<Function> {
    let facts = Facts::of(module);
    let definitions = module.functions().into_iter().filter(|f| !f.is_declaration());
    let may_need = definitions.filter(|&f| {
        !facts.has_frame(f) && f.instructions().into_iter().any(may_collect) && facts.concerns(f)
    });
    may_need.filter(|&f| no_pgcstack::lacks_frame(&Unit::of(&facts, f))).collect()
}
