//! What memory each pointer points into, as far as that is certain.
//!
//! Invariant: what is said of a pointer holds on every path; whatever is not certain is `Other`, of
//! which no rule says anything.
//!
//! 1. Values form a lattice of height three: unknown yet (`Top`), one kind of memory, `Mixed` where
//!    paths bring different kinds of which one is certainly wrong for an object, `Other`.
//! 2. Geps and casts keep what their operand points into; phi nodes and selects join; a pointer
//!    read from a local slot is the join of all that is stored there.
//! 3. Every tracked pointer that a load, call, phi node, … makes is an object of its own.

use super::body::Body;
use crate::ir::{DataLayout, Function, Inst, Opcode, Type, Value};
use crate::julia::{DERIVED, LOADED, TRACKED};
use crate::tape::{is_marker, memory_call, MemoryCall};
use std::collections::{HashMap, HashSet, VecDeque};

/// What a pointer points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// Nothing is known yet; in the end: null, or undefined.
    Top,
    /// Memory from malloc and its kin.
    Malloc,
    /// A global variable.
    Global,
    /// This alloca.
    Stack(Value),
    /// This object.
    Object(Value),
    /// Memory that this object owns, such as an array's data.
    Owned(Value),
    /// One object or another.
    Objects,
    /// Memory from malloc or a global variable on some path; an object's or an alloca on another.
    Mixed,
    /// Anything.
    Other,
}

impl Base {
    fn join(self, other: Base) -> Base {
        use Base::*;
        match (self, other) {
            (Top, known) | (known, Top) => known,
            (a, b) if a == b => a,
            (Malloc | Global, Malloc | Global) => Malloc,
            (Object(_) | Owned(_) | Objects, Object(_) | Owned(_) | Objects) => Objects,
            (Other, _) | (_, Other) => Other,
            (Malloc | Global | Mixed, _) | (_, Malloc | Global | Mixed) => Mixed,
            _ => Other,
        }
    }
}

/// The pointers of one function.
pub struct Bases {
    known: HashMap<Value, Base>,
}

/// What a call of a small definition may return.
#[derive(Clone, Debug, Default)]
pub struct Returns {
    /// Its parameters of these numbers, besides memory from malloc.
    params: Vec<u32>,
}

/// What calls return that certainly return memory from malloc, or a parameter.
pub type Allocators = HashMap<Value, Returns>;

/// Names that stand for malloc where the declaration looks like it.
const MALLOCS: [&str; 9] = [
    "_Znam",
    "_Znwm",
    "aligned_alloc",
    "ijl_calloc",
    "ijl_malloc",
    "jl_calloc",
    "jl_malloc",
    "memalign",
    "valloc",
];

/// Whether a call gives memory that the collector does not know.
pub fn is_malloc(inst: Inst) -> bool {
    if !inst.is_call() {
        return false;
    }
    match memory_call(inst) {
        Some(MemoryCall::Free) => false,
        Some(_) => true,
        None => inst.called_function().is_some_and(|f| {
            f.is_declaration()
                && f.function_type().result().address_space() == Some(0)
                && MALLOCS.contains(&f.name().as_str())
        }),
    }
}

impl Bases {
    /// Solves for the function.
    pub fn of(body: &Body, allocators: &Allocators) -> Bases {
        let slots = Slots::of(body);
        let mut bases = Bases { known: HashMap::new() };
        let is_pointer = |&place: &usize| body.insts[place].ty().is_pointer();
        let mut todo: VecDeque<usize> = (0..body.insts.len()).filter(is_pointer).collect();
        let mut waiting: HashSet<usize> = todo.iter().copied().collect();
        while let Some(place) = todo.pop_front() {
            waiting.remove(&place);
            let inst = body.insts[place];
            let old = bases.known.get(&inst.value()).copied().unwrap_or(Base::Top);
            let new = old.join(bases.evaluate(inst, &slots, allocators));
            if new == old {
                continue;
            }
            bases.known.insert(inst.value(), new);
            for user in inst.users().into_iter().filter_map(|u| u.as_inst()) {
                let affected = match user.opcode() {
                    Opcode::LLVMStore => slots.loads_behind(user, &bases),
                    _ => vec![user],
                };
                for inst in affected {
                    let place = body.place(inst).filter(|_| inst.ty().is_pointer());
                    if let Some(place) = place.filter(|&place| waiting.insert(place)) {
                        todo.push_back(place);
                    }
                }
            }
        }
        bases
    }

    /// What the value points into.
    pub fn of_value(&self, value: Value) -> Base {
        if let Some(&known) = self.known.get(&value) {
            return known;
        }
        if value.as_inst().is_some() {
            return Base::Top;
        }
        if value.is_constant() {
            return constant_base(value);
        }
        match value.ty().address_space() {
            Some(TRACKED) => Base::Object(value),
            _ => Base::Other,
        }
    }

    /// The object that a tracked pointer is, behind casts.
    pub fn object(&self, value: Value) -> Value {
        match self.of_value(value) {
            Base::Object(object) => object,
            _ => value,
        }
    }

