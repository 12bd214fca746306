//! Carries out a plan.
//!
//! Invariant: when [`rewrite`] returns, every use of a lowered class is rewritten, every old
//! instruction of it is gone, and no value has changed its meaning. What is fresh, which stores
//! need barriers and which casts became useless is handed on ([`Rewritten`]).
//!
//! 1. `signatures`: functions get their new types; bodies move.
//! 2. `flow`: empty phi nodes are made for those that change, so that loops find their values.
//! 3. Instructions are rewritten in reverse post-order: definitions before uses. `pointers` says
//!    how lowered memory is addressed, `memory` and `copy` rewrite accesses, `allocate` the sites, `flow`
//!    everything that passes values on.
//! 4. Phi nodes get their edges.
//! 5. Old instructions and functions are erased.

mod allocate;
mod copy;
mod flow;
mod grow;
mod memory;
mod pointers;
mod signatures;
mod undefined;

use super::classes::ClassId;
use super::plan::{FunctionPlan, Plan};
use super::retype::Retype;
use super::sites::{memory_call, MemoryCall};
use super::tags::ObjectRef;
use crate::diagnostics::set_current_instruction;
use crate::ir::{Block, Builder, Function, Inst, Opcode, Type, TypeKind, Value};
use crate::julia::Dialect;
use crate::options::TypeSource;
use std::collections::{HashMap, HashSet};

/// An object that was just allocated and has no value in its words yet.
pub struct Fresh {
    /// The allocating call.
    pub call: Inst,
    /// Bytes.
    pub size: u64,
    /// Byte offsets of its pointers.
    pub pointers: Vec<u64>,
    /// Whether its data must be zero as well (calloc).
    pub zero_all: bool,
}

/// A store or exchange of tracked pointers into an object.
pub struct Stored {
    /// The store, or the atomic exchange.
    pub store: Inst,
    /// What is stored.
    pub value: Value,
    /// Where.
    pub address: Value,
    /// The object.
    pub parent: Value,
    /// What stands in for a null child in the barrier: an object that is always there.
    pub stand_in: ObjectRef,
}

/// What a rewrite leaves for the steps that follow.
#[derive(Default)]
pub struct Rewritten {
    /// Objects to zero.
    pub fresh: Vec<Fresh>,
    /// Stores that may need barriers.
    pub stores: Vec<Stored>,
    /// Functions that touch objects, in module order.
    pub functions: Vec<Function>,
    /// Functions whose parameters or results changed: their attributes need a look.
    pub resigned: Vec<Function>,
    /// Frees that went away.
    pub frees: usize,
    /// Casts and geps that perhaps nothing uses.
    made: Vec<Inst>,
    dead: Vec<Inst>,
    old_functions: Vec<Function>,
}

/// The rewriter's state.
pub(super) struct Rewriter<'a> {
    retype: Retype<'a>,
    plan: &'a Plan,
    dialect: Dialect,
    /// Who makes the types of objects.
    types: TypeSource,
    /// New values of bases and of values that contain them.
    values: HashMap<Value, Value>,
    /// Parameters that moved to a new function as they were.
    same_params: HashMap<Value, Value>,
    /// What casts of pointers to lowered memory were made from.
    uncast: HashMap<Value, Value>,
    /// Objects that derived pointers point into.
    bases: HashMap<Value, Value>,
    /// Distances of derived pointers from their object's data, where they are known as numbers.
    offsets: HashMap<Value, Value>,
    /// Addresses of derived pointers that hold everywhere.
    addresses: HashMap<Value, Value>,
    /// Addresses of pointers into arrays, which hold in one block.
    block_addresses: HashMap<(Value, Block), Value>,
    /// Instructions whose undefined constants were made null.
    defined: HashSet<Inst>,
    /// Per block, the slots that are stored to before they are read.
    stored_first: HashMap<Block, HashSet<Inst>>,
    /// A tag of each class, which may take a while to spell.
    class_tags: HashMap<ClassId, ObjectRef>,
    /// New functions.
    functions: HashMap<Function, Function>,
    /// The allocator's first operand, per function.
    allocator_operands: HashMap<Function, Value>,
    /// New phi nodes and the old ones they replace.
    phis: Vec<flow::Phi>,
    out: Rewritten,
}

