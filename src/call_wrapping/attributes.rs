//! Attributes that stop being true: a transition writes the thread's GC state, synchronises with
//! the collector, and may run finalizers while it waits at a safepoint.
//!
//! Invariant: afterwards no function that may reach a transition, and no call of one, claims
//! anything that a transition does not keep. Julia's root placement would otherwise not see the
//! call as a safepoint, and LLVM would move or delete it. (`mustprogress`, `nounwind`, and what is
//! said about parameters stay true.)
//!
//! 1. The seeds: functions that contain a transition now, and functions that are called lazily.
//! 2. Up the call graph inside the module: callers, and wherever an address is taken every
//!    indirect call of that function type.

use crate::ir::{AttributeList, Attrs, Function, Inst, Module, Type, Value};
use std::collections::{HashMap, HashSet};

/// What does not hold for code that may reach a transition. (A name that this LLVM does not know
/// is skipped.)
const NOT_KEPT: [&str; 13] = [
    "memory",
    "readnone",
    "readonly",
    "writeonly",
    "argmemonly",
    "inaccessiblememonly",
    "inaccessiblemem_or_argmemonly",
    "nocallback",
    "nofree",
    "norecurse",
    "nosync",
    "speculatable",
    "willreturn",
];

/// Steps 1 and 2. `wrapped` are the wrapped calls, `entered` the new wrappers.
pub fn drop_stale(module: Module, wrapped: &[Inst], entered: &[Function]) {
    let graph = CallGraph::of(module);
    let mut open = Affected::default();
    for &call in wrapped {
        clean(call.call_attributes());
        open.add(call.function());
        if let Some(callee) = underlying_function(call.callee()) {
            open.add(callee);
        }
    }
    entered.iter().for_each(|&function| open.add(function));
    let mut types_done = HashSet::new();
    while let Some(function) = open.open.pop() {
        clean(function.attributes());
        let ty = function.function_type();
        let by_address = graph.address_taken.contains(&function) && types_done.insert(ty);
        let indirect = by_address.then(|| graph.indirect.get(&ty)).flatten();
        let direct = graph.direct.get(&function);
        for &call in direct.into_iter().chain(indirect).flatten() {
            clean(call.call_attributes());
            open.add(call.function());
        }
    }
}

fn clean(attributes: AttributeList) {
    for name in NOT_KEPT {
        if attributes.has(Attrs::Function, name) {
            attributes.remove(Attrs::Function, name);
        }
    }
}

/// Functions that may reach a transition; each is looked at once.
#[derive(Default)]
struct Affected {
    known: HashSet<Function>,
    open: Vec<Function>,
}

impl Affected {
    fn add(&mut self, function: Function) {
        if self.known.insert(function) {
            self.open.push(function);
        }
    }
}

/// The calls of a module, by what they call. Iterated over by key only.
struct CallGraph {
    direct: HashMap<Function, Vec<Inst>>,
    /// By function type.
    indirect: HashMap<Type, Vec<Inst>>,
    address_taken: HashSet<Function>,
}

impl CallGraph {
    fn of(module: Module) -> CallGraph {
        let functions = module.functions();
        let mut direct: HashMap<Function, Vec<Inst>> = HashMap::new();
        let mut indirect: HashMap<Type, Vec<Inst>> = HashMap::new();
        for call in functions.iter().flat_map(|f| f.instructions()).filter(|i| i.is_call()) {
            match underlying_function(call.callee()) {
                Some(function) => direct.entry(function).or_default().push(call),
                None => indirect.entry(call.called_type()).or_default().push(call),
            }
        }
        let address_taken = functions.into_iter().filter(|f| is_address_taken(f.value())).collect();
        CallGraph { direct, indirect, address_taken }
    }
}

/// Whether the function, a cast of it or an alias is used for anything but calling it.
fn is_address_taken(function: Value) -> bool {
    function.users().into_iter().any(|user| match user.as_inst() {
        Some(call) if call.is_call() => {
            call.callee() != function || call.args().contains(&function)
        }
        Some(_) => true,
        None if is_name_of_function(user) => is_address_taken(user),
        None => true,
    })
}

fn is_name_of_function(value: Value) -> bool {
    super::recognise::is_constant_cast(value) || (value.is_alias() && !value.is_ifunc())
}

/// The function that a callee stands for, through constant casts and aliases.
fn underlying_function(callee: Value) -> Option<Function> {
    let mut at = callee;
    while is_name_of_function(at) {
        at = at.operand(0);
    }
    at.as_function()
}
