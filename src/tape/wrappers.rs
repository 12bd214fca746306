//! Allocation wrappers: internal `alwaysinline` functions that allocate, such as Enzyme's
//! `__enzyme_exponentialallocation`.
//!
//! One wrapper serves tapes of every kind, so the classes, which do not tell calls apart, would be
//! one. Inlining the calls, as the attribute demands anyway, makes each tape's growth its own.
//! Nothing is inlined in a module that is then refused: the caller tries on a copy first.

use super::sites::site;
use crate::ir::{Function, Inst, Linkage, Module};
use std::collections::HashSet;

/// Wrappers may call wrappers; deeper than this they are recursive, and stay calls.
const DEPTH: usize = 8;

/// Whether the module calls an allocation wrapper.
pub fn are_called(module: Module) -> bool {
    !calls(module).is_empty()
}

/// Inlines every call of an allocation wrapper.
pub fn inline(module: Module) {
    for _ in 0..DEPTH {
        let calls = calls(module);
        if calls.is_empty() {
            break;
        }
        for call in calls {
            let caller = call.function().name();
            if !call.inline() {
                log::debug!("a call of an allocation wrapper in '{caller}' cannot be inlined");
            }
        }
    }
}

fn calls(module: Module) -> Vec<Inst> {
    let wrappers: HashSet<Function> =
        module.functions().into_iter().filter(|&f| is_wrapper(f)).collect();
    if wrappers.is_empty() {
        return Vec::new();
    }
    let functions = module.functions().into_iter().filter(|f| !wrappers.contains(f));
    let calls = functions.flat_map(Function::instructions).filter(|inst| inst.is_call());
    calls.filter(|c| c.called_function().is_some_and(|f| wrappers.contains(&f))).collect()
}

fn is_wrapper(function: Function) -> bool {
    function.linkage() == Linkage::Local
        && !function.is_declaration()
        && function.has_attribute("alwaysinline")
        && function.instructions().into_iter().filter_map(site).any(|s| s.is_heap())
}
