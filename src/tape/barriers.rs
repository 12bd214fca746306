//! Write barriers: the collector learns of every young object that an old tape refers to.
//!
//! Invariant: between a store of tracked pointers into an object and its barrier lies no safepoint.
//!
//! 1. Which object is fresh at each store ([`Freshness`])?
//! 2. A store needs no barrier if its object is fresh, or if it stores null and constants only.
//! 3. Every other store gets one call with all tracked leaves of the stored value. A child that may
//!    be null is replaced by an object that is always there: the barrier reads the child's tag.
//! 4. In a loop, Julia's LICM moves a barrier whose operands do not change out of it, past
//!    safepoints, and the child is lost. Where that could happen the child is loaded again from its
//!    cell, by a volatile load.

use super::rewrite::Stored;
use super::tags::ObjectRef;
use crate::ir::{Attrs, Block, Builder, Function, LoopNest, Opcode, Type, TypeKind, Value};
use crate::julia::{self, is_allocation, is_safepoint, Dialect, Freshness};
use std::collections::HashMap;

/// What became of the stores.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Barriers written.
    pub barriers: usize,
    /// Stores into objects that are known to be young.
    pub fresh: usize,
    /// Stores of null and other constants.
    pub null: usize,
    /// Children loaded again so that their barrier stays in its loop.
    pub reloads: usize,
}

/// Writes the barriers of these stores, which are in the order of their functions.
pub fn add_barriers(dialect: Dialect, stores: &[Stored]) -> Counts {
    let mut counts = Counts::default();
    for group in stores.chunk_by(|a, b| a.store.function() == b.store.function()) {
        let function = group[0].store.function();
        let fresh = Freshness::of(function, is_safepoint, is_allocation);
        let loops = Loops::of(function);
        for stored in group {
            add_barrier(dialect, stored, &fresh, &loops, &mut counts);
        }
    }
    counts
}

fn add_barrier(
    dialect: Dialect,
    stored: &Stored,
    fresh: &Freshness,
    loops: &Loops,
    counts: &mut Counts,
) {
    let value = stored.value;
    // A constant that is not null is an object that the program keeps alive by other means.
    if value.is_constant() {
        counts.null += 1;
        return;
    }
    if fresh.at(stored.store) == Some(stored.parent) {
        counts.fresh += 1;
        return;
    }
    let build = Builder::after(stored.store);
    let value = if loops.may_hoist(stored) {
        counts.reloads += 1;
        reload(dialect, &build, stored)
    } else {
        value
    };
    let children = tracked_leaves(&build, value);
    if children.is_empty() {
        counts.null += 1;
        return;
    }
    let mut args = vec![stored.parent];
    for child in children {
        args.push(never_null(dialect, &build, child, stored.stand_in));
    }
    build.call(dialect.write_barrier(), &args);
    counts.barriers += 1;
}

/// Reads back what the store wrote, in a way that no pass moves.
fn reload(dialect: Dialect, build: &Builder, stored: &Stored) -> Value {
    let load = build.load(stored.value.ty(), stored.address, dialect.word() as u32);
    load.set_volatile(true);
    load.value()
}

/// Every tracked pointer in a value, taken out of it.
fn tracked_leaves(build: &Builder, value: Value) -> Vec<Value> {
    let mut leaves = Vec::new();
    let mut todo = vec![value];
    while let Some(part) = todo.pop() {
        let ty = part.ty();
        if !julia::carries_tracked(ty) || part.is_constant() {
            continue;
        }
        match ty.kind() {
            TypeKind::Pointer(_) => leaves.push(part),
            TypeKind::Vector(length) => {
                let i32 = build.context().int(32);
                let lanes = (0..u64::from(length)).rev().map(|i| i32.int(i));
                todo.extend(lanes.map(|i| build.extract_element(part, i)));
            }
            _ => {
                let indices = tracked_parts(ty);
                todo.extend(indices.into_iter().rev().map(|i| build.extract(part, &[i])));
            }
        }
    }
    leaves
}

/// The direct parts of a struct or array that carry tracked pointers.
fn tracked_parts(ty: Type) -> Vec<u32> {
    let parts = (0..).zip(ty.parts());
    parts.filter(|&(_, part)| julia::carries_tracked(part)).map(|(i, _)| i).collect()
}