/// Rewrites the module.
pub fn rewrite(retype: Retype, plan: &Plan, dialect: Dialect, types: TypeSource) -> Rewritten {
    let mut rewriter = Rewriter {
        retype,
        plan,
        dialect,
        types,
        values: HashMap::new(),
        same_params: HashMap::new(),
        uncast: HashMap::new(),
        bases: HashMap::new(),
        offsets: HashMap::new(),
        addresses: HashMap::new(),
        block_addresses: HashMap::new(),
        defined: HashSet::new(),
        stored_first: HashMap::new(),
        class_tags: HashMap::new(),
        functions: HashMap::new(),
        allocator_operands: HashMap::new(),
        phis: Vec::new(),
        out: Rewritten::default(),
    };
    rewriter.run();
    rewriter.out
}

impl Rewriter<'_> {
    fn run(&mut self) {
        for function in &self.plan.functions {
            let now = self.change_signature(function);
            self.out.functions.push(now);
        }
        for function in &self.plan.functions {
            self.make_phis(&function.instructions);
            for inst in in_definition_order(function) {
                set_current_instruction(Some(inst));
                self.instruction(inst);
            }
        }
        self.complete_phis();
        set_current_instruction(None);
        self.clean_up();
    }

    fn instruction(&mut self, inst: Inst) {
        if self.retype.analysis.site(inst).is_some() && self.retype.lowered(inst.value()).is_some()
        {
            return self.allocate(inst);
        }
        match inst.opcode() {
            Opcode::LLVMAlloca => self.retype_slot(inst),
            Opcode::LLVMLoad => self.load(inst),
            Opcode::LLVMStore => self.store(inst),
            Opcode::LLVMGetElementPtr => self.gep(inst),
            Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => self.cast(inst),
            Opcode::LLVMAtomicCmpXchg | Opcode::LLVMAtomicRMW => self.atomic(inst),
            Opcode::LLVMPHI => {}
            Opcode::LLVMSelect => self.select(inst),
            Opcode::LLVMFreeze => self.freeze(inst),
            Opcode::LLVMExtractValue => self.extract_value(inst),
            Opcode::LLVMInsertValue => self.insert_value(inst),
            Opcode::LLVMExtractElement | Opcode::LLVMInsertElement | Opcode::LLVMShuffleVector => {
                self.vector_element(inst)
            }
            Opcode::LLVMICmp => self.compare(inst),
            Opcode::LLVMRet => self.ret(inst),
            Opcode::LLVMCall => self.call(inst),
            opcode => unreachable!("the plan lets no {opcode:?} through"),
        }
    }

    fn call(&mut self, inst: Inst) {
        if memory_call(inst) == Some(MemoryCall::Free) {
            self.out.frees += 1;
            return self.bury(inst);
        }
        let intrinsic = inst.callee().as_function().filter(|f| f.is_intrinsic());
        match intrinsic.map(|f| f.name()) {
            None => self.known_call(inst),
            Some(name) if super::constraints::is_marker(&name) => self.bury(inst),
            Some(name) if name.starts_with("llvm.memset.") => self.memset(inst),
            Some(_) => self.copy(inst),
        }
    }

    // --- common steps --------------------------------------------------------------------------

    fn builder(&self, at: Inst) -> Builder {
        Builder::before(at)
    }

    /// The new value of an operand, as a value of type `ty` if it is a constant.
    fn operand(&mut self, old: Value, ty: Type) -> Value {
        if let Some(&new) = self.values.get(&old) {
            return new;
        }
        if old.ty() == ty {
            return old;
        }
        if old.is_constant() {
            return constant_as(old, ty);
        }
        // Its definition was not reached, so neither is this use.
        ty.poison()
    }

    /// Notes that `new` replaces `old`, whose type has changed.
    fn replace(&mut self, old: Inst, new: Value) {
        if new.as_inst().is_some() && new.name().is_empty() {
            new.take_name(old.value());
        }
        old.replace_metadata_uses(new);
        self.values.insert(old.value(), new);
        self.bury(old);
    }

    /// Makes every use of `old` use `new`, which has the same type but perhaps another pointee.
    fn replace_same(&mut self, old: Inst, new: Inst) {
        new.take_name(old.value());
        self.retype.analysis.same_nodes(old.value(), new.value());
        if new.ty() == old.ty() {
            old.replace_uses(new.value());
        } else {
            let cast = Builder::after(new).bitcast(new.value(), old.ty());
            if let Some(cast) = cast.as_inst().filter(|&c| c != new) {
                self.out.made.push(cast);
                self.retype.analysis.same_nodes(old.value(), cast.value());
            }
            old.replace_uses(cast);
        }
        self.bury(old);
    }

    /// The instruction is to be erased once everything is rewritten.
    fn bury(&mut self, old: Inst) {
        self.out.dead.push(old);
    }

    // --- (5) -----------------------------------------------------------------------------------

    fn clean_up(&mut self) {
        for &inst in &self.out.dead {
            if !inst.is_unused() {
                inst.replace_uses(inst.ty().poison());
            }
        }
        for inst in std::mem::take(&mut self.out.dead) {
            inst.erase();
        }
        for old in std::mem::take(&mut self.out.old_functions) {
            // What is left are addresses, in tables and code that passes them on.
            let new = self.functions[&old];
            old.replace_uses(new.const_bitcast(old.ty()));
            old.erase();
        }
        // Users stand behind what they use, and some are listed twice.
        let mut erased = HashSet::new();
        for made in std::mem::take(&mut self.out.made).into_iter().rev() {
            if !erased.contains(&made) && made.is_unused() {
                erased.insert(made);
                if made.opcode() == Opcode::LLVMBitCast {
                    made.replace_metadata_uses(made.operand(0));
                }
                made.erase();
            }
        }
    }
}

