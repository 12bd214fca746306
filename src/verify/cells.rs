//! Fresh objects: which words the collector will read, and what initialises them.
//!
//! 1. From the allocation through geps and casts to every use: accesses tell which words hold
//!    pointers, as does the tag where `!julia.tape.types` describes it; stores and memsets
//!    initialise words.
//! 2. From the allocation forward on every path up to the first safepoint: which words are left? A word
//!    that is written in pieces is followed byte by byte; undefined pointers in what is stored write
//!    nothing.
//!
//! Where the object may be written through a pointer that is not followed here, the word counts as
//! initialised; where something writes at run-time offsets before a safepoint, as a loop that fills the
//! object does, nothing is said.

use super::bases::Base;
use super::facts::{Role, Unit};
use crate::ir::{Inst, Opcode, Ordering, TypeKind, Value};
use crate::julia;
use std::collections::{BTreeSet, HashMap, HashSet};

/// What an instruction does to words of the object.
#[derive(Clone, Debug)]
pub struct Event {
    /// The instruction.
    pub place: usize,
    /// First byte and number of bytes written; `None`: unknown, perhaps all.
    range: Option<(u64, u64)>,
    /// Bytes of a word.
    word: u64,
    /// It writes the whole object.
    whole: bool,
    /// It writes at an offset that is computed at run time, or is not followed.
    variable: bool,
    /// The words that it leaves undefined, by byte offset.
    holes: Vec<u64>,
    /// It stores null in a way that LLVM may delete.
    pub removable_null: bool,
}

impl Event {
    /// Whether it certainly or perhaps writes the cell.
    fn covers(&self, cell: Cell) -> bool {
        match self.range {
            None => true,
            Some(_) if cell.start == ANY => self.whole && self.holes.is_empty(),
            Some((start, bytes)) => {
                let end = cell.start + cell.bytes;
                let is_hole = |&hole: &u64| hole < end && cell.start < hole + self.word;
                start <= cell.start
                    && end <= start.saturating_add(bytes)
                    && !self.holes.iter().any(is_hole)
            }
        }
    }

    /// Whether it certainly writes the word.
    pub fn certainly_covers(&self, word: u64) -> bool {
        self.range.is_some() && self.covers(Cell { start: word, bytes: self.word })
    }

    /// The words that it certainly writes, if they are not too many.
    pub fn words(&self) -> Vec<u64> {
        let Some((start, bytes)) = self.range.filter(|(_, bytes)| *bytes < MOST_BYTES) else {
            return Vec::new();
        };
        let words = (0..bytes / self.word).map(|i| start.saturating_add(i * self.word));
        words.filter(|&word| self.certainly_covers(word)).collect()
    }

    /// The word of these that it writes in part, at each of its ends.
    fn halves(&self, words: &BTreeSet<u64>) -> Vec<u64> {
        let Some((start, bytes)) = self.range else { return Vec::new() };
        let ends = [start, start.saturating_add(bytes)];
        let around =
            ends.iter().filter_map(|&end| words.range(..end).next_back().map(|&w| (w, end)));
        around
            .filter(|&(word, end)| word != ANY && end - word < self.word)
            .map(|(w, _)| w)
            .collect()
    }
}

/// A word, or a byte of a word that is written in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    start: u64,
    bytes: u64,
}

/// Larger writes are not taken to pieces.
const MOST_BYTES: u64 = 1 << 15;

/// Stands for words at offsets that are computed at run time.
pub const ANY: u64 = u64::MAX;

/// An allocation of an object that comes uninitialised.
pub struct Fresh {
    /// The allocation.
    pub place: usize,
    /// The call.
    pub call: Inst,
    /// The words that hold pointers, by byte offset.
    pub words: BTreeSet<u64>,
    /// What writes the object, in order.
    pub events: Vec<Event>,
    /// Where its address goes elsewhere as LLVM sees it, local slots, barriers and markers included, but
    /// not where it is returned.
    pub escapes: Vec<usize>,
    /// Whether it is returned.
    pub is_returned: bool,
    /// What reads it: first byte and number of bytes; `None`: perhaps all.
    pub reads: Vec<(usize, Option<(u64, u64)>)>,
    /// Whether the address goes anywhere at all.
    is_known_elsewhere: bool,
}

