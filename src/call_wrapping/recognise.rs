//! Which values are addresses of lazily compiled functions, and which calls are lazy.
//!
//! A lazy call is a call with the attribute `"lazy-compiled"`, or one through a value that may hold
//! the address of a lazily compiled function. Such values are found from their sources forward, so
//! that each is visited once:
//!
//! 1. Sources: functions with the attribute; functions and aliases that match `callees=`; results
//!    of calls to `deferred_codegen`.
//! 2. Flow: casts, phi, select, freeze, local slots, aliases, and the results of ifunc resolvers.
//!
//! A value is marked if *any* of its sources is lazy. What the other sources are is looked at by
//! [`super::sources`].

use super::glob::any_matches;
use super::slots::Slots;
use super::wrappers::Wrappers;
use crate::ir::{Attrs, Function, Inst, Module, Opcode, Value};
use crate::julia::Transitions;
use crate::options::CallWrappingOptions;
use std::collections::HashSet;

/// The attribute of functions and calls that are compiled at their first call.
pub const LAZY: &str = "lazy-compiled";

/// What Enzyme.jl calls for the address of a function that is to be compiled later
/// (`"extern deferred_codegen"`).
const DEFERRED: [&str; 2] = ["deferred_codegen", "extern deferred_codegen"];

/// The values that may hold a lazily compiled function's address.
pub struct Lazy {
    pointers: HashSet<Value>,
}

impl Lazy {
    /// Whether the call is lazy.
    pub fn is_lazy(&self, call: Inst) -> bool {
        self.holds_lazy(call.callee()) || is_marked(call)
    }

    /// Whether the value may be a lazily compiled function's address.
    pub fn holds_lazy(&self, value: Value) -> bool {
        self.pointers.contains(&value)
    }
}

/// Whether the call site itself has the attribute.
pub fn is_marked(call: Inst) -> bool {
    call.call_attributes().has(Attrs::Function, LAZY)
}

/// Whether the function belongs to LLVM's or Julia's own machinery: no glob means these.
pub fn is_machinery(function: Function) -> bool {
    let name = function.name();
    // Only Julia's own runtime has names like these: compiled Julia code is called `julia_…`.
    let runtime = || name.starts_with("jl_") || name.starts_with("ijl_");
    function.is_intrinsic()
        || name.starts_with("julia.")
        || DEFERRED.contains(&name.as_str())
        || (function.is_declaration() && runtime())
}

/// Whether the call is of LLVM's or Julia's intrinsics, or of a transition.
pub fn is_intrinsic_call(call: Inst, transitions: &Transitions) -> bool {
    transitions.at(call).is_some()
        || call.callee().as_function().is_some_and(|f| {
            f.is_intrinsic()
                || f.name().starts_with("julia.")
                || DEFERRED.contains(&f.name().as_str())
        })
}

/// Finds every value that may hold a lazily compiled function's address.
pub fn recognise(module: Module, options: &CallWrappingOptions, wrappers: &Wrappers) -> Lazy {
    let mut flow = Flow {
        slots: Slots::new(module.data_layout()),
        pointers: HashSet::new(),
        open: Vec::new(),
    };
    for function in module.functions() {
        let by_name = || {
            !options.callees.is_empty()
                && !wrappers.is_body(function)
                && !is_machinery(function)
                && any_matches(&options.callees, &function.name())
        };
        if function.has_attribute(LAZY) || by_name() {
            flow.mark(function.value());
        }
    }
    for alias in module.aliases() {
        if any_matches(&options.callees, &alias.name()) {
            flow.mark(alias);
        }
    }
    for name in DEFERRED {
        if let Some(function) = module.function(name) {
            flow.mark_results(function.value());
        }
    }
    flow.run();
    Lazy { pointers: flow.pointers }
}

/// The forward flow of addresses.
struct Flow {
    slots: Slots,
    pointers: HashSet<Value>,
    /// Marked, but not followed yet.
    open: Vec<Value>,
}

impl Flow {
    fn mark(&mut self, value: Value) {
        if self.pointers.insert(value) {
            self.open.push(value);
        }
    }

    /// Marks the results of every call of the function, whatever type it is called with.
    fn mark_results(&mut self, function: Value) {
        for user in function.users() {
            match user.as_inst() {
                Some(call) if call.is_call() && call.callee() == function => self.mark(user),
                Some(_) => (),
                None if is_constant_cast(user) => self.mark_results(user),
                None => (),
            }
        }
    }

    fn run(&mut self) {
        while let Some(value) = self.open.pop() {
            for user in value.users() {
                match user.as_inst() {
                    Some(inst) => self.flow_through(inst, value),
                    None if is_constant_cast(user) || (user.is_alias() && !user.is_ifunc()) => {
                        self.mark(user);
                    }
                    None => (),
                }
            }
        }
    }

    fn flow_through(&mut self, inst: Inst, value: Value) {
        match inst.opcode() {
            Opcode::LLVMSelect if inst.operand(0) == value => (),
            Opcode::LLVMPHI | Opcode::LLVMSelect => self.mark(inst.value()),
            _ if is_value_cast(inst) => self.mark(inst.value()),
            Opcode::LLVMStore if inst.operand(0) == value => {
                let Some(place) = self.slots.place(inst.operand(1)) else { return };
                for load in self.slots.take_loads(place) {
                    self.mark(load.value());
                }
            }
            Opcode::LLVMRet => self.mark_ifuncs(inst.function().value()),
            _ => (),
        }
    }

    /// Marks the ifuncs that this function (or cast of one) resolves.
    fn mark_ifuncs(&mut self, resolver: Value) {
        for user in resolver.users() {
            if user.is_ifunc() {
                self.mark(user);
            } else if is_constant_cast(user) {
                self.mark_ifuncs(user);
            }
        }
    }
}

/// Whether the instruction passes an address on in another type or form.
pub fn is_value_cast(inst: Inst) -> bool {
    matches!(
        inst.opcode(),
        Opcode::LLVMBitCast
            | Opcode::LLVMAddrSpaceCast
            | Opcode::LLVMIntToPtr
            | Opcode::LLVMPtrToInt
            | Opcode::LLVMTrunc
            | Opcode::LLVMZExt
            | Opcode::LLVMSExt
            | Opcode::LLVMFreeze
    )
}

/// Whether the value is a constant expression that passes its operand's address on.
pub fn is_constant_cast(value: Value) -> bool {
    matches!(
        value.constant_opcode(),
        Some(
            Opcode::LLVMBitCast
                | Opcode::LLVMAddrSpaceCast
                | Opcode::LLVMIntToPtr
                | Opcode::LLVMPtrToInt
        )
    )
}