/// A constant without addresses of lowered memory, as a value of another type of the same shape.
/// An undefined pointer was harmless; as an object it would be any bits in the collector's hands.
fn constant_as(old: Value, ty: Type) -> Value {
    if old.is_null() || old.is_undef() {
        return ty.zero();
    }
    let parts: Vec<Value> = old.operands().collect();
    let fields = ty.fields();
    if fields.is_empty() {
        let element = ty.element();
        let parts: Vec<Value> = parts.into_iter().map(|p| same_or(p, element)).collect();
        return match ty.kind() {
            TypeKind::Vector(_) => Value::const_vector(&parts),
            _ => Value::const_array(element, &parts),
        };
    }
    let parts: Vec<Value> = parts.into_iter().zip(fields).map(|(p, f)| same_or(p, f)).collect();
    Value::const_struct(ty, &parts)
}

fn same_or(part: Value, ty: Type) -> Value {
    if part.ty() == ty {
        part
    } else {
        constant_as(part, ty)
    }
}

/// The planned instructions so that definitions come before uses, but for phi nodes: by reverse
/// post-order of their blocks, unreachable blocks last.
fn in_definition_order(plan: &FunctionPlan) -> Vec<Inst> {
    let Some(first) = plan.instructions.first() else { return Vec::new() };
    let order = reverse_post_order(first.function());
    let mut instructions: Vec<(usize, Inst)> = plan
        .instructions
        .iter()
        .map(|&inst| (order.get(&inst.block()).copied().unwrap_or(usize::MAX), inst))
        .collect();
    instructions.sort_by_key(|&(block, _)| block);
    instructions.into_iter().map(|(_, inst)| inst).collect()
}

fn reverse_post_order(function: Function) -> HashMap<Block, usize> {
    let mut finished = Vec::new();
    let mut seen = HashSet::from([function.entry()]);
    let mut stack = vec![(function.entry(), function.entry().successors(), 0)];
    while let Some((block, successors, at)) = stack.last_mut() {
        match successors.get(*at) {
            Some(&next) => {
                *at += 1;
                if seen.insert(next) {
                    stack.push((next, next.successors(), 0));
                }
            }
            None => {
                finished.push(*block);
                stack.pop();
            }
        }
    }
    finished.into_iter().rev().enumerate().map(|(i, block)| (block, i)).collect()
}
