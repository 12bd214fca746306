//! Objects in local memory that memcpy and memmove copy on.
//!
//! Invariant: a word is only said to hold an object if it does whenever the copy runs.
//!
//! 1. Of an alloca or a call of malloc, all uses are followed; where the address goes elsewhere,
//!    nothing is known. Stores of objects fill words, all other writes spoil them.
//! 2. A word holds an object at a copy if a store that fills it dominates the copy, and every write
//!    that spoils it dominates that store: behind the last such write comes the store.

use super::bases::{is_malloc, is_marker_call, origin, tracked_offsets};
use super::facts::{Role, Unit};
use crate::ir::{Inst, Opcode, Value};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Memory with more uses is given up.
const MOST_USES: usize = 256;
/// So are the further words of memory with more of them.
const MOST_WORDS: usize = 64;

/// What is known of local memory, by the alloca or call that makes it.
#[derive(Default)]
pub struct Held {
    known: HashMap<Value, Option<Contents>>,
}

/// The writes to local memory.
#[derive(Default)]
struct Contents {
    /// Stores of objects, by the word that they fill.
    fills: BTreeMap<u64, Vec<usize>>,
    /// All other writes: first byte, first byte behind, place.
    spoils: Vec<(u64, u64, usize)>,
}

impl Held {
    /// The words that certainly hold an object, in bytes from the start of what a call of memcpy or
    /// memmove copies.
    pub fn copied(&mut self, unit: &Unit, place: usize, copy: Inst) -> Vec<u64> {
        let (memory, start) = origin(unit.facts.layout, copy.operand(1));
        let start = start.and_then(|start| u64::try_from(start).ok());
        let (Some(start), Some(bytes)) = (start, copy.operand(2).as_u64()) else {
            return Vec::new();
        };
        let contents = self.known.entry(memory).or_insert_with(|| Contents::of(unit, memory));
        let Some(contents) = contents else { return Vec::new() };
        let word = unit.facts.layout.word();
        let words = contents.fills.range(start..).take(MOST_WORDS);
        let words =
            words.take_while(|(&at, _)| at.saturating_add(word) <= start.saturating_add(bytes));
        let held = words.filter(|(&at, fills)| contents.holds(unit, at, fills, place));
        held.map(|(&at, _)| at - start).collect()
    }
}

impl Contents {
    fn of(unit: &Unit, memory: Value) -> Option<Contents> {
        let made = memory.as_inst()?;
        if made.opcode() != Opcode::LLVMAlloca && !is_malloc(made) {
            return None;
        }
        let mut contents = Contents::default();
        let (mut seen, mut todo, mut uses) = (HashSet::new(), vec![memory], 0);
        while let Some(address) = todo.pop() {
            for user in address.few_users(MOST_USES)? {
                uses += 1;
                if uses > MOST_USES {
                    return None;
                }
                let inst = user.as_inst()?;
                let Some(place) = unit.body.place(inst) else { continue };
                match inst.opcode() {
                    Opcode::LLVMLoad | Opcode::LLVMICmp => {}
                    Opcode::LLVMStore if inst.operand(0) != address => {
                        contents.store(unit, place, address, inst.operand(0))?;
                    }
                    Opcode::LLVMBitCast | Opcode::LLVMGetElementPtr | Opcode::LLVMAddrSpaceCast => {
                        if seen.insert(inst) {
                            todo.push(inst.value());
                        }
                    }
                    _ if inst.is_call() => contents.call(unit, place, address, inst)?,
                    _ => return None,
                }
            }
        }
        Some(contents)
    }

    fn store(&mut self, unit: &Unit, place: usize, address: Value, value: Value) -> Option<()> {
        let layout = unit.facts.layout;
        let start = u64::try_from(origin(layout, address).1?).ok()?;
        let objects = tracked_offsets(layout, value.ty());
        if objects == [0] && value.ty().is_pointer() && !unit.is_permanent(value) {
            self.fills.entry(start).or_default().push(place);
        } else {
            let end = start.saturating_add(layout.store_size(value.ty()));
            self.spoils.push((start, end, place));
        }
        Some(())
    }

    fn call(&mut self, unit: &Unit, place: usize, address: Value, call: Inst) -> Option<()> {
        match unit.facts.role(call) {
            _ if is_marker_call(call) => Some(()),
            Some(Role::Marker | Role::Free) => Some(()),
            Some(Role::Memset | Role::Copy) => {
                if call.operand(0) == address {
                    let start = u64::try_from(origin(unit.facts.layout, address).1?).ok()?;
                    let bytes = call.operand(2).as_u64()?;
                    self.spoils.push((start, start.saturating_add(bytes), place));
                }
                Some(())
            }
            _ => None,
        }
    }

    fn holds(&self, unit: &Unit, word: u64, fills: &[usize], copy: usize) -> bool {
        let end = word + unit.facts.layout.word();
        let spoils = || self.spoils.iter().filter(|(from, to, _)| *from < end && word < *to);
        let overlaps = |at: u64| at != word && at < end && word < at + (end - word);
        let is_torn = self.fills.range(word.saturating_sub(end - word)..end);
        let is_torn = is_torn.into_iter().any(|(&at, _)| overlaps(at));
        !is_torn
            && fills.iter().any(|&fill| {
                comes_first(unit, fill, copy)
                    && spoils().all(|&(_, _, spoil)| comes_first(unit, spoil, fill))
            })
    }
}

/// Whether the one instruction dominates the other.
fn comes_first(unit: &Unit, first: usize, then: usize) -> bool {
    let body = &unit.body;
    let (a, b) = (body.block_of[first], body.block_of[then]);
    match a == b {
        true => first < then,
        false => body.dominates(a, b),
    }
}
