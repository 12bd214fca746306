//! What is to be done: everything is decided here, and nothing is rewritten.
//!
//! Invariant: the plan either carries errors, or can be carried out whole; carrying it out leaves
//! nothing for a second run to do.
//!
//! 1. Every lazy call is wrapped, left alone for a reason, or refused (`calls`).
//! 2. Every function with a body that a wrapped call may reach becomes an entry, and so does every
//!    definition that is marked or named (`entries`).
//! 3. A function with objects at a wrapped call needs `julia.get_pgcstack` at its head: without it
//!    Julia roots nothing in it.

use super::callee;
use super::caller;
use super::glob::any_matches;
use super::recognise::{self, Lazy, LAZY};
use super::regions::{self, State};
use super::settle::{self, Repair};
use super::sources::Sources;
use super::wrappers::Wrappers;
use crate::diagnostics::{set_current_instruction, Code, Diagnostic};
use crate::ir::{Function, Inst, Module, TailKind, Value};
use crate::julia::{carries_tracked, gives_frame, GcState, Transition, Transitions};
use crate::options::CallWrappingOptions;
use std::collections::{HashMap, HashSet};

/// A call to wrap.
pub struct Wrap {
    /// The call or invoke.
    pub call: Inst,
    /// Whether it may return, so that there is something to leave.
    pub returns: bool,
    /// What the leave keeps alive.
    pub roots: Vec<Value>,
    /// Arguments in address space 12, and the objects to pass in their place.
    pub objects: Vec<(u32, Value)>,
}

/// A function with calls to wrap.
pub struct Caller {
    /// The function.
    pub function: Function,
    /// Its calls to wrap, in order.
    pub calls: Vec<Wrap>,
    /// Whether Julia has something to root in it.
    pub needs_roots: bool,
}

/// A call or definition that stays as it is, and why.
pub struct Skipped {
    /// Where.
    pub function: Function,
    /// The call; none for a definition.
    pub call: Option<Inst>,
    /// Completes "not wrapped: ".
    pub reason: &'static str,
}

/// The whole plan.
#[derive(Default)]
pub struct Plan {
    /// Functions with calls to wrap, in module order.
    pub callers: Vec<Caller>,
    /// Definitions to split into wrapper and body, in module order.
    pub entries: Vec<Function>,
    /// Functions whose calls must lose `tail` although nothing new is wrapped in them, lazy calls or
    /// not: LLVM's optimisations mark calls again. In module order.
    pub retailed: Vec<Function>,
    /// What no longer fits the call it was made for.
    pub repairs: Vec<Repair>,
    /// What stays as it is.
    pub skipped: Vec<Skipped>,
    /// Refusals. With any of them nothing is carried out.
    pub errors: Vec<Diagnostic>,
}

impl Plan {
    /// Whether there is nothing to rewrite.
    pub fn is_empty(&self) -> bool {
        self.callers.is_empty()
            && self.entries.is_empty()
            && self.retailed.is_empty()
            && self.repairs.is_empty()
    }
}

/// What the module shows, as the planning needs it.
pub struct View<'a> {
    /// The module.
    pub module: Module,
    /// Lazy calls and addresses.
    pub lazy: &'a Lazy,
    /// Definitions that do their own transition.
    pub wrappers: &'a Wrappers,
    /// The transition functions.
    pub transitions: &'a Transitions,
}

/// Makes the plan.
pub fn make(view: &View, options: &CallWrappingOptions) -> Plan {
    let mut plan = Plan { repairs: settle::find(view.transitions), ..Plan::default() };
    let enters = view.transitions.calls(Transition::Enter(GcState::Safe));
    let wrapped_before: HashSet<Function> = enters.into_iter().map(|i| i.function()).collect();
    for function in view.module.functions() {
        let instructions = function.instructions();
        if plan_calls(view, function, &instructions, &mut plan) {
            continue;
        }
        let reads_frame = wrapped_before.contains(&function) || roots_objects(&instructions);
        if reads_frame && instructions.iter().any(|&i| is_tail(i)) {
            plan.retailed.push(function);
        }
    }
    set_current_instruction(None);
    plan_entries(view, options, &mut plan);
    plan
}

