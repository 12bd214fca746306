//! What the rules know of a module and of the function they look at.
//!
//! 1. [`Facts`]: the roles of the module's functions, its tape types, what its allocators return.
//! 2. [`Unit`]: one definition with what is computed once for all rules. A function without a
//!    pointer to an object and without a transition never becomes one.

use super::bases::{allocators, origin, Allocators, Base, Bases};
use super::body::{Body, Budget};
use super::gc_state::GcStates;
use super::leaf::{self, behind_casts, Leaf};
use super::manifest::Manifest;
use crate::call_wrapping::Wrappers;
use crate::ir::{Attrs, Block, DataLayout, Function, Inst, Module, Opcode, Type, TypeKind, Value};
use crate::julia::{self, is_allocation, may_collect, Freshness, Transitions};
use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};

/// What a function is to the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// `julia.write_barrier`
    Barrier,
    /// An allocator that leaves the object as it comes: `julia.gc_alloc_obj` and its kin.
    Allocator,
    /// What puts a GC frame into reach: `julia.get_pgcstack` and its kin.
    Pgcstack,
    /// `llvm.memset`
    Memset,
    /// `llvm.memcpy` and `llvm.memmove`
    Copy,
    /// An intrinsic that does nothing with the memory it names.
    Marker,
    /// `julia.pointer_from_objref`
    ObjRef,
    /// `free` and its kin, `realloc` included.
    Free,
    /// `julia.call` and its kin, with the number of arguments that need not be objects.
    Call(u32),
}

/// The number of the calling convention `swiftcc`.
const SWIFT: u32 = 16;

/// What holds for a module.
pub struct Facts {
    /// Sizes and offsets.
    pub layout: DataLayout,
    /// The calls of transition functions.
    pub transitions: Transitions,
    /// The definitions that are entered GC-safe.
    pub wrappers: Wrappers,
    /// Local functions that return memory from malloc.
    pub allocators: Allocators,
    /// The layouts of tapes.
    pub manifest: Manifest,
    /// What loads carry that cannot give null.
    pub nonnull: u32,
    /// What loads carry whose memory never changes.
    pub invariant: u32,
    roles: HashMap<Value, Role>,
    special: RefCell<HashMap<Type, bool>>,
    quiet: OnceCell<HashSet<Value>>,
    module: Module,
}

fn role(function: Function) -> Option<Role> {
    let name = function.name();
    if function.is_intrinsic() {
        let is = |prefix| name.starts_with(prefix);
        return if is("llvm.memset.") {
            Some(Role::Memset)
        } else if is("llvm.memcpy.") || is("llvm.memmove.") {
            Some(Role::Copy)
        } else if crate::tape::is_marker(&name) || is("llvm.invariant.") || is("llvm.prefetch") {
            Some(Role::Marker)
        } else {
            None
        };
    }
    Some(match name.as_str() {
        "julia.write_barrier" | "julia.write_barrier_binding" => Role::Barrier,
        "julia.gc_alloc_obj"
        | "julia.gc_alloc_bytes"
        | "jl_gc_alloc_typed"
        | "ijl_gc_alloc_typed" => Role::Allocator,
        name if julia::gives_frame(name) => Role::Pgcstack,
        "free" | "realloc" | "_ZdlPv" | "_ZdaPv" | "jl_free" | "ijl_free" => Role::Free,
        "julia.call" => Role::Call(1),
        "julia.call2" => Role::Call(1),
        "julia.pointer_from_objref" => Role::ObjRef,
        "julia.gc_loaded" | "llvm.julia.gc_preserve_begin" | "llvm.julia.gc_preserve_end" => {
            Role::Marker
        }
        _ => return None,
    })
}

/// The definitions in which no collection can happen: those that call nothing but each other and
/// what is no safepoint.
fn quiet_functions(module: Module) -> HashSet<Value> {
    let definitions = module.functions().into_iter();
    let definitions = definitions.filter(|f| !f.is_declaration() && !f.is_interposable());
    let mut quiet: HashSet<Value> = definitions.clone().map(|f| f.value()).collect();
    let mut callers: HashMap<Value, Vec<Value>> = HashMap::new();
    let mut todo = Vec::new();
    for function in definitions {
        for call in function.instructions().into_iter().filter(|&inst| may_collect(inst)) {
            match quiet.contains(&call.callee()) || callers.contains_key(&call.callee()) {
                true => callers.entry(call.callee()).or_default().push(function.value()),
                false => todo.push(function.value()),
            }
        }
    }
    while let Some(function) = todo.pop() {
        if quiet.remove(&function) {
            todo.extend(callers.remove(&function).unwrap_or_default());
        }
    }
    quiet
}

