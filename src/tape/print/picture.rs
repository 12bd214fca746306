//! What there is to show of a module's tapes, whatever it is shown as.
//!
//! 1. Tapes: the classes of memory that are lowered, that should be and cannot, that hold lowered
//!    tapes, and heap memory that stays. Other stack memory is left out.
//! 2. Cells, by their distance from the start of an allocation.
//! 3. Places and routes, in the module's order: which functions have a tape in hand, how it comes
//!    from one to the other, and out of which other tape it is loaded.

use crate::ir::{Function, Inst, Opcode, Value};
use crate::tape::analysis::Analysis;
use crate::tape::classes::{ClassId, Content};
use crate::tape::report::describe;
use crate::tape::verdict::{Class, Verdict, Verdicts};
use std::collections::{BTreeSet, HashMap, HashSet};

/// What becomes of a tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It becomes an object.
    Lowered,
    /// It is a stack slot that Julia roots.
    Slot,
    /// It stays as it is.
    Kept,
    /// It should be lowered and cannot be.
    Refused,
}

/// A word, or a run of data, of a tape.
pub struct Cell {
    /// Bytes from the start of the allocation, or of an element.
    pub offset: i64,
    /// What lies there.
    pub kind: String,
    /// The tape that a pointer there points to.
    pub tape: Option<usize>,
}

/// How a tape comes from one function to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// As the argument of this number, counted from 0.
    Argument(u32),
    /// As the result.
    Result,
}

/// A way that a tape takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Route {
    /// The tape.
    pub tape: usize,
    /// The function it comes from.
    pub from: Function,
    /// The function it gets to.
    pub to: Function,
    /// How.
    pub how: How,
    /// Whether the call is through a pointer; `to` or `from` stands for all that it may be.
    pub indirect: bool,
}

/// A load of a tape out of another.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reload {
    /// The function that loads.
    pub function: Function,
    /// The tape that is read.
    pub holder: usize,
    /// The tape that is found.
    pub tape: usize,
}

/// A class of memory.
pub struct Tape {
    /// What becomes of it.
    pub fate: Fate,
    /// Why, or as what.
    pub verdict: String,
    /// Bytes of an element where it is accessed in steps; 0 where positions are exact.
    pub stride: u64,
    /// Its cells, by offset.
    pub cells: Vec<Cell>,
    /// Where it comes into being.
    pub allocations: Vec<Inst>,
}

/// The tapes of a module.
pub struct Picture {
    /// The tapes, in the order of their first allocation.
    pub tapes: Vec<Tape>,
    /// Which function has which tape in hand, in the module's order.
    pub places: Vec<(Function, Vec<usize>)>,
    /// Routes between functions.
    pub routes: Vec<Route>,
    /// Loads of tapes out of tapes.
    pub reloads: Vec<Reload>,
}

impl Picture {
    /// Draws it.
    pub fn of(a: &mut Analysis, verdicts: &Verdicts) -> Picture {
        let shown: Vec<&Class> = verdicts.classes.iter().filter(|c| is_shown(a, c)).collect();
        let index: HashMap<ClassId, usize> =
            shown.iter().enumerate().map(|(i, class)| (class.id, i)).collect();
        let tapes = shown.into_iter().map(|class| tape(a, class, &index)).collect();
        let mut tracer = Tracer {
            a,
            index: &index,
            places: Vec::new(),
            routes: Distinct::default(),
            reloads: Distinct::default(),
        };
        tracer.trace();
        Picture {
            tapes,
            places: tracer.places,
            routes: tracer.routes.list,
            reloads: tracer.reloads.list,
        }
    }
}

// --- (1) ---------------------------------------------------------------------------------------

fn is_shown(a: &Analysis, class: &Class) -> bool {
    match class.verdict {
        Verdict::Data => class.sites.iter().any(|&site| a.sites[site].0.is_heap()),
        Verdict::Slot | Verdict::Lower(_) | Verdict::Kept(..) | Verdict::Refused(_) => true,
    }
}

fn fate(verdict: &Verdict) -> (Fate, String) {
    match verdict {
        Verdict::Lower(layout) => (Fate::Lowered, format!("becomes {}", describe(layout))),
        Verdict::Slot => (Fate::Slot, "is a stack slot that Julia roots".to_string()),
        Verdict::Data => (Fate::Kept, "stays: nothing in it is an object".to_string()),
        Verdict::Kept(code, what) => {
            (Fate::Kept, format!("stays: it {what} [{} {}]", code.id(), code.slug()))
        }
        Verdict::Refused(r) => (
            Fate::Refused,
            format!("is refused: it {} [{} {}]", r.what, r.code.id(), r.code.slug()),
        ),
    }
}