/// Steps 1 and 3 for one function. Returns whether it has calls to wrap.
fn plan_calls(view: &View, function: Function, instructions: &[Inst], plan: &mut Plan) -> bool {
    let is_lazy = |inst: &&Inst| inst.is_call() && view.lazy.is_lazy(**inst);
    let lazy: Vec<Inst> = instructions.iter().filter(is_lazy).copied().collect();
    if lazy.is_empty() {
        return false;
    }
    let enters = |i: &Inst| matches!(view.transitions.at(*i), Some(Transition::Enter(_)));
    let states = if instructions.iter().any(enters) {
        regions::states_at(function, &lazy, view.transitions)
    } else {
        HashMap::new()
    };
    let mut calls = Vec::new();
    for call in lazy {
        set_current_instruction(Some(call));
        let state = states.get(&call).copied().unwrap_or(State::Always(GcState::Unsafe));
        match caller::decide(view, call, state) {
            caller::Decision::Wrap(wrap) => calls.push(wrap),
            caller::Decision::Skip(reason) => {
                plan.skipped.push(Skipped { function, call: Some(call), reason });
            }
            caller::Decision::Refuse(error) => plan.errors.push(error),
        }
    }
    if calls.is_empty() {
        return false;
    }
    plan_caller(function, calls, instructions, plan);
    true
}

/// Whether the function has a GC frame and objects of its own for it: after root placement LLVM takes
/// `tail` as "reads no alloca", and deletes the stores to the frame.
fn roots_objects(instructions: &[Inst]) -> bool {
    let Some(first) = instructions.first() else { return false };
    let has_frame = first.block().instructions().into_iter().any(|inst| {
        inst.is_call() && inst.callee().as_function().is_some_and(|f| gives_frame(&f.name()))
    });
    has_frame && instructions.iter().any(|inst| carries_tracked(inst.ty()))
}

fn is_tail(inst: Inst) -> bool {
    inst.is_call() && inst.tail_kind() == TailKind::Tail
}

fn plan_caller(function: Function, calls: Vec<Wrap>, instructions: &[Inst], plan: &mut Plan) {
    let defined = instructions.iter().any(|inst| carries_tracked(inst.ty()));
    let passed = calls.iter().any(|w| !w.roots.is_empty());
    let musttail = instructions.iter().find(|i| i.is_call() && i.tail_kind() == TailKind::MustTail);
    match musttail {
        // Arguments are rooted by the function's own caller.
        Some(&call) if defined => {
            let what = "the function has objects, lazy calls and this musttail call";
            plan.errors.push(Diagnostic::error(Code::RootsBesideMustTail, what).at(call));
        }
        _ => {
            let needs_roots = (defined || passed) && musttail.is_none();
            plan.callers.push(Caller { function, calls, needs_roots });
        }
    }
}

/// Step 2.
fn plan_entries(view: &View, options: &CallWrappingOptions, plan: &mut Plan) {
    let reached = reached_definitions(view, plan);
    for function in view.module.functions() {
        if function.is_declaration() {
            continue;
        }
        let marked = function.has_attribute(LAZY) || reached.contains(&function);
        let named = || {
            !options.entries.is_empty()
                && !view.wrappers.is_body(function)
                && !recognise::is_machinery(function)
                && any_matches(&options.entries, &function.name())
        };
        if !(marked || named()) {
            continue;
        }
        if view.wrappers.is_wrapper(function) {
            let reason = "the definition already enters the GC-unsafe state first";
            plan.skipped.push(Skipped { function, call: None, reason });
            continue;
        }
        match callee::obstacle(function) {
            Some(error) => plan.errors.push(error),
            None => plan.entries.push(function),
        }
    }
}

/// The definitions that wrapped calls may reach. Functions from elsewhere among them must be lazily
/// compiled, unless the call site itself says that whatever it calls is.
fn reached_definitions(view: &View, plan: &mut Plan) -> HashSet<Function> {
    let mut sources = Sources::new(view.module.data_layout());
    let mut reached = HashSet::new();
    let calls: Vec<Inst> =
        plan.callers.iter().flat_map(|c| c.calls.iter().map(|w| w.call)).collect();
    let (marked, found): (Vec<Inst>, Vec<Inst>) =
        calls.into_iter().partition(|&call| recognise::is_marked(call));
    for call in found {
        for function in sources.reached_by(call) {
            if function.is_declaration() && !view.lazy.holds_lazy(function.value()) {
                let name = function.name();
                let what = format!("'{name}' is not lazily compiled, but may be called here, too");
                plan.errors.push(Diagnostic::error(Code::CalleeNotLazy, what).at(call));
            }
            reached.insert(function);
        }
    }
    for call in marked {
        reached.extend(sources.reached_by(call));
    }
    reached
}