fn never_null(dialect: Dialect, build: &Builder, child: Value, stand_in: ObjectRef) -> Value {
    let child = build.bitcast(child, dialect.tracked());
    if is_never_null(dialect, child) {
        return child;
    }
    let is_null = build.equal(child, dialect.null());
    build.select(is_null, stand_in.get(dialect, build), child)
}

fn is_never_null(dialect: Dialect, child: Value) -> bool {
    let Some(inst) = child.as_inst() else {
        // A constant that is not null is an object's address; an argument may promise it.
        return child.is_constant() || argument_is_nonnull(child);
    };
    let nonnull = dialect.module().context().metadata_kind("nonnull");
    match inst.opcode() {
        Opcode::LLVMLoad => inst.metadata(nonnull).is_some(),
        Opcode::LLVMCall | Opcode::LLVMInvoke => {
            inst.call_attributes().has(Attrs::Result, "nonnull")
                || inst
                    .callee()
                    .as_function()
                    .is_some_and(|f| f.attributes().has(Attrs::Result, "nonnull"))
        }
        _ => false,
    }
}

fn argument_is_nonnull(value: Value) -> bool {
    let Some((function, index)) = value.argument_position() else { return false };
    function.attributes().has(Attrs::Param(index), "nonnull")
}

// --- (4) ---------------------------------------------------------------------------------------

/// The innermost loop of each block.
struct Loops {
    header: HashMap<Block, Option<usize>>,
    parents: Vec<Option<usize>>,
}

impl Loops {
    fn of(function: Function) -> Loops {
        let LoopNest { headers, parents } = function.loops();
        Loops { header: function.blocks().into_iter().zip(headers).collect(), parents }
    }

    /// Whether a pass may find the barrier's operands not to change in the innermost loop. A loop
    /// further out contains this one: what varies here varies there.
    fn may_hoist(&self, stored: &Stored) -> bool {
        let Some(header) = self.header[&stored.store.block()] else { return false };
        let mut search = Search::default();
        // What stands in for null is constant, or the parent.
        [stored.parent, stored.value]
            .into_iter()
            .all(|value| self.is_invariant(value, header, &mut search))
    }

    fn is_inside(&self, block: Block, header: usize) -> bool {
        let mut at = self.header.get(&block).copied().flatten();
        while let Some(inner) = at {
            if inner == header {
                return true;
            }
            at = self.parents[inner];
        }
        false
    }

    /// Whether a value could be found to be the same in every turn of the loop, by passes that peel
    /// and simplify: all but what calls make and what recurrences compute.
    fn is_invariant(&self, value: Value, header: usize, search: &mut Search) -> bool {
        let Some(inst) = value.as_inst() else { return true };
        if search.depth == DEEPEST || !self.is_inside(inst.block(), header) {
            return true;
        }
        match search.known.get(&value) {
            Some(Answer::Known(answer)) => return *answer,
            // A phi node that becomes itself does not change; one that is computed from itself does.
            Some(&Answer::Open { computed }) => return computed == search.computed,
            None => {}
        }
        let varies = match inst.opcode() {
            Opcode::LLVMCall | Opcode::LLVMInvoke => is_safepoint(inst),
            Opcode::LLVMLoad => inst.is_volatile(),
            _ => false,
        };
        let passes_on = matches!(inst.opcode(), Opcode::LLVMPHI | Opcode::LLVMSelect);
        let outer = (search.computed, search.depth);
        search.computed += u32::from(!passes_on);
        search.depth += 1;
        search.known.insert(value, Answer::Open { computed: search.computed });
        let answer = !varies && inst.operands().all(|o| self.is_invariant(o, header, search));
        search.known.insert(value, Answer::Known(answer));
        (search.computed, search.depth) = outer;
        answer
    }
}

/// Expressions deeper than this count as invariant, which costs a load.
const DEEPEST: u32 = 32;

/// What is known of a value during a search.
enum Answer {
    /// It is being looked at, behind so many computations.
    Open {
        computed: u32,
    },
    Known(bool),
}

#[derive(Default)]
struct Search {
    known: HashMap<Value, Answer>,
    /// How many computations lie between the start of the search and here.
    computed: u32,
    depth: u32,
}
