//! Where a null pointer goes: does it come to a place at all, and does every path from there lead to
//! a barrier with it? (See `null_child`.)
//!
//! Invariant: branches are decided only by what follows from the pointer being null; at any other
//! branch both sides are open. `arrives` asks for one path, `leads` for all of them. What needs more
//! than a few blocks, or comes to one with different knowledge, is answered with no.
//!
//! 1. What holds on a path ([`State`]): values that are null, and conditions. Phi nodes take over
//!    what their inputs are on the edge that is taken.
//! 2. Everything else is evaluated from that on demand: casts, selects, comparisons with null.

use super::facts::Unit;
use super::leaf::behind_casts;
use crate::ir::{Inst, Opcode, TypeKind, Value};
use std::collections::HashMap;

/// How many blocks a walk goes through.
const MOST_BLOCKS: usize = 64;
/// How many phi nodes of a block are looked at.
const MOST_PHIS: usize = 64;
/// How many instructions a value is evaluated through.
const DEEPEST: usize = 5;
/// Phi nodes with more inputs are not looked at.
pub const MOST_INPUTS: u32 = 256;

/// What holds on a path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Values that are null.
    nulls: Vec<Value>,
    /// Conditions that are known.
    conditions: Vec<(Value, bool)>,
}

impl State {
    /// This value is null.
    pub fn null(value: Value) -> State {
        State { nulls: vec![value], ..State::default() }
    }

    /// This condition holds, or does not.
    pub fn condition(value: Value, holds: bool) -> State {
        State { conditions: vec![(value, holds)], ..State::default() }
    }

    fn values(&self) -> impl Iterator<Item = Value> + '_ {
        self.nulls.iter().copied().chain(self.conditions.iter().map(|&(value, _)| value))
    }

    // --- (2) -----------------------------------------------------------------------------------

    fn is_null(&self, value: Value, depth: usize) -> bool {
        let value = behind_casts(value);
        if value.is_null() || self.nulls.contains(&value) {
            return true;
        }
        let Some(select) = value.as_inst().filter(|i| i.opcode() == Opcode::LLVMSelect) else {
            return false;
        };
        let Some(depth) = depth.checked_sub(1) else { return false };
        match self.holds(select.operand(0), depth) {
            Some(true) => self.is_null(select.operand(1), depth),
            Some(false) => self.is_null(select.operand(2), depth),
            None => [1, 2].iter().all(|&arm| self.is_null(select.operand(arm), depth)),
        }
    }

    fn holds(&self, value: Value, depth: usize) -> Option<bool> {
        if let Some(&(_, holds)) = self.conditions.iter().find(|(known, _)| *known == value) {
            return Some(holds);
        }
        if value.is_constant() {
            return value.as_u64().map(|bit| bit != 0);
        }
        let (inst, depth) = (value.as_inst()?, depth.checked_sub(1)?);
        let holds = |index| self.holds(inst.operand(index), depth);
        match inst.opcode() {
            Opcode::LLVMICmp => {
                let equal = inst.equality()?;
                let (a, b) = (inst.operand(0), inst.operand(1));
                let with_null =
                    a.is_null() && self.is_null(b, depth) || b.is_null() && self.is_null(a, depth);
                with_null.then_some(equal)
            }
            Opcode::LLVMXor => Some(holds(0)? != holds(1)?),
            Opcode::LLVMAnd => match (holds(0), holds(1)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (a, b) => Some(a? && b?),
            },
            Opcode::LLVMOr => match (holds(0), holds(1)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (a, b) => Some(a? || b?),
            },
            Opcode::LLVMFreeze => holds(0),
            Opcode::LLVMSelect => match holds(0) {
                Some(true) => holds(1),
                Some(false) => holds(2),
                None => holds(1).filter(|&holds_either| holds(2) == Some(holds_either)),
            },
            _ => None,
        }
    }
}

/// The paths to one barrier.
pub struct Walk<'u, 'f> {
    unit: &'u Unit<'f>,
    child: Value,
    barrier: usize,
}

impl<'u, 'f> Walk<'u, 'f> {
    /// The barrier at this place, with this child.
    pub fn new(unit: &'u Unit<'f>, child: Value, barrier: usize) -> Walk<'u, 'f> {
        Walk { unit, child, barrier }
    }

