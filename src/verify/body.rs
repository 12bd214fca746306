//! A function's reachable code in flat arrays, made once for all rules.
//!
//! Invariant: only blocks that can be reached are here, in the function's order, so no rule meets
//! code that never runs (where an instruction may be its own operand). Instructions are named by
//! their place in the order; a block's are contiguous.
//!
//! 1. Reachable blocks, their instructions and edges.
//! 2. Safepoints: for each instruction, how many lie before it in the function, so that whether one
//!    lies in a stretch of a block is a subtraction.
//! 3. Dominators (Cooper, Harvey, Kennedy 2001), as intervals of a walk over their tree.
//! 4. How far rules follow paths ([`Budget`]).

use crate::ir::{Block, Function, Inst, Opcode};
use crate::julia::may_collect;
use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;

/// How many blocks the path of one store or object is followed through. Longer ones are given up:
/// nothing is said about them.
pub const FARTHEST: usize = 4096;
/// The same in a function whose stores or objects have used up what is theirs together.
const NEAR: usize = 64;
/// How many blocks a rule looks at in a function, for each block that it has.
const PER_BLOCK: usize = 32;

/// How far the paths of a function's stores or objects are followed, so that all of them together
/// take time linear in the function.
pub struct Budget {
    left: Cell<usize>,
}

impl Budget {
    /// One rule's budget.
    pub fn of(body: &Body) -> Budget {
        Budget { left: Cell::new((body.blocks.len() + FARTHEST) * PER_BLOCK) }
    }

    /// How many blocks the next walk may look at.
    pub fn farthest(&self) -> usize {
        self.left.get().clamp(NEAR, FARTHEST)
    }

    /// Takes off what a walk has looked at.
    pub fn spend(&self, visits: usize) {
        self.left.set(self.left.get().saturating_sub(visits));
    }
}

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
    /// Each block's immediate dominator; the entry's is itself.
    pub dominators: Vec<usize>,
    /// Each block's interval in the walk over the dominator tree.
    dominated: Vec<Range<u32>>,
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
            dominators: Vec::new(),
            dominated: Vec::new(),
        };
        for (number, &block) in blocks.iter().enumerate() {
            body.add_block(number, block);
        }
        body.blocks = blocks;
        body.dominators = dominators(&body.successors, &body.predecessors);
        body.dominated = intervals(&body.dominators);
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

    /// Whether every path to block `b` leads through block `a`.
    pub fn dominates(&self, a: usize, b: usize) -> bool {
        let (outer, inner) = (&self.dominated[a], &self.dominated[b]);
        outer.start <= inner.start && inner.end <= outer.end
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

// --- (3) ---------------------------------------------------------------------------------------

fn dominators(successors: &[Vec<usize>], predecessors: &[Vec<usize>]) -> Vec<usize> {
    let order = reverse_postorder(successors);
    let mut rank = vec![0; order.len()];
    for (i, &block) in order.iter().enumerate() {
        rank[block] = i;
    }
    const NONE: usize = usize::MAX;
    let mut parent = vec![NONE; order.len()];
    parent[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for &block in &order[1..] {
            let known = predecessors[block].iter().copied().filter(|&p| parent[p] != NONE);
            let meet = known.reduce(|mut a, mut b| {
                while a != b {
                    while rank[a] > rank[b] {
                        a = parent[a];
                    }
                    while rank[b] > rank[a] {
                        b = parent[b];
                    }
                }
                a
            });
            let meet = meet.unwrap_or(0);
            changed |= parent[block] != meet;
            parent[block] = meet;
        }
    }
    parent
}

fn reverse_postorder(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; successors.len()];
    seen[0] = true;
    let mut stack = vec![(0, 0)];
    let mut order = Vec::with_capacity(successors.len());
    while let Some((block, edge)) = stack.pop() {
        match successors[block].get(edge) {
            Some(&next) => {
                stack.push((block, edge + 1));
                if !std::mem::replace(&mut seen[next], true) {
                    stack.push((next, 0));
                }
            }
            None => order.push(block),
        }
    }
    order.reverse();
    order
}

fn intervals(parent: &[usize]) -> Vec<Range<u32>> {
    let mut children = vec![Vec::new(); parent.len()];
    for (block, &above) in parent.iter().enumerate().skip(1) {
        children[above].push(block);
    }
    let mut intervals = vec![0..0; parent.len()];
    let mut clock = 0;
    let mut stack = vec![(0, 0)];
    while let Some((block, child)) = stack.pop() {
        if child == 0 {
            intervals[block].start = clock;
            clock += 1;
        }
        match children[block].get(child) {
            Some(&next) => {
                stack.push((block, child + 1));
                stack.push((next, 0));
            }
            None => intervals[block].end = clock,
        }
    }
    intervals
}

#[cfg(test)]
mod tests {
    use super::{dominators, intervals};

    #[test]
    fn dominators_of_a_loop_with_an_exit() {
        // 0 -> 1 -> 2 -> 1, 1 -> 3
        let successors = [vec![1], vec![2, 3], vec![1], vec![]];
        let predecessors = [vec![], vec![0, 2], vec![1], vec![1]];
        let ranges = intervals(&dominators(&successors, &predecessors));
        let within = |a: usize, b: usize| {
            ranges[a].start <= ranges[b].start && ranges[b].end <= ranges[a].end
        };
        assert!(within(1, 2) && within(1, 3) && within(0, 3));
        assert!(!within(2, 3) && !within(3, 1));
    }
}
