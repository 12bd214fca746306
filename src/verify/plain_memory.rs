//! JGV001: an object stored in memory that the collector does not see.
//!
//! Certain for memory from malloc and its kin, reached through casts, geps, phi nodes and local
//! slots, unless it is freed before any collection on every path, and for global variables. Nothing
//! is said of pointers that come from elsewhere (a structure return is rooted by the caller), nor of
//! constants, which live for ever. Where paths bring an object's memory as well, the one with
//! memory from malloc is at fault. A copy counts where what it copies certainly has an object in it
//! (`held`).

use super::bases::{origin, Base};
use super::body::Budget;
use super::facts::{Role, Unit};
use super::findings::Findings;
use super::held::Held;
use super::missing_barrier::stored;
use super::paths::{first_found, Known, Look};
use crate::diagnostics::Code;
use crate::ir::{Inst, Opcode, Value};
use crate::julia::carries_tracked;
use std::collections::{HashMap, HashSet};

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    let mut lifetimes = Lifetimes { unit, events: None, known: HashMap::new() };
    let mut held = Held::default();
    // The last first: what is found behind it shortens the paths of those before it.
    for (place, &inst) in unit.body.insts.iter().enumerate().rev() {
        let Some((address, what)) = written(unit, inst) else { continue };
        let memory = match unit.bases.of_value(address) {
            Base::Malloc if lifetimes.dies_first(place, address) => continue,
            Base::Malloc => format!("memory from {}", allocator(unit, address)),
            Base::Mixed if lifetimes.may_be_freed(address) => continue,
            Base::Mixed => "memory that is none of an object's on some path".to_string(),
            Base::Global => "a global variable".to_string(),
            _ => continue,
        };
        if inst.is_call() && held.copied(unit, place, inst).is_empty() {
            continue;
        }
        found.add(Code::PlainMemory, place, inst, format!("an object is {what} {memory}"));
    }
}

/// Where an instruction may write an object, and how.
fn written(unit: &Unit, inst: Inst) -> Option<(Value, &'static str)> {
    if let Some((address, value)) = stored(inst) {
        let is_object = carries_tracked(value.ty()) && !unit.is_permanent(value);
        return is_object.then_some((address, "stored in"));
    }
    let copies = unit.facts.role(inst) == Some(Role::Copy);
    copies.then(|| (inst.operand(0), "copied into"))
}

/// The name of what made the memory, where that shows.
fn allocator(unit: &Unit, address: Value) -> String {
    let made = origin(unit.facts.layout, address).0;
    let call = made.as_inst().filter(|&inst| inst.is_call());
    let callee = call.and_then(|call| call.callee().as_function());
    callee.map_or("malloc".to_string(), |callee| format!("'{}'", callee.name()))
}

/// When memory is freed.
struct Lifetimes<'u, 'f> {
    unit: &'u Unit<'f>,
    events: Option<Events>,
    /// For memory: whether a path ends before it is freed.
    known: HashMap<Value, Known<()>>,
}

/// What ends a path that memory is followed on.
struct Events {
    /// The places of the calls that free memory, by the memory.
    frees: HashMap<Value, Vec<usize>>,
    /// The places where a collection may happen or the function ends.
    ends: Vec<usize>,
    budget: Budget,
}

impl Events {
    fn of(unit: &Unit) -> Events {
        let (mut frees, mut ends) = (HashMap::new(), Vec::new());
        for (place, &inst) in unit.body.insts.iter().enumerate() {
            if matches!(inst.opcode(), Opcode::LLVMRet | Opcode::LLVMResume) {
                ends.push(place);
            } else if unit.facts.role(inst) == Some(Role::Free) && inst.arg_count() == 1 {
                let memory = origin(unit.facts.layout, inst.operand(0)).0;
                frees.entry(memory).or_insert_with(Vec::new).push(place);
            }
            if inst.is_call() && unit.facts.may_collect_inside(inst) {
                ends.push(place);
            }
        }
        Events { frees, ends, budget: Budget::of(&unit.body) }
    }
}

/// How many phi nodes and selects an address is followed through.
const MOST_CHOICES: usize = 32;

impl Lifetimes<'_, '_> {
    /// Whether the memory is freed behind the store on every path, before any collection.
    fn dies_first(&mut self, place: usize, address: Value) -> bool {
        let body = &self.unit.body;
        let memory = origin(self.unit.facts.layout, address).0;
        let events = self.events.get_or_insert_with(|| Events::of(self.unit));
        let frees = events.frees.get(&memory).map_or(&[][..], Vec::as_slice);
        let next = |places: &[usize], from: usize| {
            places.get(places.partition_point(|&at| at < from)).copied().unwrap_or(usize::MAX)
        };
        // What the rest of a block says: that it is freed, or that it is not when a path ends.
        let look = |from: usize, end: usize| {
            let (free, stop) = (next(frees, from), next(&events.ends, from));
            match free.min(stop) {
                first if first >= end => Look::On,
                first if first == free => Look::Stop,
                _ => Look::Found(()),
            }
        };
        let home = body.block_of[place];
        match look(place + 1, body.ranges[home].end) {
            Look::Stop => return true,
            Look::Found(()) => return false,
            Look::On => {}
        }
        let behind = |block: usize| body.successors[block].iter().copied();
        let look = |block: usize| look(body.ranges[block].start, body.ranges[block].end);
        let known = self.known.entry(memory).or_default();
        first_found(&events.budget, behind(home), behind, look, known).is_none()
    }

    /// Whether one of the pieces of memory that the address may lead to is freed somewhere.
    fn may_be_freed(&mut self, address: Value) -> bool {
        let layout = self.unit.facts.layout;
        let events = self.events.get_or_insert_with(|| Events::of(self.unit));
        let (mut seen, mut todo) = (HashSet::new(), vec![address]);
        while let Some(value) = todo.pop() {
            let (memory, _) = origin(layout, value);
            if events.frees.contains_key(&memory) {
                return true;
            }
            if !seen.insert(memory) || seen.len() > MOST_CHOICES {
                continue;
            }
            let Some(inst) = memory.as_inst() else { continue };
            match inst.opcode() {
                Opcode::LLVMPHI => todo.extend(inst.incoming().into_iter().map(|(v, _)| v)),
                Opcode::LLVMSelect => todo.extend([inst.operand(1), inst.operand(2)]),
                _ => {}
            }
        }
        false
    }
}
