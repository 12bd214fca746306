//! The GC state at every instruction, and where transitions do not balance.
//!
//! Invariant: on every path a function leaves what it entered, in the reverse order, by the leave of
//! the same kind and into the state that was before. Blocks have one stack of open enters each; from
//! the first disagreement on nothing more is said of the paths behind it.
//!
//! 1. Forward, block by block: an enter pushes its token, a leave pops the token it is given. Where
//!    a block's phi node merges tokens, it stands for them from there on.
//! 2. Paths that meet with different stacks disagree; where a phi node merges an enter's token with a
//!    constant they may be told apart later, and nothing more is said.
//! 3. Then once more over each block with its final stack, to note what is wrong and which
//!    instructions run GC-safe.

use super::body::Body;
use super::facts::Facts;
use crate::call_wrapping::LAZY;
use crate::ir::{Inst, Opcode, TypeKind, Value};
use crate::julia::{carries_tracked, GcState, Transition};
use std::collections::HashSet;

/// The result for one function.
#[derive(Default)]
pub struct GcStates {
    /// Places where transitions do not balance, and how.
    pub problems: Vec<(usize, &'static str)>,
    /// For each place whether it runs GC-safe; empty where the function has no transition.
    safe: Vec<bool>,
}

impl GcStates {
    /// Whether the instruction certainly runs GC-safe.
    pub fn is_safe(&self, place: usize) -> bool {
        self.safe.get(place).copied().unwrap_or(false)
    }

    /// Whether the function has transitions.
    pub fn any(&self) -> bool {
        !self.safe.is_empty()
    }

    /// Looks at a function.
    pub fn of(facts: &Facts, body: &Body) -> GcStates {
        let transition = |&inst: &Inst| facts.transitions.at(inst);
        if !body.insts.iter().any(|inst| transition(inst).is_some()) {
            return GcStates::default();
        }
        let mut flow = Flow {
            facts,
            body,
            entered_safe: is_entered_safe(facts, body),
            at_head: vec![None; body.blocks.len()],
            states: GcStates { problems: Vec::new(), safe: vec![false; body.insts.len()] },
        };
        flow.solve();
        for block in 0..body.blocks.len() {
            flow.walk(block, true);
        }
        flow.states.problems.sort_unstable();
        flow.states
    }
}

/// Whether the function certainly is entered GC-safe: it is lazily compiled, or hands everything on to
/// a body of its own behind its enter.
fn is_entered_safe(facts: &Facts, body: &Body) -> bool {
    let calls_body = |inst: &Inst| inst.is_call() && facts.wrappers.holds_body(inst.callee());
    facts.wrappers.is_wrapper(body.function)
        && (body.function.has_attribute(LAZY) || body.insts.iter().any(calls_body))
}

/// More open enters are not followed.
const DEEPEST: usize = 64;

/// The tokens of the open enters, outermost first; `None`: nothing is known.
type Stack = Option<Vec<Value>>;

struct Flow<'a> {
    facts: &'a Facts,
    body: &'a Body,
    /// The function is entered GC-safe.
    entered_safe: bool,
    /// The stack at each block's head; `None` until control arrives.
    at_head: Vec<Option<Stack>>,
    states: GcStates,
}

