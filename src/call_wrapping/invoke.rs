//! Leaving on both edges of wrapped invokes.
//!
//! Invariant: on either edge the leave is the first thing that happens, before any phi node of the
//! old destination and, on the unwind edge, right behind the landing pad. What other edges lead to
//! the same blocks stays as it was. The cost is linear in the edges and phi nodes of those blocks,
//! however many wrapped invokes share them.
//!
//! 1. Normal edge: the leave goes into a block of its own on the edge, or to the head of the
//!    destination if no other edge leads there and it has no phi nodes.
//! 2. Unwind edge: each wrapped invoke gets a landing pad of its own that leaves and goes on where
//!    the old pad went on. If the pad is not shared and has no phi nodes, it stays and leaves.

use super::caller::{leave, locate};
use crate::ir::{Block, Builder, Inst, Opcode, Value};
use crate::julia::Dialect;
use std::collections::{HashMap, HashSet};

/// A wrapped invoke and the state saved before it.
type Saved = (Inst, Inst);

/// The landing pad of a block that is one.
fn landing_pad(block: Block) -> Option<Inst> {
    let mut at = block.first();
    while let Some(inst) = at.filter(|i| i.opcode() == Opcode::LLVMPHI) {
        at = inst.next();
    }
    at.filter(|i| i.opcode() == Opcode::LLVMLandingPad)
}

/// Whether there is a place to leave at on the unwind edge.
pub fn unwinds_to_landing_pad(invoke: Inst) -> bool {
    landing_pad(invoke.invoke_destinations().1).is_some()
}

/// Steps 1 and 2 for all wrapped invokes of a function.
pub fn leave_on_both_edges(dialect: Dialect, invokes: &[Saved]) {
    for (block, group) in by_destination(invokes, |invoke| invoke.invoke_destinations().0) {
        leave_normally(dialect, block, &group);
    }
    for (block, group) in by_destination(invokes, |invoke| invoke.invoke_destinations().1) {
        leave_unwinding(dialect, block, &group);
    }
}

/// Groups the invokes by destination, in the order in which the destinations come first.
fn by_destination(invokes: &[Saved], of: impl Fn(Inst) -> Block) -> Vec<(Block, Vec<Saved>)> {
    let mut groups: Vec<(Block, Vec<Saved>)> = Vec::new();
    let mut index = HashMap::new();
    for &(invoke, saved) in invokes {
        let block = of(invoke);
        let at = *index.entry(block).or_insert_with(|| {
            groups.push((block, Vec::new()));
            groups.len() - 1
        });
        groups[at].1.push((invoke, saved));
    }
    groups
}

fn phis(block: Block) -> Vec<Inst> {
    let mut all = Vec::new();
    let mut at = block.first();
    while let Some(inst) = at.filter(|i| i.opcode() == Opcode::LLVMPHI) {
        all.push(inst);
        at = inst.next();
    }
    all
}

/// Whether the block can take the leave itself.
fn is_own(block: Block, group: &[Saved]) -> bool {
    group.len() == 1
        && block.first().is_some_and(|i| i.opcode() != Opcode::LLVMPHI)
        && block.predecessors().len() == 1
}

/// Step 1.
fn leave_normally(dialect: Dialect, block: Block, group: &[Saved]) {
    if is_own(block, group) {
        let (invoke, saved) = group[0];
        let head = block.first().expect("a block ends with a terminator");
        leave(dialect.safe_leave(), &Builder::before(head), saved.value(), &[], invoke);
        return;
    }
    let mut moved = HashMap::new();
    for &(invoke, saved) in group {
        let from = invoke.block();
        let edge = from.append_after("leave");
        let build = Builder::at_end(edge);
        leave(dialect.safe_leave(), &build, saved.value(), &[], invoke);
        locate(build.branch(block), invoke);
        invoke.set_normal_destination(edge);
        moved.insert(from, edge);
    }
    for phi in phis(block) {
        let new = new_phi(phi, phi);
        for (value, from) in phi.incoming() {
            new.add_incoming(value, moved.get(&from).copied().unwrap_or(from));
        }
        replace_phi(phi, new);
    }
}

/// Step 2.
fn leave_unwinding(dialect: Dialect, block: Block, group: &[Saved]) {
    let pad = landing_pad(block).expect("the plan looked for it");
    if is_own(block, group) {
        let (invoke, saved) = group[0];
        leave(dialect.safe_leave(), &Builder::after(pad), saved.value(), &[], invoke);
        return;
    }
    let own: HashSet<Block> = group.iter().map(|(invoke, _)| invoke.block()).collect();
    let shared = block.predecessors().iter().any(|b| !own.contains(b));
    let behind = pad.next().expect("a landing pad is no terminator");
    let join = behind.split_block("unwind");
    block.terminator().expect("split_block branches").ensure_debug_location();

    // Where each wrapped invoke lands from now on, and what its landing pad there says.
    let mut landings: HashMap<Block, Block> = HashMap::new();
    let mut pads: Vec<(Value, Block)> = Vec::new();
    for &(invoke, saved) in group {
        let landing = invoke.block().append_after("unwind.leave");
        let own_pad = pad.duplicate_into(landing);
        let build = Builder::at_end(landing);
        leave(dialect.safe_leave(), &build, saved.value(), &[], invoke);
        locate(build.branch(join), invoke);
        invoke.set_unwind_destination(landing);
        landings.insert(invoke.block(), landing);
        pads.push((own_pad.value(), landing));
    }
    move_phis(block, behind, &landings, shared);
    let joined = new_phi(pad, behind);
    joined.value().take_name(pad.value());
    pad.replace_uses(joined.value());
    if shared {
        joined.add_incoming(pad.value(), block);
    }
    for (value, landing) in pads {
        joined.add_incoming(value, landing);
    }
    if !shared {
        block.terminator().expect("split_block branches").erase();
        pad.erase();
        block.erase();
    }
}

/// Gives each phi node of the old pad a successor at the join: one edge for each landing, and one
/// for the old pad, which keeps what the other edges bring, if there are any.
fn move_phis(block: Block, join: Inst, landings: &HashMap<Block, Block>, shared: bool) {
    let old = phis(block);
    let new: Vec<Inst> = old.iter().map(|&phi| new_phi(phi, join)).collect();
    // First all of them: a phi node of a loop may be fed by itself or by its neighbour.
    for (&phi, &joined) in old.iter().zip(&new) {
        joined.value().take_name(phi.value());
        phi.replace_uses(joined.value());
    }
    for (&phi, &joined) in old.iter().zip(&new) {
        let rest = shared.then(|| new_phi(phi, phi));
        for (value, from) in phi.incoming() {
            match (landings.get(&from), rest) {
                (Some(&landing), _) => joined.add_incoming(value, landing),
                (None, Some(rest)) => rest.add_incoming(value, from),
                (None, None) => unreachable!("an edge from nowhere"),
            }
        }
        if let Some(rest) = rest {
            joined.add_incoming(rest.value(), block);
        }
    }
    for phi in old {
        phi.erase();
    }
}

/// A phi node of the type of `like` at `at`, without edges.
fn new_phi(like: Inst, at: Inst) -> Inst {
    let phi = Builder::before(at).phi(like.ty());
    phi.copy_debug_location(like);
    phi
}

fn replace_phi(old: Inst, new: Inst) {
    new.value().take_name(old.value());
    old.replace_uses(new.value());
    old.erase();
}
