//! A function's reachable code in flat arrays, made once for all rules.
//!
//! Invariant: only blocks that can be reached are here, in the function's order, so no rule meets
//! code that never runs (where an instruction may be its own operand). Instructions are named by
//! their place in the order; a block's are contiguous.
//!
//! 1. Reachable blocks, their instructions and edges.
//! 2. Safepoints: for each instruction, how many lie before it in the function, so that whether one
//!    lies in a stretch of a block is a subtraction.

use crate::ir::{Block, Function, Inst, Opcode};
use crate::julia::may_collect;
use std::collections::HashMap;
use std::ops::Range;

/// How many blocks the path of one store or object is followed through. Longer ones are given up:
/// nothing is said about them.
pub const FARTHEST: usize = 4096;

/// The reachable code of a definition.
pub struct Body {
    /// The definition.
    pub function: Function,
    /// Every reachable instruction.
    pub insts: Vec<Inst>,
    /// Each instruction's opcode.
    pub opcodes: Vec<Opcode>,
    /// Each instruction's block.
    pub block_of: Vec<usize>,
    /// Each block's instructions.
    pub ranges: Vec<Range<usize>>,
    /// Each block's successors, once per edge.
    pub successors: Vec<Vec<usize>>,
    /// Each block's reachable predecessors, once per edge.
    pub predecessors: Vec<Vec<usize>>,
    /// The blocks in the function's order.
    pub blocks: Vec<Block>,
    block_index: HashMap<Block, usize>,
    index: HashMap<Inst, usize>,
    /// Safepoints before each instruction; one entry more than instructions.
    safepoints_before: Vec<u32>,
}

impl Body {
    /// Looks at a definition.
    pub fn of(function: Function) -> Body {
        let (blocks, block_index) = reachable(function);
        let mut body = Body {
            function,
            insts: Vec::new(),
            opcodes: Vec::new(),
            block_of: Vec::new(),
            ranges: Vec::new(),
            successors: Vec::new(),
            predecessors: vec![Vec::new(); blocks.len()],
            blocks: Vec::new(),
            block_index,
            index: HashMap::new(),
            safepoints_before: vec![0],
        };
        for (number, &block) in blocks.iter().enumerate() {
            body.add_block(number, block);
        }
        body.blocks = blocks;
        body
    }

    fn add_block(&mut self, number: usize, block: Block) {
        let start = self.insts.len();
        let mut at = block.first();
        while let Some(inst) = at {
            self.index.insert(inst, self.insts.len());
            self.insts.push(inst);
            self.opcodes.push(inst.opcode());
            self.block_of.push(number);
            let before = self.safepoints_before.last().copied().unwrap_or(0);
            self.safepoints_before.push(before + u32::from(may_collect(inst)));
            at = inst.next();
        }
        self.ranges.push(start..self.insts.len());
        let successors = block.successors();
        let successors: Vec<usize> = successors.iter().map(|b| self.block_index[b]).collect();
        for &next in &successors {
            self.predecessors[next].push(number);
        }
        self.successors.push(successors);
    }

    /// The place of an instruction, if it can be reached.
    pub fn place(&self, inst: Inst) -> Option<usize> {
        self.index.get(&inst).copied()
    }

    /// The number of a block, if it can be reached.
    pub fn number(&self, block: Block) -> Option<usize> {
        self.block_index.get(&block).copied()
    }

    /// Whether a collection may happen at the instruction.
    pub fn is_safepoint(&self, place: usize) -> bool {
        self.has_safepoint(place..place + 1)
    }

    /// Whether a collection may happen in a stretch of instructions.
    pub fn has_safepoint(&self, stretch: Range<usize>) -> bool {
        stretch.start < stretch.end
            && self.safepoints_before[stretch.start] != self.safepoints_before[stretch.end]
    }

    /// The first safepoint of a stretch.
    pub fn first_safepoint(&self, stretch: Range<usize>) -> Option<usize> {
        if !self.has_safepoint(stretch.clone()) {
            return None;
        }
        let before = self.safepoints_before[stretch.start];
        let counts = &self.safepoints_before[stretch.start + 1..=stretch.end];
        Some(stretch.start + counts.partition_point(|&count| count == before))
    }
}

// --- (1) ---------------------------------------------------------------------------------------

fn reachable(function: Function) -> (Vec<Block>, HashMap<Block, usize>) {
    let entry = function.entry();
    let mut seen = HashMap::from([(entry, 0)]);
    let mut todo = vec![entry];
    while let Some(block) = todo.pop() {
        for next in block.successors() {
            if seen.insert(next, 0).is_none() {
                todo.push(next);
            }
        }
    }
    let blocks: Vec<Block> =
        function.blocks().into_iter().filter(|block| seen.contains_key(block)).collect();
    let index = blocks.iter().copied().zip(0..).collect();
    (blocks, index)
}