impl Facts {
    /// Looks at a module.
    pub fn of(module: Module) -> Facts {
        let functions = module.functions();
        let transitions = Transitions::of(module);
        let roles = functions.iter().filter_map(|f| Some((f.value(), role(*f)?))).collect();
        Facts {
            layout: module.data_layout(),
            wrappers: Wrappers::of(&transitions),
            transitions,
            allocators: allocators(&functions),
            manifest: Manifest::of(module),
            nonnull: module.context().metadata_kind("nonnull"),
            invariant: module.context().metadata_kind("invariant.load"),
            roles,
            special: RefCell::new(HashMap::new()),
            quiet: OnceCell::new(),
            module,
        }
    }

    /// What a call is to the rules.
    pub fn role(&self, inst: Inst) -> Option<Role> {
        if inst.is_call() {
            self.roles.get(&inst.callee()).copied()
        } else {
            None
        }
    }

    /// Whether the entry block calls `julia.get_pgcstack`, or an argument stands for it, as Julia's root
    /// placement allows since 1.12: one marked `gcstack`, or `swiftself` in `swiftcc`.
    pub fn has_frame(&self, function: Function) -> bool {
        let called = function.entry().instructions().into_iter();
        let params = function.function_type().params().len() as u32;
        called.into_iter().any(|inst| self.role(inst) == Some(Role::Pgcstack))
            || (0..params).any(|i| {
                let has = |name| function.attributes().has(Attrs::Param(i), name);
                has("gcstack") || function.call_conv() == SWIFT && has("swiftself")
            })
    }

    /// Whether a collection may happen at the call, calls in the callee included.
    pub fn may_collect_inside(&self, call: Inst) -> bool {
        may_collect(call) && {
            let quiet = self.quiet.get_or_init(|| quiet_functions(self.module));
            !quiet.contains(&call.callee())
        }
    }

    /// Whether a type carries pointers in Julia's address spaces.
    fn is_special(&self, ty: Type) -> bool {
        if let TypeKind::Pointer(space) = ty.kind() {
            return (julia::TRACKED..=julia::LOADED).contains(&space);
        }
        if let Some(&known) = self.special.borrow().get(&ty) {
            return known;
        }
        let special = match ty.kind() {
            TypeKind::Struct(_) => ty.fields().into_iter().any(|field| self.is_special(field)),
            TypeKind::Array(_) | TypeKind::Vector(_) | TypeKind::ScalableVector => {
                self.is_special(ty.element())
            }
            _ => false,
        };
        self.special.borrow_mut().insert(ty, special);
        special
    }

    /// Whether a definition has anything to do with objects or transitions.
    pub fn concerns(&self, function: Function) -> bool {
        let params = function.function_type().params();
        if params.into_iter().any(|ty| self.is_special(ty)) {
            return true;
        }
        function.blocks().into_iter().any(|block| {
            let mut at = block.first();
            while let Some(inst) = at {
                if self.is_special(inst.ty()) || self.transitions.at(inst).is_some() {
                    return true;
                }
                // Constants in an object's place.
                if inst.opcode() == Opcode::LLVMStore && self.is_special(inst.operand(0).ty()) {
                    return true;
                }
                at = inst.next();
            }
            false
        })
    }
}

/// How many phi nodes, selects and what they choose from a value is followed to.
const MOST_CHOICES: usize = 32;
/// Phi nodes with more inputs are not looked through.
const MOST_INPUTS: usize = 256;

/// A call of the write barrier.
pub struct Barrier {
    /// The call.
    pub place: usize,
    /// The object.
    pub parent: Value,
    /// What is stored in it.
    pub children: Vec<Leaf>,
}

/// One definition.
pub struct Unit<'f> {
    /// The module.
    pub facts: &'f Facts,
    /// The code.
    pub body: Body,
    /// What pointers point into.
    pub bases: Bases,
    fresh: OnceCell<Freshness>,
    /// The barriers, in order.
    pub barriers: Vec<Barrier>,
    /// The GC state everywhere.
    pub states: GcStates,
    /// How far the paths of fresh objects are followed.
    pub budget: Budget,
}