impl Flow<'_> {
    fn solve(&mut self) {
        self.at_head[0] = Some(Some(Vec::new()));
        let mut todo = vec![0];
        while let Some(block) = todo.pop() {
            let stack = self.walk(block, false);
            for &next in &self.body.successors[block] {
                let arriving = stack.clone().map(|stack| self.translate(stack, block, next));
                let joined = match &self.at_head[next] {
                    None => arriving,
                    Some(known) if *known == arriving => continue,
                    Some(None) => continue,
                    Some(Some(_)) => {
                        if arriving.is_some() && !self.merges_tokens(next) {
                            let head = self.head(next);
                            let what =
                                "paths meet here of which not all have entered the same state";
                            self.states.problems.push((head, what));
                        }
                        None
                    }
                };
                self.at_head[next] = Some(joined);
                todo.push(next);
            }
        }
    }

    /// Whether a phi node of the block stands for a token on some edges and for none on others: under
    /// the condition that brought it here, the state may be left later.
    fn merges_tokens(&self, block: usize) -> bool {
        let phis = self.body.ranges[block].clone().map(|place| self.body.insts[place]);
        let phis = phis.take_while(|inst| inst.opcode() == Opcode::LLVMPHI);
        let mut tokens = phis.filter(|phi| phi.ty().kind() == TypeKind::Int(8));
        tokens.any(|phi| {
            let inputs = phi.incoming().into_iter().map(|(input, _)| input);
            let (constants, others): (Vec<Value>, Vec<Value>) =
                inputs.partition(|input| input.is_constant());
            !constants.is_empty()
                && !others.is_empty()
                && others.iter().all(|&token| comes_from_enters(token, self.facts))
        })
    }

    /// The first instruction behind the phi nodes.
    fn head(&self, block: usize) -> usize {
        let mut range = self.body.ranges[block].clone();
        range
            .find(|&place| {
                !matches!(self.body.opcodes[place], Opcode::LLVMPHI | Opcode::LLVMLandingPad)
            })
            .unwrap_or(self.body.ranges[block].start)
    }

    /// The stack behind an edge: phi nodes stand for the tokens that they merge.
    fn translate(&self, mut stack: Vec<Value>, from: usize, to: usize) -> Vec<Value> {
        if stack.is_empty() {
            return stack;
        }
        let from = self.body.blocks[from];
        for place in self.body.ranges[to].clone() {
            if self.body.opcodes[place] != Opcode::LLVMPHI {
                break;
            }
            let phi = self.body.insts[place];
            if phi.ty() != stack[0].ty() {
                continue;
            }
            let incoming = phi.incoming().into_iter().find(|&(_, block)| block == from);
            let Some((value, _)) = incoming else { continue };
            for token in stack.iter_mut().filter(|token| **token == value) {
                *token = phi.value();
            }
        }
        stack
    }

    /// The stack at the end of a block; notes what is wrong in it if asked to.
    fn walk(&mut self, block: usize, note: bool) -> Stack {
        let mut stack = self.at_head[block].clone().flatten();
        for place in self.body.ranges[block].clone() {
            let inst = self.body.insts[place];
            match self.facts.transitions.at(inst) {
                Some(Transition::Enter(_)) => {
                    if let Some(open) = &mut stack {
                        open.push(inst.value());
                    }
                    if stack.as_ref().is_some_and(|open| open.len() > DEEPEST) {
                        stack = None;
                    }
                }
                Some(Transition::Leave) => {
                    let problem = self.leave(&mut stack, inst);
                    if let (true, Some(problem)) = (note, problem) {
                        self.states.problems.push((place, problem));
                    }
                }
                None if note => {
                    self.states.safe[place] = self.is_safe(&stack);
                    let ends = matches!(inst.opcode(), Opcode::LLVMRet | Opcode::LLVMResume);
                    if ends && self.is_left_open(&stack, inst) {
                        let what = "a path leaves the function in a state that it has entered";
                        self.states.problems.push((place, what));
                    }
                }
                None => {}
            }
        }
        stack
    }

    fn is_safe(&self, stack: &Stack) -> bool {
        match stack.as_deref() {
            None => false,
            Some([]) => self.entered_safe,
            Some([.., top]) => self.enters(*top, GcState::Safe),
        }
    }

    /// Whether the token certainly comes from enters of this state.
    fn enters(&self, token: Value, state: GcState) -> bool {
        let enters = enters_of(token);
        let same = |enter: &Value| {
            let enter = enter.as_inst().and_then(|inst| self.facts.transitions.at(inst));
            enter == Some(Transition::Enter(state))
        };
        !enters.is_empty() && enters.iter().all(same)
    }

    /// Pops what a leave restores; says what is wrong with it.
    fn leave(&self, stack: &mut Stack, inst: Inst) -> Option<&'static str> {
        let token = inst.operand(0);
        let before = stack.clone();
        if let Some(problem) = pop(stack, token, self.facts) {
            return Some(problem);
        }
        let (popped, below) = match (before?.as_slice(), &stack) {
            ([below @ .., popped], Some(left)) if below == left.as_slice() => {
                (*popped, below.to_vec())
            }
            _ => return None,
        };
        match self.facts.transitions.left(inst)? {
            GcState::Unsafe if self.enters(popped, GcState::Safe) => {
                return Some("the GC-safe state is left by the leave of the GC-unsafe one");
            }
            GcState::Safe if self.enters(popped, GcState::Unsafe) => {
                return Some("the GC-unsafe state is left by the leave of the GC-safe one");
            }
            _ => {}
        }
        if !token.is_constant() {
            return None;
        }
        let is_unsafe = match below.last() {
            None => !self.entered_safe,
            Some(&outer) if self.enters(outer, GcState::Unsafe) => true,
            Some(&outer) if self.enters(outer, GcState::Safe) => false,
            Some(_) => return None,
        };
        (token.as_u64().map(|state| state == 0) != Some(is_unsafe))
            .then_some("a leave is given a constant that is not the state before the enter")
    }

    /// Whether a function ends with an enter open that it should have left. An object is returned
    /// GC-unsafe, and whoever stores or returns the token leaves elsewhere.
    fn is_left_open(&self, stack: &Stack, end: Inst) -> bool {
        let Some(open) = stack else { return false };
        let returns_object = end.operand_count() == 1
            && end.opcode() == Opcode::LLVMRet
            && carries_tracked(end.operand(0).ty());
        open.iter().any(|&token| {
            let enters = enters_of(token);
            let stays_unsafe = returns_object
                && enters.iter().all(|enter| {
                    let enter = enter.as_inst().and_then(|inst| self.facts.transitions.at(inst));
                    enter == Some(Transition::Enter(GcState::Unsafe))
                });
            !stays_unsafe && !enters.iter().any(|&enter| escapes(enter, self.facts))
        })
    }
}

