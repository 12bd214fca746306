//! The caller side of a lazy call.
//!
//! ```text
//! %s = call i8 @jl_gc_safe_enter()
//! %r = call R @lazy(…)
//! call void @jl_gc_safe_leave(i8 %s) [ "jl_roots"(…) ]
//! ```
//!
//! Invariant: nothing but the call lies between enter and leave, and the call itself keeps its
//! place, arguments, bundles and calling convention.
//!
//! 1. [`decide`] (read-only): wrap, leave alone, or refuse.
//! 2. [`wrap`]: pass objects in address space 10, enter, leave.
//! 3. `tail` goes from every call of the function: after root placement LLVM takes it as "reads no
//!    alloca" and deletes stores to the GC frame.

use super::invoke;
use super::plan::{Caller, View, Wrap};
use super::recognise;
use super::regions::State;
use super::roots;
use crate::diagnostics::{set_current_instruction, Code, Diagnostic};
use crate::ir::{Attrs, Builder, Function, Inst, Opcode, TailKind, Value};
use crate::julia::{Dialect, GcState, TRACKED};

/// What becomes of a lazy call.
pub enum Decision {
    /// It is wrapped.
    Wrap(Wrap),
    /// It stays as it is.
    Skip(&'static str),
    /// The module is refused.
    Refuse(Diagnostic),
}

/// Step 1.
pub fn decide(view: &View, call: Inst, state: State) -> Decision {
    if let Some(reason) = reason_to_skip(view, call, state) {
        return Decision::Skip(reason);
    }
    match check(view, call, state) {
        Ok(wrap) => Decision::Wrap(wrap),
        Err(error) => Decision::Refuse(error.at(call)),
    }
}

fn has_attribute(call: Inst, name: &str) -> bool {
    call.call_attributes().has(Attrs::Function, name)
        || call.callee().as_function().is_some_and(|f| f.has_attribute(name))
}

fn reason_to_skip(view: &View, call: Inst, state: State) -> Option<&'static str> {
    if call.opcode() == Opcode::LLVMCallBr {
        return Some("callbr has no single place to leave the GC-safe state at");
    }
    if call.is_inline_asm() {
        return Some("it is inline assembly, which is not compiled lazily");
    }
    if recognise::is_intrinsic_call(call, view.transitions) {
        return Some("it is an intrinsic, which is not compiled lazily");
    }
    if state == State::Always(GcState::Safe) {
        return Some("it is GC-safe already: the call is wrapped");
    }
    if call.tail_kind() == TailKind::MustTail {
        return Some("nothing may stand between a musttail call and its return");
    }
    if has_attribute(call, "returns_twice") {
        return Some("a call that returns twice would leave the GC-safe state twice");
    }
    if call.has_bundle("gc-transition") {
        return Some("its \"gc-transition\" bundle makes Julia put the transition there");
    }
    None
}

fn check(view: &View, call: Inst, state: State) -> Result<Wrap, Diagnostic> {
    let refuse = |code, what: &str| Err(Diagnostic::error(code, what));
    if state == State::Mixed {
        return refuse(Code::PartlySafe, "the lazy call is GC-safe on some paths only");
    }
    if call.has_bundle("funclet") {
        return refuse(Code::UnwindFunclet, "the lazy call is in an exception funclet");
    }
    if call.opcode() == Opcode::LLVMInvoke {
        if roots::touches_objects(call) {
            return refuse(Code::LazyInvoke, "a lazy invoke passes or returns an object");
        }
        if !invoke::unwinds_to_landing_pad(call) {
            return refuse(Code::UnwindFunclet, "a lazy invoke unwinds to an exception funclet");
        }
    }
    if roots::carries_derived(call.ty()) {
        return refuse(Code::DerivedResult, "the lazy call returns a derived pointer");
    }
    if !roots::sret_is_rooted(call, view.module.data_layout()) {
        return refuse(Code::UnrootedSret, "the lazy call returns objects through sret");
    }
    let objects = roots::objects_behind(call).map_err(|arg| {
        let what = format!("no tracked pointer is known behind the argument {arg}");
        Diagnostic::error(Code::CalleeRooted, what)
    })?;
    let roots = roots::rooted_operands(call, &objects);
    Ok(Wrap { call, returns: !has_attribute(call, "noreturn"), roots, objects })
}

/// Steps 2 and 3 for one function. Returns the wrapped calls.
pub fn wrap(dialect: Dialect, caller: &Caller) -> Vec<Inst> {
    if caller.needs_roots {
        dialect.ensure_pgcstack(caller.function).ensure_debug_location();
    }
    let mut wrapped = Vec::new();
    let mut invokes = Vec::new();
    for wrap in &caller.calls {
        set_current_instruction(Some(wrap.call));
        let call = pass_objects(wrap.call, &wrap.objects);
        call.clear_tail();
        let saved = Builder::before(call).call(dialect.safe_enter(), &[]);
        locate(saved, call);
        saved.set_name("gc_state");
        if call.opcode() == Opcode::LLVMInvoke {
            invokes.push((call, saved));
        } else if wrap.returns {
            let build = Builder::after(call);
            leave(dialect.safe_leave(), &build, saved.value(), &wrap.roots, call);
        }
        wrapped.push(call);
    }
    set_current_instruction(None);
    invoke::leave_on_both_edges(dialect, &invokes);
    clear_tails(caller.function);
    wrapped
}

/// Gives a new instruction the location of the call it belongs to, or else its function's.
pub fn locate(inst: Inst, call: Inst) {
    inst.copy_debug_location(call);
    inst.ensure_debug_location();
}

/// Builds the leave, a call of `function` with the location of `call`.
pub fn leave(function: Function, build: &Builder, saved: Value, roots: &[Value], call: Inst) {
    let mut leave = build.call(function, &[saved]);
    if !roots.is_empty() {
        let bundle = Some(("jl_roots", roots));
        let (ty, callee, args) = (leave.called_type(), leave.callee(), leave.args());
        let rooting = leave.rebuild_call(ty, callee, &args, bundle);
        leave.erase();
        leave = rooting;
    }
    locate(leave, call);
}

/// `tail` goes from every call of the function; returns whether one had it.
pub fn clear_tails(function: Function) -> bool {
    let mut any = false;
    for call in function.instructions() {
        if call.is_call() && call.tail_kind() == TailKind::Tail {
            call.clear_tail();
            any = true;
        }
    }
    any
}

/// The call with objects in address space 10 in place of pointers in 12.
fn pass_objects(call: Inst, objects: &[(u32, Value)]) -> Inst {
    if objects.is_empty() {
        return call;
    }
    let build = Builder::before(call);
    let context = build.context();
    let old_type = call.called_type();
    let (mut params, mut args) = (old_type.params(), call.args());
    for &(index, object) in objects {
        let index = index as usize;
        let pointee =
            if context.typed_pointers() { args[index].ty().element() } else { context.int(8) };
        args[index] = build.bitcast(object, context.pointer(pointee, TRACKED));
        // Variable arguments have no parameter.
        if let Some(param) = params.get_mut(index) {
            *param = args[index].ty();
        }
    }
    let new_type = old_type.result().function(&params, old_type.is_variadic());
    let callee = call.callee();
    let space = callee.ty().address_space().expect("a callee is a pointer");
    let pointer = context.pointer(new_type, space);
    let callee = if callee.is_constant() {
        callee.const_bitcast(pointer)
    } else {
        build.bitcast(callee, pointer)
    };
    let new = call.rebuild_call(new_type, callee, &args, None);
    new.value().take_name(call.value());
    call.replace_uses(new.value());
    call.erase();
    new
}