/// What is left at safepoints.
pub struct Left {
    /// The words, by byte offset, that are not initialised at some safepoint.
    pub words: BTreeSet<u64>,
    /// The first safepoint found where one is left.
    pub safepoint: usize,
}

/// Objects with more uses are given up.
const MOST_USES: usize = 4096;

/// Every allocation of the function whose uses can be followed.
pub fn fresh_objects(unit: &Unit) -> Vec<Fresh> {
    let allocations = unit.calls().filter(|&(_, call)| {
        unit.facts.role(call) == Some(Role::Allocator)
            && call.ty().address_space() == Some(julia::TRACKED)
            && call.arg_count() > 1
    });
    allocations.filter_map(|(place, call)| Walk::of(unit, place, call)).collect()
}

// --- (1) ---------------------------------------------------------------------------------------

/// How a pointer relates to the object.
#[derive(Clone, Copy)]
struct Derived {
    value: Value,
    /// Its distance from the object's start, if constant.
    offset: Option<i64>,
    /// It may be another object.
    perhaps: bool,
}

struct Walk<'u, 'f> {
    unit: &'u Unit<'f>,
    fresh: Fresh,
    todo: Vec<Derived>,
    seen: HashSet<Value>,
    uses: usize,
}

impl Walk<'_, '_> {
    fn of(unit: &Unit, place: usize, call: Inst) -> Option<Fresh> {
        let row = unit.facts.manifest.row_of_allocation(call).filter(|row| row.is_object);
        let words = row.map(|row| row.pointers.iter().copied().collect()).unwrap_or_default();
        let fresh = Fresh {
            place,
            call,
            words,
            events: Vec::new(),
            escapes: Vec::new(),
            is_returned: false,
            reads: Vec::new(),
            is_known_elsewhere: false,
        };
        let mut walk = Walk { unit, fresh, todo: Vec::new(), seen: HashSet::new(), uses: 0 };
        walk.reach(Derived { value: call.value(), offset: Some(0), perhaps: false });
        while let Some(derived) = walk.todo.pop() {
            for user in derived.value.users() {
                walk.uses += 1;
                if walk.uses > MOST_USES {
                    return None;
                }
                let inst = user.as_inst()?;
                if let Some(place) = unit.body.place(inst) {
                    walk.visit(derived, place, inst)?;
                }
            }
        }
        let mut fresh = walk.fresh;
        if let Some(size) = call.operand(1).as_u64() {
            fresh.words.retain(|&word| {
                word == ANY || word.saturating_add(unit.facts.layout.word()) <= size
            });
        }
        fresh.events.sort_by_key(|event| event.place);
        fresh.escapes.sort_unstable();
        fresh.reads.sort_unstable();
        Some(fresh)
    }

    fn reach(&mut self, derived: Derived) {
        if self.seen.insert(derived.value) {
            self.todo.push(derived);
        }
    }

    /// `None` gives the object up.
    fn visit(&mut self, at: Derived, place: usize, inst: Inst) -> Option<()> {
        match inst.opcode() {
            Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast | Opcode::LLVMFreeze => {
                self.reach(Derived { value: inst.value(), ..at });
            }
            Opcode::LLVMGetElementPtr if inst.operand(0) == at.value => {
                let step = inst.constant_offset(self.unit.facts.layout);
                let offset = at.offset.zip(step).and_then(|(a, b)| a.checked_add(b));
                self.reach(Derived { value: inst.value(), offset, ..at });
            }
            Opcode::LLVMPHI | Opcode::LLVMSelect => {
                self.reach(Derived { value: inst.value(), offset: None, perhaps: true });
            }
            Opcode::LLVMLoad => {
                self.note_pointers(at, inst.ty());
                let start = at.offset.and_then(|offset| u64::try_from(offset).ok());
                let start = start.filter(|_| inst.ty().kind() != TypeKind::ScalableVector);
                let layout = self.unit.facts.layout;
                let range = start.map(|start| (start, layout.store_size(inst.ty())));
                self.fresh.reads.push((place, range));
            }
            Opcode::LLVMStore if inst.operand(1) == at.value => {
                let value = inst.operand(0);
                if value == at.value {
                    return None;
                }
                self.note_pointers(at, value.ty());
                if !value.is_undef() {
                    let removable = value.is_null()
                        && !inst.is_volatile()
                        && inst.ordering() != Ordering::Strong;
                    let scalable = value.ty().kind() == TypeKind::ScalableVector;
                    let bytes = (!scalable).then(|| self.unit.facts.layout.store_size(value.ty()));
                    self.write(at, place, bytes, removable);
                    self.note_holes(at, value);
                }
            }
            Opcode::LLVMStore => {
                self.capture(place);
            }
            Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg if inst.operand(0) == at.value => {
                self.write(at, place, Some(self.unit.facts.layout.word()), false);
            }
            Opcode::LLVMICmp => {
                if !inst.operand(0).is_null() && !inst.operand(1).is_null() {
                    self.fresh.escapes.push(place);
                }
            }
            Opcode::LLVMRet => {
                self.fresh.is_known_elsewhere = true;
                self.fresh.is_returned = true;
            }
            _ if inst.is_call() => self.visit_call(at, place, inst),
            Opcode::LLVMPtrToInt => return None,
            _ => {
                self.write(Derived { offset: None, ..at }, place, None, false);
                self.capture(place);
            }
        }
        Some(())
    }

