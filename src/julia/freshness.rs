//! Which object is known to be younger than the last safepoint.
//!
//! An allocation is a safepoint, so at any point there is at most one such object: one forward pass
//! per function, where paths that disagree know nothing. Back edges count as any other.

use crate::ir::{Block, Function, Inst, Opcode, Value};
use std::collections::HashMap;

/// Which object is known to be young at each instruction that writes, and behind each block.
pub struct Freshness {
    at: HashMap<Inst, Value>,
    behind: HashMap<Block, Value>,
}

/// What is known at a point: nothing yet, one object, or that none is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Young {
    Unvisited,
    One(Value),
    None,
}

/// What counts as a safepoint and as an allocation.
struct Events<S, A> {
    is_safepoint: S,
    is_allocation: A,
}

impl Freshness {
    /// Looks at a definition. `is_allocation` is asked about safepoints only.
    pub fn of(
        function: Function,
        is_safepoint: impl Fn(Inst) -> bool,
        is_allocation: impl Fn(Inst) -> bool,
    ) -> Freshness {
        let events = Events { is_safepoint, is_allocation };
        let blocks = function.blocks();
        let index: HashMap<Block, usize> = blocks.iter().copied().zip(0..).collect();
        let effects: Vec<Option<Young>> = blocks.iter().map(|&b| events.effect(b)).collect();
        let mut entry = vec![Young::Unvisited; blocks.len()];
        entry[0] = Young::None;
        let mut todo = vec![0];
        while let Some(block) = todo.pop() {
            let exit = effects[block].unwrap_or(entry[block]);
            for next in blocks[block].successors() {
                let next = index[&next];
                let joined = join(entry[next], exit);
                if joined != entry[next] {
                    entry[next] = joined;
                    todo.push(next);
                }
            }
        }
        let (mut at, mut behind) = (HashMap::new(), HashMap::new());
        for (block, mut young) in blocks.into_iter().zip(entry) {
            for inst in block.instructions() {
                // Among the calls are memcpy and memmove.
                let writes = matches!(
                    inst.opcode(),
                    Opcode::LLVMStore
                        | Opcode::LLVMAtomicRMW
                        | Opcode::LLVMAtomicCmpXchg
                        | Opcode::LLVMCall
                );
                if let (true, Young::One(object)) = (writes, young) {
                    at.insert(inst, object);
                }
                young = events.step(inst).unwrap_or(young);
            }
            if let Young::One(object) = young {
                behind.insert(block, object);
            }
        }
        Freshness { at, behind }
    }

    /// The object that is young where this instruction writes.
    pub fn at(&self, store: Inst) -> Option<Value> {
        self.at.get(&store).copied()
    }

    /// The object that is young where this block ends.
    pub fn behind(&self, block: Block) -> Option<Value> {
        self.behind.get(&block).copied()
    }
}

impl<S: Fn(Inst) -> bool, A: Fn(Inst) -> bool> Events<S, A> {
    /// What is young behind an instruction, if it changes that.
    fn step(&self, inst: Inst) -> Option<Young> {
        if !(self.is_safepoint)(inst) {
            return None;
        }
        Some(if (self.is_allocation)(inst) { Young::One(inst.value()) } else { Young::None })
    }

    fn effect(&self, block: Block) -> Option<Young> {
        block.instructions().into_iter().filter_map(|inst| self.step(inst)).last()
    }
}

fn join(a: Young, b: Young) -> Young {
    match (a, b) {
        (Young::Unvisited, other) | (other, Young::Unvisited) => other,
        (a, b) if a == b => a,
        _ => Young::None,
    }
}
