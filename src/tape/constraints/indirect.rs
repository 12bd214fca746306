//! Calls through pointers: step 3 of `constraints`.
//!
//! The address of a function is a pointer like any other, so its class says where it goes: into
//! tables (`@_enzyme_reverse_*`), out of them, to the calls.
//!
//! 1. Classes are *open* if code outside of the module reaches them: by a fact that blocks them, or
//!    because memory that is open holds them.
//! 2. A function whose address is in an open class, or used in a way that is not followed, may be
//!    called by anybody.
//! 3. All functions of a class are tied to the first one with the same type, and every call through
//!    a pointer of the class to that one: a step per function and call, not per pair.
//! 4. Ties may join classes: (3) is repeated until no class has changed.

use super::calls::{known_call, unknown_call};
use super::open_function;
use crate::diagnostics::{set_current_instruction, Code};
use crate::ir::{Function, Inst, Opcode, Type, TypeKind, Value};
use crate::tape::analysis::{Analysis, Effect};
use crate::tape::classes::{ClassId, Content, Node};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Ties calls through pointers to what they may call.
pub fn resolve(a: &mut Analysis, calls: &[Inst]) {
    // Only definitions can change their types.
    let defined = |f: &Function| !f.is_declaration();
    let addresses: Vec<(Function, Node)> =
        a.addresses.iter().copied().filter(|(f, _)| defined(f)).collect();
    let mut done = HashSet::new();
    loop {
        let open = open_classes(a);
        let mut tables: BTreeMap<ClassId, Vec<Function>> = BTreeMap::new();
        for &(function, node) in &addresses {
            tables.entry(a.classes.class(node)).or_default().push(function);
        }
        let before = done.len();
        let leaders = tie_functions(a, &tables, &open, &mut done);
        for &call in calls {
            tie_call(a, call, &leaders, &mut done);
        }
        if done.len() == before {
            break;
        }
    }
    for &call in calls {
        if !a.indirect.contains_key(&call) {
            set_current_instruction(Some(call));
            unknown_call(a, call);
        }
    }
    open_the_rest(a, &addresses);
}

// --- (1) ---------------------------------------------------------------------------------------

fn open_classes(a: &mut Analysis) -> HashSet<ClassId> {
    let mut open = HashSet::new();
    let blocking = |e: Effect| matches!(e, Effect::Blocks | Effect::Lent);
    let nodes: Vec<Node> = a.facts.iter().filter(|f| blocking(f.effect)).map(|f| f.node).collect();
    let mut todo: Vec<ClassId> = nodes.into_iter().map(|n| a.classes.class(n)).collect();
    while let Some(class) = todo.pop() {
        if open.insert(class) {
            let cells: Vec<(i64, Content)> = a.classes.cells(class).collect();
            let pointees = cells.into_iter().filter_map(|(_, cell)| cell.pointee);
            todo.extend(pointees.map(|(node, _)| a.classes.class(node)));
        }
    }
    open
}

// --- (2) ---------------------------------------------------------------------------------------

fn open_the_rest(a: &mut Analysis, addresses: &[(Function, Node)]) {
    let open = open_classes(a);
    let mut seen: HashSet<Function> = HashSet::new();
    for &(function, node) in addresses {
        let class = a.classes.class(node);
        if open.contains(&class) && seen.insert(function) {
            let how = "called through a pointer that others may have";
            open_function(a, function, Effect::Blocks, Code::AddressTaken, how);
        }
    }
    for function in a.module.functions() {
        let unknown = !function.is_declaration() && !is_followed(function.value());
        if unknown && seen.insert(function) {
            let how = "used by an alias or a constant expression";
            open_function(a, function, Effect::Blocks, Code::AddressTaken, how);
        }
    }
}

/// Whether every use of a function's address is one that the analysis follows.
fn is_followed(address: Value) -> bool {
    address.users().into_iter().all(|user| {
        if user.as_inst().is_some() || user.is_global_variable() {
            return true;
        }
        match user.constant_opcode() {
            Some(Opcode::LLVMBitCast) => is_followed(user),
            Some(_) => false,
            None => user.is_constant() && !user.is_global() && is_followed(user),
        }
    })
}

// --- (3) ---------------------------------------------------------------------------------------

/// The functions that stand for all of their class and type.
type Leaders = HashMap<(ClassId, Shape), Function>;

/// A function type as far as calls through pointers tell them apart: Enzyme calls `void` functions
/// as `{}` ones.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Shape {
    params: Vec<Type>,
    result: Option<Type>,
    variadic: bool,
}

impl Shape {
    fn of(ty: Type) -> Shape {
        let result = ty.result();
        let is_nothing = matches!(result.kind(), TypeKind::Void | TypeKind::Struct(0));
        Shape {
            params: ty.params(),
            result: (!is_nothing).then_some(result),
            variadic: ty.is_variadic(),
        }
    }
}

fn tie_functions(
    a: &mut Analysis,
    tables: &BTreeMap<ClassId, Vec<Function>>,
    open: &HashSet<ClassId>,
    done: &mut HashSet<(Value, Function)>,
) -> Leaders {
    let mut leaders = Leaders::new();
    for (&class, functions) in tables {
        if open.contains(&class) {
            continue;
        }
        for &function in functions {
            let shape = Shape::of(function.function_type());
            let leader = *leaders.entry((class, shape)).or_insert(function);
            if leader != function && done.insert((function.value(), leader)) {
                tie_signatures(a, function, leader);
            }
        }
    }
    leaders
}

fn tie_signatures(a: &mut Analysis, function: Function, leader: Function) {
    for (param, other) in function.params().into_iter().zip(leader.params()) {
        for leaf in 0..a.count(param.ty()) {
            if let (Some(x), Some(y)) = (a.nodes(param).leaf(leaf), a.nodes(other).leaf(leaf)) {
                a.classes.unify(x, y, 0, function.value());
            }
        }
    }
    let count = a.count(function.function_type().result());
    if count != 0 {
        let (x, y) = (a.return_nodes(function), a.return_nodes(leader));
        for leaf in 0..count {
            a.classes.unify(Node(x.0 + leaf), Node(y.0 + leaf), 0, function.value());
        }
    }
}

fn tie_call(
    a: &mut Analysis,
    call: Inst,
    leaders: &Leaders,
    done: &mut HashSet<(Value, Function)>,
) {
    let Some(class) = a.class_of(call.callee()) else { return };
    let Some(&leader) = leaders.get(&(class, Shape::of(call.called_type()))) else { return };
    if done.insert((call.value(), leader)) {
        set_current_instruction(Some(call));
        a.indirect.entry(call).or_insert(leader);
        known_call(a, call, leader);
    }
}
