//! Attributes and markers that stop being true, removed in one visible place.
//!
//! 1. Of a pointer that became a tracked one: what speaks of the old memory (`noalias`,
//!    `dereferenceable`, an alignment). What speaks of the pointer stays (`nonnull`, `noundef`).
//! 2. Of functions that now allocate, and of all that may call them, with the calls: what promises
//!    to leave other memory or threads alone, or to be an allocator like malloc. Allocation may run
//!    the collector, finalizers included.
//! 3. `tail` on every call of a function with tracked values: after root placement LLVM takes it as
//!    "reads no alloca" and deletes the stores to the GC frame.

use crate::ir::{AttributeList, Attrs, Function, Inst, Module, TailKind, Type};
use std::collections::HashSet;

/// What may be false of a tracked pointer though it was true of the pointer to plain memory.
const OF_MEMORY: [&str; 11] = [
    "align",
    "dead_on_return",
    "dead_on_unwind",
    "dereferenceable",
    "dereferenceable_or_null",
    "initializes",
    "noalias",
    "nofree",
    "readnone",
    "writable",
    "writeonly",
];

/// What is false of a function that allocates.
const OF_ALLOCATORS: [&str; 17] = [
    "alloc-family",
    "allockind",
    "allocsize",
    "argmemonly",
    "inaccessiblemem_or_argmemonly",
    "inaccessiblememonly",
    "memory",
    "nocallback",
    "nofree",
    "norecurse",
    "nosync",
    "nounwind",
    "readnone",
    "readonly",
    "speculatable",
    "willreturn",
    "writeonly",
];

// --- (1) ---------------------------------------------------------------------------------------

/// Cleans a call that was rebuilt with other types.
pub fn clean_call(old: Inst, new: Inst) {
    let attributes = new.call_attributes();
    if old.ty() != new.ty() {
        clean_pointer(attributes, Attrs::Result);
    }
    let (before, after) = (old.called_type().params(), new.called_type().params());
    clean_params(attributes, &before, &after);
}

/// Cleans a function whose type has changed.
pub fn clean_function(function: Function, before: Type) {
    let attributes = function.attributes();
    let after = function.function_type();
    if before.result() != after.result() {
        clean_pointer(attributes, Attrs::Result);
    }
    clean_params(attributes, &before.params(), &after.params());
}

fn clean_params(attributes: AttributeList, before: &[Type], after: &[Type]) {
    for (i, (old, new)) in before.iter().zip(after).enumerate() {
        if old != new {
            clean_pointer(attributes, Attrs::Param(i as u32));
        }
    }
}

fn clean_pointer(attributes: AttributeList, at: Attrs) {
    for name in OF_MEMORY {
        attributes.remove(at, name);
    }
}

// --- (2) ---------------------------------------------------------------------------------------

/// Cleans these functions and everything that may call them inside the module. Calls through
/// pointers may call whatever has its address taken.
pub fn clean_callers(module: Module, functions: &[Function]) {
    let mut indirect = indirect_calls(module);
    let mut seen: HashSet<Function> = HashSet::new();
    let mut todo: Vec<Function> = functions.to_vec();
    while let Some(function) = todo.pop() {
        if !seen.insert(function) {
            continue;
        }
        for name in OF_ALLOCATORS {
            function.attributes().remove(Attrs::Function, name);
        }
        for user in function.users() {
            let direct = user.as_inst().filter(|i| i.called_function() == Some(function));
            let calls = match direct {
                Some(call) => vec![call],
                None => std::mem::take(&mut indirect),
            };
            for call in calls {
                clean_call_of_allocator(call);
                todo.push(call.function());
            }
        }
    }
}

fn clean_call_of_allocator(call: Inst) {
    for name in OF_ALLOCATORS {
        call.call_attributes().remove(Attrs::Function, name);
    }
}

/// Calls of what is not known to be one function.
fn indirect_calls(module: Module) -> Vec<Inst> {
    let all = module.functions().into_iter().flat_map(Function::instructions);
    all.filter(|i| i.is_call() && !i.is_inline_asm() && i.called_function().is_none()).collect()
}

// --- (3) ---------------------------------------------------------------------------------------

/// Clears `tail` on every call of the function.
pub fn clear_tails(function: Function) {
    for inst in function.instructions() {
        if inst.is_call() && inst.tail_kind() == TailKind::Tail {
            inst.clear_tail();
        }
    }
}
