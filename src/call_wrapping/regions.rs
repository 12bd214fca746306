//! In which GC state each lazy call is made already: a forward data flow over a function's blocks.
//!
//! Invariant: a call that the pass wrapped is seen as GC-safe, so it is never wrapped twice. The
//! states form a lattice of height two, so each block is looked at a constant number of times.
//!
//! 1. A function begins GC-unsafe.
//! 2. An enter remembers the state before it; a leave restores what its enter remembers, through
//!    the phi nodes that optimisations may put between the two.
//! 3. Where paths with different states meet, the state is mixed.

use crate::ir::{Block, Function, Inst, Opcode, Value};
use crate::julia::{GcState, Transition, Transitions};
use std::collections::{HashMap, HashSet};

/// The GC state at an instruction, over all paths that lead there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The same on every path.
    Always(GcState),
    /// Safe on one path and unsafe on another.
    Mixed,
}

const START: State = State::Always(GcState::Unsafe);

impl State {
    fn join(self, other: State) -> State {
        if self == other {
            self
        } else {
            State::Mixed
        }
    }
}

/// The state at each of the calls. Calls that cannot be reached count as GC-unsafe.
pub fn states_at(
    function: Function,
    calls: &[Inst],
    transitions: &Transitions,
) -> HashMap<Inst, State> {
    let mut regions = Regions {
        transitions,
        calls: calls.iter().copied().collect(),
        at_head: HashMap::new(),
        before_enter: HashMap::new(),
        at_call: HashMap::new(),
        open: Vec::new(),
        is_open: HashSet::new(),
    };
    regions.arrive(function.entry(), START);
    while let Some(block) = regions.open.pop() {
        regions.is_open.remove(&block);
        regions.walk(block);
    }
    regions.at_call
}

struct Regions<'t> {
    transitions: &'t Transitions,
    calls: HashSet<Inst>,
    at_head: HashMap<Block, State>,
    before_enter: HashMap<Value, State>,
    at_call: HashMap<Inst, State>,
    /// Blocks where a state may have changed.
    open: Vec<Block>,
    is_open: HashSet<Block>,
}

impl Regions<'_> {
    /// Notes that control reaches the block in this state.
    fn arrive(&mut self, block: Block, state: State) {
        let known = self.at_head.get(&block).copied();
        let joined = known.map_or(state, |known| known.join(state));
        if known != Some(joined) {
            self.at_head.insert(block, joined);
            self.look_at(block);
        }
    }

    fn look_at(&mut self, block: Block) {
        if self.is_open.insert(block) {
            self.open.push(block);
        }
    }

    fn walk(&mut self, block: Block) {
        let mut state = self.at_head[&block];
        for inst in block.instructions() {
            if self.calls.contains(&inst) {
                self.at_call.insert(inst, state);
            }
            match self.transitions.at(inst) {
                Some(Transition::Enter(entered)) => {
                    self.remember(inst, state);
                    state = State::Always(entered);
                }
                Some(Transition::Leave) => {
                    state = self.restored(inst.operand(0), &mut HashSet::new()).unwrap_or(START);
                }
                None => (),
            }
        }
        for successor in block.successors() {
            self.arrive(successor, state);
        }
    }

    /// Notes the state before an enter. Blocks that restore it are looked at again if it changed:
    /// nothing else may lead there with a change. (Leaves behind it in its own block come next
    /// anyway.)
    fn remember(&mut self, enter: Inst, state: State) {
        if self.before_enter.insert(enter.value(), state) == Some(state) {
            return;
        }
        let mut tokens = vec![enter];
        let mut seen = HashSet::new();
        while let Some(token) = tokens.pop() {
            for user in token.users().into_iter().filter_map(|u| u.as_inst()) {
                let own = token == enter && user.block() == enter.block();
                if !own && self.at_head.contains_key(&user.block()) {
                    self.look_at(user.block());
                }
                if user.opcode() == Opcode::LLVMPHI && seen.insert(user) {
                    tokens.push(user);
                }
            }
        }
    }

    /// The state that a saved state stands for; `None` if it comes from elsewhere.
    fn restored(&self, saved: Value, seen: &mut HashSet<Value>) -> Option<State> {
        if let Some(&state) = self.before_enter.get(&saved) {
            return Some(state);
        }
        let phi = saved.as_inst().filter(|i| i.opcode() == Opcode::LLVMPHI)?;
        if !seen.insert(saved) {
            return None;
        }
        let states = phi.incoming().into_iter().filter_map(|(value, _)| self.restored(value, seen));
        states.reduce(State::join)
    }
}