    /// Whether some path leads to the place with this state, from where its values are made.
    pub fn arrives(&self, place: usize, state: &State) -> bool {
        let body = &self.unit.body;
        let made = state.values().filter_map(|value| body.place(value.as_inst()?));
        let start = made.map(|at| body.block_of[at]).max().unwrap_or(0);
        let target = body.block_of[place];
        if start == target {
            return true;
        }
        let mut seen = HashMap::from([(start, state.clone())]);
        let mut todo = vec![start];
        while let Some(block) = todo.pop() {
            let here = seen[&block].clone();
            for next in self.open(block, &here) {
                if next == target {
                    return true;
                }
                let blocks = seen.len();
                let new = !seen.contains_key(&next);
                if new && next != start && blocks < MOST_BLOCKS {
                    seen.insert(next, state.clone());
                    todo.push(next);
                }
            }
        }
        false
    }

    /// Whether every path from the place on leads to the barrier with the child null.
    pub fn leads(&self, from: usize, state: State) -> bool {
        let block = self.unit.body.block_of[from];
        let at_barrier = self.unit.body.block_of[self.barrier] == block && from <= self.barrier;
        if at_barrier {
            return state.is_null(self.child, DEEPEST);
        }
        let open = self.open(block, &state);
        let edges = open.into_iter().map(|next| (block, next, state.clone())).collect();
        self.all_lead(edges)
    }

    /// The same from an edge on.
    pub fn leads_on(&self, from: usize, to: usize, mut state: State) -> bool {
        state.take_edge(self.unit, from, to);
        let start = self.unit.body.ranges[to].start;
        self.leads(start, state)
    }

    fn all_lead(&self, mut todo: Vec<(usize, usize, State)>) -> bool {
        let body = &self.unit.body;
        let target = body.block_of[self.barrier];
        let mut seen: HashMap<usize, State> = HashMap::new();
        let mut arrived = false;
        while let Some((from, block, mut state)) = todo.pop() {
            state.take_edge(self.unit, from, block);
            if let Some(known) = seen.get(&block) {
                if *known != state {
                    return false;
                }
                continue;
            }
            if block == target {
                if !state.is_null(self.child, DEEPEST) {
                    return false;
                }
                arrived = true;
                seen.insert(block, state);
                continue;
            }
            let next = self.open(block, &state);
            if next.is_empty() || seen.len() >= MOST_BLOCKS {
                return false;
            }
            todo.extend(next.into_iter().map(|next| (block, next, state.clone())));
            seen.insert(block, state);
        }
        arrived
    }

    /// The successors that the state leaves open.
    fn open(&self, block: usize, state: &State) -> Vec<usize> {
        let body = &self.unit.body;
        let last = body.insts[body.ranges[block].end - 1];
        let decided = last.branch_targets().and_then(|(if_true, if_false)| {
            let holds = state.holds(last.operand(0), DEEPEST)?;
            body.number(if holds { if_true } else { if_false })
        });
        match decided {
            Some(next) => vec![next],
            None => body.successors[block].clone(),
        }
    }
}

impl State {
    // --- (1) -----------------------------------------------------------------------------------

    /// What is known behind an edge, of the block's phi nodes too.
    fn take_edge(&mut self, unit: &Unit, from: usize, to: usize) {
        let from = unit.body.blocks[from];
        let mut taken = Vec::new();
        for place in unit.body.ranges[to].clone().take(MOST_PHIS) {
            let phi: Inst = unit.body.insts[place];
            if phi.opcode() != Opcode::LLVMPHI {
                break;
            }
            let (is_pointer, is_condition) =
                (phi.ty().is_pointer(), phi.ty().kind() == TypeKind::Int(1));
            if !is_pointer && !is_condition || phi.operand_count() > MOST_INPUTS {
                continue;
            }
            let input = phi.incoming().into_iter().find(|&(_, block)| block == from);
            let Some((input, _)) = input else { continue };
            let is_null = is_pointer && self.is_null(input, DEEPEST);
            let holds = if is_condition { self.holds(input, DEEPEST) } else { None };
            taken.push((phi.value(), is_null, holds));
        }
        // What holds of a value holds no longer where it is made anew.
        let is_made = |value: Value| {
            let place = value.as_inst().and_then(|inst| unit.body.place(inst));
            place.is_some_and(|place| unit.body.ranges[to].contains(&place))
        };
        self.nulls.retain(|&value| !is_made(value));
        self.conditions.retain(|&(value, _)| !is_made(value));
        for (phi, is_null, holds) in taken {
            if is_null {
                self.nulls.push(phi);
            }
            if let Some(holds) = holds {
                self.conditions.push((phi, holds));
            }
        }
    }
}