impl<'f> Unit<'f> {
    /// Looks at a definition.
    pub fn of(facts: &'f Facts, function: Function) -> Unit<'f> {
        let body = Body::of(function);
        let bases = Bases::of(&body, &facts.allocators);
        let barriers = barriers(facts, &body, &bases);
        let states = GcStates::of(facts, &body);
        let budget = Budget::of(&body);
        Unit { facts, body, bases, fresh: OnceCell::new(), barriers, states, budget }
    }

    /// The object that is young where this instruction writes.
    pub fn fresh_at(&self, store: Inst) -> Option<Value> {
        self.freshness().at(store)
    }

    /// The object that is young where this block ends.
    pub fn fresh_behind(&self, block: Block) -> Option<Value> {
        self.freshness().behind(block)
    }

    fn freshness(&self) -> &Freshness {
        let is_new = |inst| is_new(self.facts, inst);
        self.fresh.get_or_init(|| Freshness::of(self.body.function, may_collect, is_new))
    }

    /// Every place with an instruction of this kind.
    pub fn places(&self, opcode: Opcode) -> impl Iterator<Item = (usize, Inst)> + '_ {
        let all = self.body.opcodes.iter().zip(&self.body.insts).enumerate();
        all.filter(move |(_, (&o, _))| o == opcode).map(|(place, (_, &inst))| (place, inst))
    }

    /// Every call, invokes included.
    pub fn calls(&self) -> impl Iterator<Item = (usize, Inst)> + '_ {
        let all = self.body.insts.iter().copied().enumerate();
        all.filter(|(_, inst)| inst.is_call())
    }

    /// Whether the value needs no root and no barrier: constants, what is read from memory that never
    /// changes, and choices between such values.
    pub fn is_permanent(&self, value: Value) -> bool {
        let (mut seen, mut todo) = (HashSet::new(), vec![value]);
        while let Some(value) = todo.pop() {
            let value = behind_casts(value);
            if value.is_constant() || !seen.insert(value) {
                continue;
            }
            let Some(inst) = value.as_inst().filter(|_| seen.len() <= MOST_CHOICES) else {
                return false;
            };
            match inst.opcode() {
                Opcode::LLVMSelect => todo.extend([inst.operand(1), inst.operand(2)]),
                Opcode::LLVMPHI if inst.operand_count() as usize <= MOST_INPUTS => {
                    todo.extend(inst.incoming().into_iter().map(|(input, _)| input));
                }
                _ if self.is_permanent_by_itself(inst) => {}
                _ => return false,
            }
        }
        true
    }

    /// Whether the load takes an argument out of the array that a function with Julia's calling
    /// convention gets: the caller roots what is in it.
    pub fn is_argument_in_array(&self, load: Inst) -> bool {
        let ty = self.body.function.function_type();
        let [callee, array, count] = ty.params()[..] else { return false };
        let takes_array = callee.address_space() == Some(julia::TRACKED)
            && array.address_space() == Some(0)
            && count.kind() == TypeKind::Int(32)
            && ty.result().address_space() == Some(julia::TRACKED);
        takes_array && load.opcode() == Opcode::LLVMLoad && {
            let from = origin(self.facts.layout, load.operand(0)).0;
            from.argument_position() == Some((self.body.function, 1))
        }
    }

    fn is_permanent_by_itself(&self, inst: Inst) -> bool {
        match inst.opcode() {
            Opcode::LLVMAddrSpaceCast => inst.operand(0).ty().address_space() == Some(0),
            Opcode::LLVMLoad => {
                let address = inst.operand(0);
                self.bases.of_value(address) == Base::Global
                    && (inst.has_constant_tbaa()
                        || inst.metadata(self.facts.invariant).is_some()
                        || julia::is_constant_object(address))
            }
            _ => false,
        }
    }
}

/// Whether a safepoint's result is an object that nobody else knows yet.
fn is_new(facts: &Facts, inst: Inst) -> bool {
    if inst.ty().address_space() != Some(julia::TRACKED) {
        return false;
    }
    facts.role(inst) == Some(Role::Allocator)
        || is_allocation(inst)
        || inst.call_attributes().has(Attrs::Result, "noalias")
        || inst.callee().as_function().is_some_and(|f| f.attributes().has(Attrs::Result, "noalias"))
}

fn barriers(facts: &Facts, body: &Body, bases: &Bases) -> Vec<Barrier> {
    let calls = body.insts.iter().copied().enumerate();
    let calls = calls.filter(|&(_, inst)| facts.role(inst) == Some(Role::Barrier));
    calls
        .filter(|(_, call)| call.arg_count() > 0)
        .map(|(place, call)| Barrier {
            place,
            parent: bases.object(call.operand(0)),
            children: (1..call.arg_count()).flat_map(|i| leaf::leaves(call.operand(i))).collect(),
        })
        .collect()
}
