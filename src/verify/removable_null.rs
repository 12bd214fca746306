//! JGV008: null stores that a safepoint needs and LLVM deletes.
//!
//! LLVM's dead-store elimination deletes a store that later ones overwrite on every path, when nothing
//! it can see reads the word in between; it does not see the collector. Reported is only what it does
//! delete, as measured with `default<O3>`:
//!
//! 1. The null store is needed: without it the word is uninitialised at a safepoint.
//! 2. The allocation's result is `noalias`, and the null store in its block.
//! 3. From there every path overwrites the word by a store that is not ordered, before the object's
//!    address goes anywhere, before anything reads the word, before an ordered access or fence, and,
//!    if the address ever goes anywhere but to the caller, before a call that may unwind. A path that
//!    ends instead is none if nobody ever gets the object.
//! 4. A memset loses what is overwritten at its start or its end.

use super::body::FARTHEST;
use super::cells::{fresh_objects, strangers, Event, Fresh};
use super::facts::Unit;
use super::findings::Findings;
use crate::diagnostics::Code;
use crate::ir::{Attrs, Inst, Opcode, Ordering};
use std::collections::{BTreeSet, HashMap};

/// Checks the rule.
pub fn check(unit: &Unit, found: &mut Findings) {
    let objects = fresh_objects(unit);
    if objects.iter().all(|object| object.events.iter().all(|event| !event.removable_null)) {
        return;
    }
    let strangers = strangers(unit);
    for object in objects {
        let has_null = object.events.iter().any(|event| event.removable_null);
        if !has_null || !is_noalias(object.call) {
            continue;
        }
        let Some(without) = object.left(unit, &strangers, false) else { continue };
        let with = object.left(unit, &strangers, true).map(|left| left.words).unwrap_or_default();
        let needed: BTreeSet<u64> = without.words.difference(&with).copied().collect();
        let dead = overwritten(unit, &object);
        for event in object.events.iter().filter(|event| event.removable_null) {
            if lost(event, &dead).iter().any(|word| needed.contains(word)) {
                let inst = unit.body.insts[event.place];
                let safepoint = unit.body.insts[without.safepoint];
                found.add_with(
                    Code::RemovableNull,
                    (event.place, inst),
                    "the null store is needed, and LLVM deletes it",
                    ("run: ", safepoint),
                );
            }
        }
    }
}

fn is_noalias(call: Inst) -> bool {
    let callee = call.callee().as_function();
    call.call_attributes().has(Attrs::Result, "noalias")
        || callee.is_some_and(|f| f.attributes().has(Attrs::Result, "noalias"))
}

// --- (4) ---------------------------------------------------------------------------------------

/// The words that the null store or memset loses.
fn lost(event: &Event, dead: &BTreeSet<u64>) -> BTreeSet<u64> {
    let words = event.words();
    let is_dead = |word: &&u64| dead.contains(word);
    let start = words.iter().take_while(is_dead);
    start.chain(words.iter().rev().take_while(is_dead)).copied().collect()
}

// --- (3) ---------------------------------------------------------------------------------------

/// How many instructions are looked at for one object.
const MOST_INSTS: usize = 1 << 14;

/// The words of which every path overwrites the null stored before.
fn overwritten(unit: &Unit, object: &Fresh) -> BTreeSet<u64> {
    let home = unit.body.block_of[object.place];
    let mut search = Search {
        unit,
        object,
        home,
        nulls: BTreeSet::new(),
        kept: BTreeSet::new(),
        budget: MOST_INSTS,
    };
    let mut seen: HashMap<usize, BTreeSet<u64>> = HashMap::new();
    let mut todo = vec![(home, object.place + 1, BTreeSet::new())];
    let mut visits = 0;
    while let Some((block, from, mut open)) = todo.pop() {
        visits += 1;
        if visits > FARTHEST || search.walk(block, from, &mut open).is_none() {
            return BTreeSet::new();
        }
        if open.is_empty() {
            continue;
        }
        let next = &unit.body.successors[block];
        if next.is_empty() && (object.is_returned || !object.escapes.is_empty()) {
            search.kept.append(&mut open);
        }
        for &next in next {
            let known = seen.entry(next).or_default();
            if !open.is_subset(known) {
                known.extend(&open);
                todo.push((next, unit.body.ranges[next].start, known.clone()));
            }
        }
    }
    search.nulls.difference(&search.kept).copied().collect()
}

struct Search<'a, 'u, 'f> {
    unit: &'u Unit<'f>,
    object: &'a Fresh,
    /// The allocation's block.
    home: usize,
    /// The words that hold null.
    nulls: BTreeSet<u64>,
    /// Those of which some path keeps it.
    kept: BTreeSet<u64>,
    budget: usize,
}

impl Search<'_, '_, '_> {
    /// Goes through a stretch with words that hold null and are not overwritten yet; `None`: too far.
    fn walk(&mut self, block: usize, from: usize, open: &mut BTreeSet<u64>) -> Option<()> {
        let body = &self.unit.body;
        let object = self.object;
        let first = |place: usize| object.events.partition_point(|event| event.place < place);
        let mut events = object.events[first(from)..].iter().peekable();
        let mut is_known = false;
        for place in from..body.ranges[block].end {
            self.budget = self.budget.checked_sub(1)?;
            let inst = body.insts[place];
            if object.escapes.binary_search(&place).is_ok() {
                is_known = true;
                self.kept.append(open);
            }
            if self.keeps_all(inst) {
                self.kept.append(open);
            }
            let reads = object.reads.partition_point(|(read, _)| *read < place);
            for (_, range) in object.reads[reads..].iter().take_while(|(read, _)| *read == place) {
                self.keep_read(*range, open);
            }
            while let Some(event) = events.next_if(|event| event.place == place) {
                if event.removable_null && block == self.home && from > body.ranges[block].start {
                    let words = event.words();
                    self.nulls.extend(&words);
                    let target = if is_known { &mut self.kept } else { &mut *open };
                    target.extend(words);
                } else if is_unordered_write(inst) {
                    open.retain(|&word| !event.certainly_covers(word));
                }
            }
        }
        Some(())
    }

    /// What the load reads stays.
    fn keep_read(&mut self, range: Option<(u64, u64)>, open: &mut BTreeSet<u64>) {
        let word = self.unit.facts.layout.word();
        let is_read = |&at: &u64| {
            range.is_none_or(|(start, bytes)| at < start.saturating_add(bytes) && start < at + word)
        };
        let read: Vec<u64> = open.iter().copied().filter(|at| is_read(at)).collect();
        for word in read {
            open.remove(&word);
            self.kept.insert(word);
        }
    }

    /// Whether LLVM keeps what is stored before this instruction.
    fn keeps_all(&self, inst: Inst) -> bool {
        match inst.opcode() {
            Opcode::LLVMFence | Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => true,
            Opcode::LLVMLoad | Opcode::LLVMStore => inst.ordering() == Ordering::Strong,
            _ if inst.is_call() => !self.object.escapes.is_empty() && may_unwind(inst),
            _ => false,
        }
    }
}

fn may_unwind(call: Inst) -> bool {
    let callee = call.callee().as_function();
    !call.call_attributes().has(Attrs::Function, "nounwind")
        && !callee
            .is_some_and(|f| f.is_intrinsic() || f.attributes().has(Attrs::Function, "nounwind"))
}

/// Whether the instruction is a store, memset or copy that orders nothing.
fn is_unordered_write(inst: Inst) -> bool {
    match inst.opcode() {
        Opcode::LLVMStore => inst.ordering() != Ordering::Strong,
        _ => inst.is_call(),
    }
}