/// Pops what a leave with this token restores; says what is wrong with the order.
fn pop(stack: &mut Stack, token: Value, facts: &Facts) -> Option<&'static str> {
    const NOT_ENTERED: &str = "a state is left that is not entered on every path that leads here";
    let open = stack.as_mut()?;
    if token.is_constant() {
        return open.pop().is_none().then_some(NOT_ENTERED);
    }
    let matching = open.iter().rposition(|&entered| is_same(entered, token));
    match matching {
        Some(at) if at + 1 == open.len() => {
            open.pop();
            None
        }
        Some(at) => {
            open.remove(at);
            Some("an outer state is left before the inner one")
        }
        None if !comes_from_enters(token, facts) => {
            // Whoever saved it elsewhere knows more than is seen here.
            *stack = None;
            None
        }
        None => Some(NOT_ENTERED),
    }
}

/// How many phi nodes a token is followed through.
const MOST_PHIS: usize = 64;

/// The values that a token may be, phi nodes resolved.
fn enters_of(token: Value) -> Vec<Value> {
    let (mut found, mut seen, mut todo) = (Vec::new(), HashSet::new(), vec![token]);
    while let Some(value) = todo.pop() {
        if !seen.insert(value) || seen.len() > MOST_PHIS {
            continue;
        }
        match value.as_inst() {
            Some(phi) if phi.opcode() == Opcode::LLVMPHI => {
                todo.extend(phi.incoming().into_iter().map(|(value, _)| value));
            }
            _ => found.push(value),
        }
    }
    found
}

fn is_same(entered: Value, token: Value) -> bool {
    entered == token || {
        let tokens = enters_of(token);
        let entered = enters_of(entered);
        tokens.iter().all(|token| entered.contains(token))
            || entered.iter().all(|enter| tokens.contains(enter))
    }
}

fn comes_from_enters(token: Value, facts: &Facts) -> bool {
    enters_of(token).iter().all(|value| {
        let transition = value.as_inst().and_then(|inst| facts.transitions.at(inst));
        value.is_constant() || matches!(transition, Some(Transition::Enter(_)))
    })
}

/// Whether a token goes anywhere but into leaves: others may leave with it. (A local slot only
/// keeps it.)
fn escapes(token: Value, facts: &Facts) -> bool {
    let (mut seen, mut todo) = (HashSet::new(), vec![token]);
    while let Some(value) = todo.pop() {
        if !seen.insert(value) || seen.len() > MOST_PHIS {
            continue;
        }
        for user in value.users() {
            let Some(inst) = user.as_inst() else { return true };
            match inst.opcode() {
                Opcode::LLVMPHI => todo.push(inst.value()),
                Opcode::LLVMStore => {
                    let slot = inst.operand(1).as_inst();
                    if slot.is_none_or(|slot| slot.opcode() != Opcode::LLVMAlloca) {
                        return true;
                    }
                }
                _ if facts.transitions.at(inst) == Some(Transition::Leave) => {}
                Opcode::LLVMICmp => {}
                _ => return true,
            }
        }
    }
    false
}
