//! JGV012: a barrier in a loop whose operands all are the same in every turn.
//!
//! Certain where Julia's LICM finds them so (llvm-julia-licm.cpp: defined outside the loop, or
//! computed from such values without reading memory), the loop has a safepoint, and some child is
//! neither the object itself nor one that lives for ever.

use super::facts::Unit;
use super::findings::Findings;
use crate::diagnostics::Code;
use crate::ir::{Block, Inst, LoopNest, Opcode, Value};
use std::collections::{HashMap, HashSet};

/// Expressions of more instructions count as varying.
const MOST_VALUES: usize = 64;

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    if unit.barriers.is_empty() {
        return;
    }
    let nest = unit.body.function.loops();
    let loops = Loops::of(unit, &nest);
    for barrier in &unit.barriers {
        let call = unit.body.insts[barrier.place];
        if can_lose_child(unit, call) && loops.would_hoist(unit, call) {
            let what = "the barrier in the loop depends on nothing that changes there";
            found.add(Code::LoopBarrier, barrier.place, call, what);
        }
    }
}

/// Whether some child needs the barrier: not those that live for ever, nor the object itself.
fn can_lose_child(unit: &Unit, barrier: Inst) -> bool {
    let parent = unit.bases.object(barrier.operand(0));
    let children = (1..barrier.arg_count()).map(|index| barrier.operand(index));
    let mut lost =
        children.filter(|&child| unit.bases.object(child) != parent && !unit.is_permanent(child));
    lost.next().is_some()
}

/// The loops of a function, named by their header's place among the function's blocks.
struct Loops<'u> {
    number: HashMap<Block, usize>,
    headers: &'u [Option<usize>],
    parents: &'u [Option<usize>],
    with_safepoint: HashSet<usize>,
}

impl Loops<'_> {
    /// The nest names blocks by their place in the function, unreachable ones included.
    fn of<'u>(unit: &Unit, nest: &'u LoopNest) -> Loops<'u> {
        let number: HashMap<Block, usize> =
            unit.body.function.blocks().into_iter().zip(0..).collect();
        let (headers, parents) = (&nest.headers, &nest.parents);
        let mut loops = Loops { number, headers, parents, with_safepoint: HashSet::new() };
        for (block, range) in unit.body.blocks.iter().zip(&unit.body.ranges) {
            if unit.body.has_safepoint(range.clone()) {
                let mut around = loops.innermost(*block);
                // Loops further out were noted with the first inner one.
                while let Some(header) = around.filter(|&h| loops.with_safepoint.insert(h)) {
                    around = parents[header];
                }
            }
        }
        loops
    }

    fn innermost(&self, block: Block) -> Option<usize> {
        self.number.get(&block).and_then(|&number| self.headers[number])
    }

    fn is_inside(&self, block: Block, header: usize) -> bool {
        let mut around = self.innermost(block);
        while let Some(at) = around {
            if at == header {
                return true;
            }
            around = self.parents[at];
        }
        false
    }

    /// Whether the barrier leaves a loop with a safepoint.
    fn would_hoist(&self, unit: &Unit, barrier: Inst) -> bool {
        let mut around = self.innermost(barrier.block());
        while let Some(header) = around {
            let invariant = {
                let mut budget = MOST_VALUES;
                barrier
                    .args()
                    .iter()
                    .all(|&value| self.is_invariant(unit, value, header, &mut budget))
            };
            if !invariant {
                return false;
            }
            if self.with_safepoint.contains(&header) {
                return true;
            }
            around = self.parents[header];
        }
        false
    }

    fn is_invariant(&self, unit: &Unit, value: Value, header: usize, budget: &mut usize) -> bool {
        let Some(inst) = value.as_inst() else { return true };
        if !self.is_inside(inst.block(), header) {
            return true;
        }
        let moves = match inst.opcode() {
            Opcode::LLVMBitCast
            | Opcode::LLVMAddrSpaceCast
            | Opcode::LLVMGetElementPtr
            | Opcode::LLVMSelect
            | Opcode::LLVMICmp
            | Opcode::LLVMExtractValue
            | Opcode::LLVMInsertValue
            | Opcode::LLVMExtractElement
            | Opcode::LLVMInsertElement
            | Opcode::LLVMFreeze => true,
            Opcode::LLVMLoad => {
                !inst.is_volatile()
                    && (inst.metadata(unit.facts.invariant).is_some() || inst.has_constant_tbaa())
            }
            _ => false,
        };
        if !moves || *budget == 0 {
            return false;
        }
        *budget -= 1;
        inst.operands().all(|o| self.is_invariant(unit, o, header, budget))
    }
}
