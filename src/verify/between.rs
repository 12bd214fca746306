//! Whether a safepoint lies between a value's definition and a use of it.
//!
//! Invariant: the answer holds for paths that lead from the definition to the use without coming to
//! the definition's block again, so for what is alive in SSA; each question takes constant time.
//!
//! For a block `b` the paths from a dominator `d` to it have a safepoint or not; if they have one,
//! so have those from every dominator above `d`. So the depth of the deepest such dominator says it
//! all, the *limit* of `b`:
//!
//! 1. A predecessor with a safepoint limits `b` by the dominators above that predecessor, one
//!    without by its own limit; neither by more than `b`'s immediate dominator.
//! 2. That is a widest path: blocks are settled by falling limit.

use super::body::Body;
use std::collections::BinaryHeap;

/// Where safepoints lie between the blocks of a function.
pub struct Between {
    /// Each block's depth in the dominator tree; the entry's is 1.
    depth: Vec<u32>,
    /// For each block: the depth of the deepest dominator with a safepoint on a path from it, and
    /// the block of such a safepoint. A depth of 0: none.
    limit: Vec<(u32, usize)>,
}

impl Between {
    /// Looks at a function.
    pub fn of(body: &Body) -> Between {
        let mut between =
            Between { depth: depths(body), limit: vec![(0, usize::MAX); body.blocks.len()] };
        between.settle(body);
        between
    }

    fn settle(&mut self, body: &Body) {
        let has_safepoint: Vec<bool> =
            body.ranges.iter().map(|range| body.has_safepoint(range.clone())).collect();
        // Deepest first; of equal ones the block that comes first.
        let mut open = BinaryHeap::new();
        for block in (0..body.blocks.len()).filter(|&block| has_safepoint[block]) {
            open.push((self.depth[block] - 1, std::cmp::Reverse(block), block));
        }
        // Of each block its successors' limits are raised once, from the largest value on.
        let mut done = vec![false; body.blocks.len()];
        while let Some((offered, _, block)) = open.pop() {
            if std::mem::replace(&mut done[block], true) || offered == 0 {
                continue;
            }
            let witness = if has_safepoint[block] { block } else { self.limit[block].1 };
            for &next in &body.successors[block] {
                let above = self.depth[next] - 1;
                let raised = offered.min(above);
                if raised > self.limit[next].0 {
                    self.limit[next] = (raised, witness);
                    if !has_safepoint[next] {
                        open.push((raised, std::cmp::Reverse(next), next));
                    }
                }
            }
        }
    }

    /// A safepoint behind the definition and before the place of the use.
    pub fn before_use(&self, body: &Body, definition: usize, place: usize) -> Option<usize> {
        let (home, block) = (body.block_of[definition], body.block_of[place]);
        if home == block && place > definition {
            return body.first_safepoint(definition + 1..place);
        }
        self.before_block(body, definition, block)
            .or_else(|| body.first_safepoint(body.ranges[block].start..place))
    }

    /// A safepoint behind the definition and before the end of the block: a phi node's use.
    pub fn before_end(&self, body: &Body, definition: usize, block: usize) -> Option<usize> {
        let range = body.ranges[block].clone();
        if body.block_of[definition] == block {
            return body.first_safepoint(definition + 1..range.end);
        }
        self.before_block(body, definition, block).or_else(|| body.first_safepoint(range))
    }

    fn before_block(&self, body: &Body, definition: usize, block: usize) -> Option<usize> {
        let home = body.block_of[definition];
        let rest = definition + 1..body.ranges[home].end;
        if let Some(safepoint) = body.first_safepoint(rest) {
            return Some(safepoint);
        }
        let (limit, witness) = self.limit[block];
        if limit < self.depth[home] {
            return None;
        }
        body.first_safepoint(body.ranges[witness].clone())
    }
}

fn depths(body: &Body) -> Vec<u32> {
    let mut depth = vec![0; body.blocks.len()];
    depth[0] = 1;
    let mut chain = Vec::new();
    for block in 0..body.blocks.len() {
        let mut at = block;
        while depth[at] == 0 {
            chain.push(at);
            at = body.dominators[at];
        }
        while let Some(below) = chain.pop() {
            depth[below] = depth[at] + 1;
            at = below;
        }
    }
    depth
}
