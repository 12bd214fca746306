//! Following every path forward until something is found.
//!
//! Each block is looked at once. What is found of a block holds for whoever asks the same, and is
//! kept: from a block on the way to a find the same is found, and if nothing is, then from none of
//! them. Beyond the budget nothing is said, nor kept.

use super::body::Budget;
use std::collections::{HashMap, HashSet};

/// What a block says.
pub enum Look<A> {
    /// Nothing is found on this path.
    Stop,
    /// It is found here.
    Found(A),
    /// Nothing yet.
    On,
}

/// For a block's start: what is found from there on, where that is known.
pub type Known<A> = HashMap<usize, Option<A>>;

/// The first find on some path from these blocks on.
pub fn first_found<A: Copy, I: Iterator<Item = usize>>(
    budget: &Budget,
    from: I,
    behind: impl Fn(usize) -> I,
    look: impl Fn(usize) -> Look<A>,
    known: &mut Known<A>,
) -> Option<A> {
    // Blocks with the step that led to them.
    let mut steps: Vec<(usize, usize)> = Vec::new();
    let mut seen = HashSet::new();
    let mut todo: Vec<(usize, usize)> = from.map(|block| (block, usize::MAX)).collect();
    let farthest = budget.farthest();
    while let Some((block, from)) = todo.pop() {
        if !seen.insert(block) {
            continue;
        }
        if steps.len() == farthest {
            budget.spend(farthest);
            return None;
        }
        let step = steps.len();
        steps.push((block, from));
        let found = match known.get(&block) {
            Some(None) => continue,
            Some(&Some(found)) => found,
            None => match look(block) {
                Look::Stop => continue,
                Look::Found(found) => found,
                Look::On => {
                    todo.extend(behind(block).map(|next| (next, step)));
                    continue;
                }
            },
        };
        // So it is from every block on the way.
        let mut at = step;
        while let Some(&(block, from)) = steps.get(at) {
            known.insert(block, Some(found));
            at = from;
        }
        budget.spend(steps.len());
        return Some(found);
    }
    budget.spend(steps.len());
    known.extend(steps.into_iter().map(|(block, _)| (block, None)));
    None
}