    fn visit_call(&mut self, at: Derived, place: usize, call: Inst) {
        match self.unit.facts.role(call) {
            Some(Role::Barrier | Role::Marker) => self.fresh.escapes.push(place),
            Some(Role::ObjRef) => {
                self.fresh.escapes.push(place);
                self.reach(Derived { value: call.value(), ..at });
            }
            Some(Role::Memset) if call.operand(0) == at.value => {
                let removable = call.operand(1).is_null() && call.operand(3).is_null();
                self.write(at, place, call.operand(2).as_u64(), removable);
            }
            Some(Role::Copy) => {
                if call.operand(0) == at.value {
                    self.write(at, place, call.operand(2).as_u64(), false);
                }
                if call.operand(1) == at.value {
                    self.fresh.reads.push((place, None));
                }
            }
            _ => {
                // Who gets the address may write the object, at once where it is no safepoint.
                if !self.unit.body.is_safepoint(place) {
                    self.write(Derived { offset: None, ..at }, place, None, false);
                }
                self.capture(place);
            }
        }
    }

    fn note_pointers(&mut self, at: Derived, ty: crate::ir::Type) {
        if at.perhaps || !julia::carries_tracked(ty) {
            return;
        }
        let start = at.offset.and_then(|offset| u64::try_from(offset).ok());
        match (start, at.offset) {
            (Some(start), _) => {
                let offsets = super::bases::tracked_offsets(self.unit.facts.layout, ty);
                let words = offsets.into_iter().map(|offset| start.saturating_add(offset));
                self.fresh.words.extend(words);
            }
            (None, None) => {
                self.fresh.words.insert(ANY);
            }
            // In front of the object: its tag.
            (None, Some(_)) => {}
        }
    }

    fn write(&mut self, at: Derived, place: usize, bytes: Option<u64>, removable_null: bool) {
        let start = at.offset.filter(|_| !at.perhaps).and_then(|o| u64::try_from(o).ok());
        let range = start.zip(bytes);
        let size = self.fresh.call.operand(1).as_u64();
        let whole =
            range.zip(size).is_some_and(|((start, bytes), size)| start == 0 && bytes >= size);
        let word = self.unit.facts.layout.word();
        let variable = at.offset.is_none() && bytes.is_some();
        let holes = Vec::new();
        self.fresh.events.push(Event {
            place,
            range,
            word,
            whole,
            variable,
            holes,
            removable_null,
        });
    }

    /// The pointers in the value just written that are undefined are not initialised by it.
    fn note_holes(&mut self, at: Derived, value: Value) {
        if value.ty().is_pointer() || !julia::carries_tracked(value.ty()) {
            return;
        }
        let Some(start) = at.offset.and_then(|offset| u64::try_from(offset).ok()) else { return };
        let offsets = super::bases::tracked_offsets(self.unit.facts.layout, value.ty());
        let undefined = super::leaf::undefined(value);
        let holes = offsets.into_iter().zip(undefined).filter(|&(_, undefined)| undefined);
        if let Some(event) = self.fresh.events.last_mut() {
            event.holes = holes.map(|(offset, _)| start.saturating_add(offset)).collect();
        }
    }

    fn capture(&mut self, place: usize) {
        self.fresh.is_known_elsewhere = true;
        self.fresh.escapes.push(place);
    }
}

