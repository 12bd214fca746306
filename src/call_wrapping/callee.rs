//! The callee side: a lazily compiled definition becomes a wrapper around its body.
//!
//! ```text
//! define R @f(…) {                              define internal R @f.body(…) noinline {
//!   %s = call i8 @jl_gc_unsafe_enter()            …
//!   %r = call R @f.body(…)                      }
//!   call void @jl_gc_unsafe_leave(i8 %s)        ; not if R carries a tracked pointer
//!   ret R %r
//! }
//! ```
//!
//! Invariant: the function stays the same value, with its name, linkage, section, comdat,
//! attributes and uses, so that tables, aliases and callers elsewhere need no change. No object is
//! touched before the enter: the wrapper has no GC frame, and the body is never inlined into it.
//! A tracked result is handed over GC-unsafe, and the caller's leave does the rest.
//!
//! 1. [`obstacle`] (read-only): what makes a definition impossible to split.
//! 2. [`split`]: the body moves, with its subprogram and personality; the wrapper is written.
//! 3. Calls of the function in its own body go straight to the body, unless they are lazy.

use super::recognise::{Lazy, LAZY};
use super::roots;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Attrs, Builder, Function, Inst, Value};
use crate::julia::{carries_tracked, Dialect};

/// Attributes of a function that its body does not share: it is another function with another role.
const NOT_OF_BODIES: [&str; 5] = [LAZY, "alwaysinline", "inlinehint", "jumptable", "nobuiltin"];

/// Step 1.
pub fn obstacle(function: Function) -> Option<Diagnostic> {
    let refuse = |code, what: &str| Some(Diagnostic::error(code, what).in_function(function));
    let ty = function.function_type();
    if ty.is_variadic() {
        return refuse(Code::VariadicEntry, "a lazily compiled definition is variadic");
    }
    for name in ["naked", "presplitcoroutine"] {
        if function.has_attribute(name) {
            return refuse(Code::UnsplittableEntry, &format!("the definition is '{name}'"));
        }
    }
    for (index, param) in (0..).zip(function.params()) {
        let has = |name| function.attributes().has(Attrs::Param(index), name);
        if let Some(name) = ["inalloca", "preallocated"].into_iter().find(|&name| has(name)) {
            return refuse(Code::UnsplittableEntry, &format!("a parameter is '{name}'"));
        }
        if roots::carries_callee_rooted(param.ty()) {
            let what = "a lazily compiled definition has a parameter in address space 12";
            return refuse(Code::CalleeRooted, what);
        }
    }
    if roots::carries_derived(ty.result()) {
        return refuse(
            Code::DerivedResult,
            "a lazily compiled definition returns a derived pointer",
        );
    }
    if !roots::definition_sret_is_rooted(function) {
        let what = "a lazily compiled definition returns objects through sret";
        return refuse(Code::UnrootedSret, what);
    }
    None
}

/// Steps 2 and 3. Returns the body.
pub fn split(dialect: Dialect, lazy: &Lazy, function: Function) -> Function {
    let body = function.outline_body(&format!("{}.body", function.name()));
    for name in NOT_OF_BODIES {
        body.attributes().remove(Attrs::Function, name);
    }
    body.attributes().add(Attrs::Function, "noinline", 0);
    write_wrapper(dialect, function, body);
    for call in body.instructions() {
        if call.is_call() && call.called_function() == Some(function) && !lazy.is_lazy(call) {
            // The callee is a call's last operand.
            call.set_operand(call.operand_count() - 1, body.value());
        }
    }
    body
}

fn write_wrapper(dialect: Dialect, function: Function, body: Function) {
    let build = Builder::at_end(function.append_block("entry"));
    let saved = build.call(dialect.unsafe_enter(), &[]);
    saved.set_name("gc_state");
    let call = build.call(body, &function.params());
    call.adopt_parameter_attributes(body);
    let mut written = vec![saved, call];
    if function.has_attribute("noreturn") {
        written.push(build.unreachable());
    } else {
        if !carries_tracked(call.ty()) {
            written.push(build.call(dialect.unsafe_leave(), &[saved.value()]));
        }
        written.push(build.ret(result_of(call)));
    }
    written.into_iter().for_each(Inst::locate_at_function_head);
}

fn result_of(call: Inst) -> Option<Value> {
    let is_void = call.ty() == call.ty().context().void();
    (!is_void).then_some(call.value())
}