fn tape(a: &mut Analysis, class: &Class, index: &HashMap<ClassId, usize>) -> Tape {
    let (fate, verdict) = fate(&class.verdict);
    let allocations = class.sites.iter().map(|&site| a.sites[site].0.inst).collect();
    let stride = a.classes.stride(class.id);
    Tape { fate, verdict, stride, cells: cells(a, class, stride, index), allocations }
}

// --- (2) ---------------------------------------------------------------------------------------

fn cells(
    a: &mut Analysis,
    class: &Class,
    stride: u64,
    index: &HashMap<ClassId, usize>,
) -> Vec<Cell> {
    let (_, base) = a.classes.find(a.sites[class.sites[0]].1);
    let contents: Vec<(i64, Content)> = a.classes.cells(class.id).collect();
    let mut cells: Vec<Cell> = Vec::new();
    for (position, content) in contents {
        let distance = position - base;
        let offset = if stride == 0 { distance } else { distance.rem_euclid(stride as i64) };
        let tape = content.pointee.and_then(|(node, _)| {
            let class = a.classes.class(node);
            index.get(&class).copied()
        });
        if let Some(kind) = kind(&content) {
            cells.push(Cell { offset, kind, tape });
        }
    }
    cells.sort_by_key(|cell| cell.offset);
    cells
}

/// All that was found in a cell: more than one is a contradiction.
fn kind(content: &Content) -> Option<String> {
    let mut kinds = Vec::new();
    if content.tracked.is_some() {
        kinds.push("object".to_string());
    }
    if content.derived.is_some() {
        kinds.push("derived pointer".to_string());
    }
    if content.pointee.is_some() {
        kinds.push("pointer".to_string());
    }
    match content.data {
        Some((_, bytes)) if bytes >= u64::MAX / 2 => kinds.push("data".to_string()),
        Some((_, bytes)) => kinds.push(format!("{bytes} bytes of data")),
        None => {}
    }
    (!kinds.is_empty()).then(|| kinds.join(" and "))
}

// --- (3) ---------------------------------------------------------------------------------------

/// A list without repetitions, in the order of first appearance.
struct Distinct<T> {
    list: Vec<T>,
    known: HashSet<T>,
}

impl<T> Default for Distinct<T> {
    fn default() -> Self {
        Distinct { list: Vec::new(), known: HashSet::new() }
    }
}

impl<T: Copy + Eq + std::hash::Hash> Distinct<T> {
    fn push(&mut self, item: T) {
        if self.known.insert(item) {
            self.list.push(item);
        }
    }
}

struct Tracer<'a> {
    a: &'a mut Analysis,
    index: &'a HashMap<ClassId, usize>,
    places: Vec<(Function, Vec<usize>)>,
    routes: Distinct<Route>,
    reloads: Distinct<Reload>,
}

impl Tracer<'_> {
    fn trace(&mut self) {
        for function in self.a.module.functions() {
            if function.is_declaration() {
                continue;
            }
            let mut held = BTreeSet::new();
            let instructions = function.instructions();
            let values =
                function.params().into_iter().chain(instructions.iter().map(|i| i.value()));
            for value in values {
                held.extend(self.tapes(value));
            }
            if held.is_empty() {
                continue;
            }
            self.places.push((function, held.into_iter().collect()));
            for inst in instructions {
                self.instruction(function, inst);
            }
        }
    }

    /// The tapes that a value points to.
    fn tapes(&mut self, value: Value) -> Vec<usize> {
        let mut tapes = Vec::new();
        for leaf in 0..self.a.count(value.ty()) {
            if let Some(node) = self.a.nodes(value).leaf(leaf) {
                let class = self.a.classes.class(node);
                tapes.extend(self.index.get(&class));
            }
        }
        tapes
    }

    fn instruction(&mut self, function: Function, inst: Inst) {
        match inst.opcode() {
            Opcode::LLVMCall | Opcode::LLVMInvoke => self.call(function, inst),
            Opcode::LLVMLoad => {
                for holder in self.tapes(inst.operand(0)) {
                    for tape in self.tapes(inst.value()) {
                        self.reloads.push(Reload { function, holder, tape });
                    }
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, caller: Function, call: Inst) {
        let direct = call.called_function().filter(|f| !f.is_declaration());
        let through = self.a.indirect.get(&call).copied();
        let Some(callee) = direct.or(through) else { return };
        let indirect = direct.is_none();
        for (i, arg) in (0..).zip(call.args()) {
            for tape in self.tapes(arg) {
                let how = How::Argument(i);
                self.routes.push(Route { tape, from: caller, to: callee, how, indirect });
            }
        }
        for tape in self.tapes(call.value()) {
            self.routes.push(Route { tape, from: callee, to: caller, how: How::Result, indirect });
        }
    }
}