// --- (2) ---------------------------------------------------------------------------------------

impl Fresh {
    /// The words that are not initialised at some safepoint, with or without the null stores that
    /// LLVM may delete.
    pub fn left(&self, unit: &Unit, strangers: &[usize], trust_removable: bool) -> Option<Left> {
        let farthest = unit.budget.farthest();
        let mut left = Left { words: BTreeSet::new(), safepoint: usize::MAX };
        let mut seen: HashMap<usize, BTreeSet<Cell>> = HashMap::new();
        let start = unit.body.block_of[self.place];
        let mut todo = vec![(start, self.place + 1, self.cells(unit.facts.layout.word()))];
        let mut visits = 0;
        while let Some((block, from, mut missing)) = todo.pop() {
            visits += 1;
            if visits > farthest {
                break;
            }
            let end = unit.body.ranges[block].end;
            let safepoint = unit.body.first_safepoint(from..end);
            let variable =
                self.initialise(from..safepoint.unwrap_or(end), &mut missing, trust_removable);
            if variable {
                // A loop fills the object: how far is not known, nor that it may be left out.
                return None;
            }
            if self.is_known_elsewhere && any_in(strangers, from..safepoint.unwrap_or(end)) {
                missing.clear();
            }
            if missing.is_empty() {
                continue;
            }
            if let Some(safepoint) = safepoint {
                left.words.extend(missing.iter().map(|cell| self.word_of(*cell)));
                left.safepoint = left.safepoint.min(safepoint);
                continue;
            }
            for &next in &unit.body.successors[block] {
                let known = seen.entry(next).or_default();
                if !missing.is_subset(known) {
                    known.extend(&missing);
                    todo.push((next, unit.body.ranges[next].start, known.clone()));
                }
            }
        }
        unit.budget.spend(visits);
        (!left.words.is_empty()).then_some(left)
    }

    /// The words, those in bytes that something writes in part.
    fn cells(&self, word: u64) -> BTreeSet<Cell> {
        let in_pieces: HashSet<u64> =
            self.events.iter().flat_map(|event| event.halves(&self.words)).collect();
        let cells = self.words.iter().flat_map(|&start| {
            let bytes = if in_pieces.contains(&start) { 1 } else { word };
            (0..word / bytes).map(move |i| Cell { start: start.saturating_add(i), bytes })
        });
        cells.collect()
    }

    fn word_of(&self, cell: Cell) -> u64 {
        self.words.range(..=cell.start).next_back().copied().unwrap_or(cell.start)
    }

    /// Takes out what is written; says whether something is written at an offset that is not known.
    fn initialise(
        &self,
        stretch: std::ops::Range<usize>,
        missing: &mut BTreeSet<Cell>,
        trust_removable: bool,
    ) -> bool {
        let mut variable = false;
        let first = self.events.partition_point(|event| event.place < stretch.start);
        for event in self.events[first..].iter().take_while(|e| e.place < stretch.end) {
            if trust_removable || !event.removable_null {
                variable |= event.variable;
                missing.retain(|&cell| !event.covers(cell));
            }
        }
        variable
    }
}

fn any_in(places: &[usize], stretch: std::ops::Range<usize>) -> bool {
    places.get(places.partition_point(|&p| p < stretch.start)).is_some_and(|&p| p < stretch.end)
}

/// The writes through pointers of which nobody knows what they point into, in order.
pub fn strangers(unit: &Unit) -> Vec<usize> {
    let is_strange = |address: Value| match unit.bases.of_value(address) {
        Base::Top | Base::Malloc | Base::Global | Base::Stack(_) => false,
        Base::Owned(_) | Base::Objects | Base::Mixed | Base::Other => true,
        Base::Object(object) => {
            let Some(inst) = object.as_inst() else { return false };
            !(inst.is_call() && unit.facts.role(inst) == Some(Role::Allocator))
        }
    };
    let all = unit.body.insts.iter().copied().enumerate();
    let writes = all.filter(|&(_, inst)| match inst.opcode() {
        Opcode::LLVMStore => is_strange(inst.operand(1)),
        Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => is_strange(inst.operand(0)),
        Opcode::LLVMCall => {
            matches!(unit.facts.role(inst), Some(Role::Memset | Role::Copy))
                && is_strange(inst.operand(0))
        }
        _ => false,
    });
    writes.map(|(place, _)| place).collect()
}