    fn evaluate(&self, inst: Inst, slots: &Slots, allocators: &Allocators) -> Base {
        let space = inst.ty().address_space();
        let own = if space == Some(TRACKED) { Base::Object(inst.value()) } else { Base::Other };
        let through = |index| {
            let operand = inst.operand(index);
            if operand.ty().is_pointer() {
                self.of_value(operand)
            } else {
                Base::Other
            }
        };
        match inst.opcode() {
            Opcode::LLVMAlloca => Base::Stack(inst.value()),
            Opcode::LLVMBitCast | Opcode::LLVMGetElementPtr => through(0),
            Opcode::LLVMAddrSpaceCast => {
                let from = inst.operand(0).ty().address_space();
                match space {
                    // Objects whose address the program knows.
                    Some(TRACKED) if !matches!(from, Some(TRACKED | DERIVED | LOADED)) => own,
                    _ => through(0),
                }
            }
            Opcode::LLVMFreeze => through(0),
            _ if space == Some(TRACKED) => own,
            Opcode::LLVMSelect => through(1).join(through(2)),
            Opcode::LLVMPHI => inst
                .incoming()
                .into_iter()
                .fold(Base::Top, |all, (value, _)| all.join(self.of_value(value))),
            Opcode::LLVMLoad => self.loaded(inst, slots),
            Opcode::LLVMCall | Opcode::LLVMInvoke => self.returned(inst, allocators),
            _ => Base::Other,
        }
    }

    fn loaded(&self, load: Inst, slots: &Slots) -> Base {
        let from = self.of_value(load.operand(0));
        let is_data = load.ty().address_space() == Some(LOADED);
        match from {
            Base::Stack(alloca) => match slots.stored.get(&alloca) {
                // What was stored for one path may be gone on another.
                Some(values) => {
                    match values.iter().fold(Base::Top, |all, &v| all.join(self.of_value(v))) {
                        Base::Mixed => Base::Other,
                        one => one,
                    }
                }
                None => Base::Other,
            },
            Base::Object(object) | Base::Owned(object) if is_data => Base::Owned(object),
            Base::Top => Base::Top,
            _ => Base::Other,
        }
    }

    fn returned(&self, call: Inst, allocators: &Allocators) -> Base {
        if is_malloc(call) {
            return Base::Malloc;
        }
        let Some(callee) = call.called_function() else { return Base::Other };
        if let Some(returns) = allocators.get(&callee.value()) {
            let params = returns.params.iter();
            return params.fold(Base::Malloc, |all, &i| all.join(self.of_value(call.operand(i))));
        }
        match callee.name().as_str() {
            "julia.pointer_from_objref" if call.arg_count() == 1 => self.of_value(call.operand(0)),
            "julia.gc_loaded" if call.arg_count() == 2 => match self.of_value(call.operand(0)) {
                Base::Object(object) => Base::Owned(object),
                Base::Top => Base::Top,
                _ => Base::Other,
            },
            _ => Base::Other,
        }
    }
}

fn constant_base(value: Value) -> Base {
    let mut at = value;
    loop {
        if at.is_null() || at.is_undef() {
            return Base::Top;
        }
        if at.ty().address_space() == Some(TRACKED) {
            return Base::Object(at);
        }
        if at.is_global_variable() {
            return Base::Global;
        }
        match at.constant_opcode() {
            Some(Opcode::LLVMBitCast | Opcode::LLVMGetElementPtr | Opcode::LLVMAddrSpaceCast) => {
                at = at.operand(0);
            }
            _ => return Base::Other,
        }
    }
}

/// The allocas whose address stays in direct loads and stores.
struct Slots {
    stored: HashMap<Value, Vec<Value>>,
    loads: HashMap<Value, Vec<Inst>>,
}

impl Slots {
    fn of(body: &Body) -> Slots {
        let mut slots = Slots { stored: HashMap::new(), loads: HashMap::new() };
        for (&inst, &opcode) in body.insts.iter().zip(&body.opcodes) {
            if opcode == Opcode::LLVMAlloca {
                slots.add(inst);
            }
        }
        slots
    }

    fn add(&mut self, alloca: Inst) {
        let (mut stored, mut loads) = (Vec::new(), Vec::new());
        let mut todo = vec![alloca.value()];
        while let Some(address) = todo.pop() {
            for user in address.users() {
                let Some(inst) = user.as_inst() else { return };
                match inst.opcode() {
                    Opcode::LLVMLoad => loads.push(inst),
                    Opcode::LLVMStore if inst.operand(0) != address => {
                        // What is stored in pieces or under another type is unknown.
                        if !inst.operand(0).ty().is_pointer() {
                            return;
                        }
                        stored.push(inst.operand(0));
                    }
                    Opcode::LLVMBitCast | Opcode::LLVMGetElementPtr => todo.push(inst.value()),
                    Opcode::LLVMCall if is_marker_call(inst) => {}
                    _ => return,
                }
            }
        }
        self.stored.insert(alloca.value(), stored);
        self.loads.insert(alloca.value(), loads);
    }

    /// The loads of the slot that a store writes to.
    fn loads_behind(&self, store: Inst, bases: &Bases) -> Vec<Inst> {
        match bases.of_value(store.operand(1)) {
            Base::Stack(alloca) => self.loads.get(&alloca).cloned().unwrap_or_default(),
            _ => Vec::new(),
        }
    }
}

/// Whether the call is an intrinsic that marks something and does nothing.
pub fn is_marker_call(call: Inst) -> bool {
    call.callee().as_function().is_some_and(|f| f.is_intrinsic() && is_marker(&f.name()))
}

/// The definitions that certainly return memory from malloc or their own parameter, such as
/// Enzyme's `__enzyme_exponentialallocation`, and those that return what such a one does. What
/// another definition may take the place of is none.
pub fn allocators(functions: &[Function]) -> Allocators {
    let definitions = functions.iter().copied();
    let mut todo: VecDeque<Function> = definitions
        .filter(|f| !f.is_declaration() && !f.is_interposable())
        .filter(|f| f.function_type().result().address_space() == Some(0))
        .collect();
    let candidates: HashSet<Value> = todo.iter().map(|f| f.value()).collect();
    let mut found = Allocators::new();
    // Those that wait until it is known what another returns.
    let mut waiting: HashMap<Value, Vec<Function>> = HashMap::new();
    while let Some(function) = todo.pop_front() {
        match returns(function, &found) {
            Returned::Malloc(returns) => {
                found.insert(function.value(), returns);
                todo.extend(waiting.remove(&function.value()).unwrap_or_default());
            }
            Returned::By(other) if candidates.contains(&other) => {
                waiting.entry(other).or_default().push(function);
            }
            Returned::By(_) | Returned::Other => {}
        }
    }
    found
}

/// What a definition returns.
enum Returned {
    /// Memory from malloc, or one of these parameters.
    Malloc(Returns),
    /// It depends on what this function returns.
    By(Value),
    /// Anything.
    Other,
}

/// Functions with more blocks are no allocators.
const MOST_BLOCKS: usize = 16;

fn returns(function: Function, known: &Allocators) -> Returned {
    let blocks = function.blocks();
    if blocks.len() > MOST_BLOCKS {
        return Returned::Other;
    }
    let ends = blocks.into_iter().filter_map(|b| b.terminator());
    let mut todo: Vec<Value> =
        ends.filter(|e| e.opcode() == Opcode::LLVMRet).map(|e| e.operand(0)).collect();
    let (mut found, mut mallocs) = (Returns::default(), 0);
    let mut seen = HashSet::new();
    while let Some(value) = todo.pop() {
        if !seen.insert(value) || value.is_null() || value.is_undef() {
            continue;
        }
        if let Some((_, number)) = value.argument_position() {
            found.params.push(number);
            continue;
        }
        let Some(inst) = value.as_inst() else { return Returned::Other };
        match inst.opcode() {
            Opcode::LLVMPHI => todo.extend(inst.incoming().into_iter().map(|(value, _)| value)),
            Opcode::LLVMSelect => todo.extend([inst.operand(1), inst.operand(2)]),
            Opcode::LLVMBitCast | Opcode::LLVMGetElementPtr | Opcode::LLVMFreeze => {
                todo.push(inst.operand(0));
            }
            Opcode::LLVMCall if is_malloc(inst) => mallocs += 1,
            Opcode::LLVMCall => match inst.called_function() {
                Some(callee) if known.contains_key(&callee.value()) => {
                    let params = known[&callee.value()].params.iter();
                    todo.extend(params.map(|&i| inst.operand(i)));
                    mallocs += 1;
                }
                Some(callee) => return Returned::By(callee.value()),
                None => return Returned::Other,
            },
            _ => return Returned::Other,
        }
    }
    found.params.sort_unstable();
    match mallocs {
        0 => Returned::Other,
        _ => Returned::Malloc(found),
    }
}

/// How many geps and casts an address is followed through.
const LONGEST_CHAIN: usize = 64;

/// The start of an address computation and the distance from it in bytes, if constant.
pub fn origin(layout: DataLayout, address: Value) -> (Value, Option<i64>) {
    let (mut at, mut distance) = (address, Some(0i64));
    for _ in 0..LONGEST_CHAIN {
        let Some(inst) = at.as_inst() else { break };
        match inst.opcode() {
            Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast
                if inst.operand(0).ty().is_pointer() => {}
            Opcode::LLVMGetElementPtr if inst.operand(0).ty().is_pointer() => {
                let step = inst.constant_offset(layout);
                distance = distance.zip(step).and_then(|(d, step)| d.checked_add(step));
            }
            _ => break,
        }
        at = inst.operand(0);
    }
    (at, distance)
}

/// The byte offsets of the tracked pointers in a type.
pub fn tracked_offsets(layout: DataLayout, ty: Type) -> Vec<u64> {
    let mut found = Vec::new();
    if crate::julia::carries_tracked(ty) && ty.is_sized() {
        layout.visit_leaves(ty, 0, &mut |offset, leaf| {
            if leaf.address_space() == Some(TRACKED) {
                found.push(offset);
            }
            true
        });
    }
    found
}
