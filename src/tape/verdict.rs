//! Which classes become objects of the collector.
//!
//! Invariant: a class is lowered whole or not at all; a class that is lowered is closed, has a
//! layout, and is held only by memory that is lowered or by stack slots that Julia roots.
//!
//! 1. Classes with sites are collected, with their facts, cells and holders.
//! 2. What is wanted, as a least fixpoint: heap memory whose cells can hold a tracked pointer or a
//!    lowered tape; stack memory of that kind that Julia would not root. Stack memory that it would
//!    root stays, as a slot of another type.
//! 3. What stands against it: blocking facts, no layout, holders that stay plain memory.
//! 4. Every refusal takes its class out of (2); both are repeated until nothing is refused anew.

use super::analysis::{Analysis, Effect};
use super::classes::{ClassId, Content, Node};
use super::layout::{lay_out, Layout};
use super::rootable::is_rootable;
use crate::diagnostics::Code;
use crate::ir::Value;
use std::collections::HashMap;

/// What becomes of a class.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It holds no pointer that the collector must know.
    Data,
    /// Julia roots it where it is; lowered tapes in it are tracked pointers.
    Slot,
    /// It becomes an object of this layout.
    Lower(Layout),
    /// Memory of the program itself that stays plain, with what is worth a remark.
    Kept(Code, String),
    /// It should be lowered but cannot be.
    Refused(Refusal),
}

/// Why a class cannot be lowered.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The message's code.
    pub code: Code,
    /// What stands against it, to complete "the tape …".
    pub what: String,
    /// Where: an instruction, function or global.
    pub at: Value,
    /// The node that the place is about, if it is about one.
    pub node: Option<Node>,
}

/// A class with at least one site.
pub struct Class {
    /// Its representative.
    pub id: ClassId,
    /// Its sites, as indices into the analysis' list.
    pub sites: Vec<usize>,
    /// What becomes of it.
    pub verdict: Verdict,
    facts: Vec<usize>,
    tracked: bool,
    derived: bool,
    returned: bool,
    over_aligned: Option<Value>,
    /// Classes with sites that cells of this one point to.
    pointees: Vec<usize>,
    holders: Vec<usize>,
    /// Classes of the other parts of its allocations: they cannot stay where nothing is left.
    parts: Vec<usize>,
}

/// The verdict on every class with sites, in the order of first sites.
pub struct Verdicts {
    /// The classes.
    pub classes: Vec<Class>,
    index: HashMap<ClassId, usize>,
}

impl Verdicts {
    /// The class of this representative, if it has sites.
    pub fn get(&self, id: ClassId) -> Option<&Class> {
        self.index.get(&id).map(|&i| &self.classes[i])
    }

    /// The layout of a class, if it is lowered.
    pub fn layout(&self, id: ClassId) -> Option<&Layout> {
        match &self.get(id)?.verdict {
            Verdict::Lower(layout) => Some(layout),
            _ => None,
        }
    }

    /// How many classes cannot be lowered.
    pub fn refused(&self) -> usize {
        self.classes.iter().filter(|c| matches!(c.verdict, Verdict::Refused(_))).count()
    }

    /// Whether some class is lowered.
    pub fn any_lowered(&self) -> bool {
        self.classes.iter().any(|c| matches!(c.verdict, Verdict::Lower(_)))
    }
}

/// Decides about every class.
pub fn decide(a: &mut Analysis) -> Verdicts {
    let mut verdicts = collect(a);
    let mut refused: Vec<Option<Refusal>> = vec![None; verdicts.classes.len()];
    loop {
        let wants = wanted(a, &verdicts, &refused);
        let found = objections(a, &verdicts, &wants, &refused);
        let settled = found.refusals.is_empty();
        for (class, refusal) in found.refusals {
            refused[class].get_or_insert(refusal);
        }
        if settled {
            for (i, want) in wants.into_iter().enumerate() {
                verdicts.classes[i].verdict = match (refused[i].take(), want) {
                    (Some(refusal), _) => keep_or_refuse(a, &verdicts, i, refusal),
                    (None, Want::Nothing) => Verdict::Data,
                    (None, Want::Slot) => Verdict::Slot,
                    (None, Want::Leave(code, what)) => Verdict::Kept(code, what),
                    (None, Want::Lower) => Verdict::Lower(found.layouts[&i].clone()),
                };
            }
            return verdicts;
        }
    }
}

// --- (1) ---------------------------------------------------------------------------------------

fn collect(a: &mut Analysis) -> Verdicts {
    let mut verdicts = Verdicts { classes: Vec::new(), index: HashMap::new() };
    for i in 0..a.sites.len() {
        let id = a.classes.class(a.sites[i].1);
        let class = *verdicts.index.entry(id).or_insert_with(|| {
            verdicts.classes.push(Class {
                id,
                sites: Vec::new(),
                verdict: Verdict::Data,
                facts: Vec::new(),
                tracked: false,
                derived: false,
                returned: false,
                over_aligned: None,
                pointees: Vec::new(),
                holders: Vec::new(),
                parts: Vec::new(),
            });
            verdicts.classes.len() - 1
        });
        verdicts.classes[class].sites.push(i);
    }
    for i in 0..a.facts.len() {
        if let Some(&class) = verdicts.index.get(&a.classes.class(a.facts[i].node)) {
            verdicts.classes[class].facts.push(i);
        }
    }
    for i in 0..a.returned.len() {
        if let Some(&class) = verdicts.index.get(&a.classes.class(a.returned[i])) {
            verdicts.classes[class].returned = true;
        }
    }
    for i in 0..a.over_aligned.len() {
        let (node, inst) = a.over_aligned[i];
        if let Some(&class) = verdicts.index.get(&a.classes.class(node)) {
            verdicts.classes[class].over_aligned.get_or_insert(inst.value());
        }
    }
    collect_cells(a, &mut verdicts);
    collect_parts(a, &mut verdicts);
    verdicts
}

fn collect_parts(a: &mut Analysis, verdicts: &mut Verdicts) {
    if a.parts.is_empty() {
        return;
    }
    for i in 0..a.sites.len() {
        let (site, node) = a.sites[i];
        let Some(&malloc) = a.parts.allocation.get(&site.inst) else { continue };
        let part = verdicts.index[&a.classes.class(node)];
        if let Some(whole) = a.class_of(malloc.value()).map(|class| verdicts.index[&class]) {
            verdicts.classes[whole].parts.push(part);
        }
    }
}

fn collect_cells(a: &mut Analysis, verdicts: &mut Verdicts) {
    for i in 0..verdicts.classes.len() {
        let cells: Vec<(i64, Content)> = a.classes.cells(verdicts.classes[i].id).collect();
        for (_, cell) in cells {
            verdicts.classes[i].tracked |= cell.tracked.is_some();
            verdicts.classes[i].derived |= cell.derived.is_some();
            let Some((node, _)) = cell.pointee else { continue };
            if let Some(&pointee) = verdicts.index.get(&a.classes.class(node)) {
                verdicts.classes[i].pointees.push(pointee);
                verdicts.classes[pointee].holders.push(i);
            }
        }
    }
}

// --- (2) ---------------------------------------------------------------------------------------

/// What a class should become, refusals aside.
#[derive(Clone, Debug)]
enum Want {
    Nothing,
    Slot,
    Lower,
    Leave(Code, String),
}

fn wanted(a: &mut Analysis, verdicts: &Verdicts, refused: &[Option<Refusal>]) -> Vec<Want> {
    let mut wants = vec![Want::Nothing; verdicts.classes.len()];
    let mut forced = vec![false; verdicts.classes.len()];
    let mut todo: Vec<usize> = (0..verdicts.classes.len()).rev().collect();
    while let Some(i) = todo.pop() {
        if matches!(wants[i], Want::Lower) || refused[i].is_some() {
            continue;
        }
        let class = &verdicts.classes[i];
        let holds_tape = class.pointees.iter().any(|&p| matches!(wants[p], Want::Lower));
        // Derived pointers alone keep nothing alive either: such a class is wanted, to be refused.
        let derived = class.derived && class.sites.iter().any(|&s| a.sites[s].0.is_heap());
        if !class.tracked && !derived && !holds_tape && !forced[i] {
            continue;
        }
        wants[i] = want(a, verdicts, i, &wants);
        if matches!(wants[i], Want::Lower) {
            todo.extend(class.holders.iter().rev());
            class.parts.iter().for_each(|&part| forced[part] = true);
            todo.extend(&class.parts);
        }
    }
    wants
}

fn want(a: &mut Analysis, verdicts: &Verdicts, i: usize, wants: &[Want]) -> Want {
    let class = &verdicts.classes[i];
    if class.sites.iter().any(|&s| a.sites[s].0.is_heap()) {
        return Want::Lower;
    }
    let pointers = slot_pointers(a, verdicts, class, wants);
    let rootable = class.sites.iter().all(|&s| {
        let inst = a.sites[s].0.inst;
        is_rootable(&mut a.leaves, inst, &pointers)
    });
    if rootable {
        return Want::Slot;
    }
    match class.facts.first() {
        // The stack memory of the program itself: what it passes around is its own affair.
        Some(&fact) => {
            let fact = &a.facts[fact];
            Want::Leave(Code::KeptStack, fact.what.clone())
        }
        None => Want::Lower,
    }
}

/// Byte offsets of words that hold tracked pointers or tapes.
fn slot_pointers(a: &mut Analysis, verdicts: &Verdicts, class: &Class, wants: &[Want]) -> Vec<u64> {
    let (_, base) = a.classes.find(a.sites[class.sites[0]].1);
    let stride = a.classes.stride(class.id);
    let cells: Vec<(i64, Content)> = a.classes.cells(class.id).collect();
    let mut pointers = Vec::new();
    for (position, cell) in cells {
        if cell.tracked.is_some() || holds_tape(a, verdicts, wants, &cell) {
            let relative = position - base;
            let at = if stride == 0 { relative } else { relative.rem_euclid(stride as i64) };
            // Before its start there is no word: such a slot is not rootable.
            pointers.push(u64::try_from(at).unwrap_or(u64::MAX));
        }
    }
    pointers
}

fn holds_tape(a: &mut Analysis, verdicts: &Verdicts, wants: &[Want], cell: &Content) -> bool {
    let Some((node, _)) = cell.pointee else { return false };
    let class = a.classes.class(node);
    verdicts.index.get(&class).is_some_and(|&i| matches!(wants[i], Want::Lower))
}

// --- (3) ---------------------------------------------------------------------------------------

struct Found {
    refusals: Vec<(usize, Refusal)>,
    layouts: HashMap<usize, Layout>,
}

fn objections(
    a: &mut Analysis,
    verdicts: &Verdicts,
    wants: &[Want],
    refused: &[Option<Refusal>],
) -> Found {
    let mut found = Found { refusals: Vec::new(), layouts: HashMap::new() };
    for (i, class) in verdicts.classes.iter().enumerate() {
        if !matches!(wants[i], Want::Lower) {
            continue;
        }
        if let Some(&fact) = first_fact(a, class) {
            let fact = a.facts[fact].clone();
            let (code, node) = (fact.code, Some(fact.node));
            found.refusals.push((i, Refusal { code, what: fact.what, at: fact.at, node }));
            continue;
        }
        match class_layout(a, verdicts, wants, class) {
            Ok(layout) => {
                found.layouts.insert(i, layout);
            }
            Err(refusal) => found.refusals.push((i, refusal)),
        }
    }
    holders(a, verdicts, wants, refused, &mut found);
    for (i, class) in verdicts.classes.iter().enumerate() {
        let stuck = class.parts.iter().find_map(|&part| refused[part].as_ref());
        if let (Want::Lower, Some(refusal)) = (&wants[i], stuck) {
            let what = format!("shares its allocation with one that {}", refusal.what);
            found.refusals.push((i, Refusal { what, ..refusal.clone() }));
        }
    }
    found
}

/// The fact to report: one that blocks, rather than that the memory is lent.
fn first_fact<'c>(a: &Analysis, class: &'c Class) -> Option<&'c usize> {
    let blocks = |i: &&usize| a.facts[**i].effect == Effect::Blocks;
    class.facts.iter().find(blocks).or(class.facts.first())
}

fn class_layout(
    a: &mut Analysis,
    verdicts: &Verdicts,
    wants: &[Want],
    class: &Class,
) -> Result<Layout, Refusal> {
    if let Some(at) = class.over_aligned {
        let what = "is accessed with an alignment that no object has".to_string();
        return Err(Refusal { code: Code::Unaligned, what, at, node: None });
    }
    let is_tape = |a: &mut Analysis, cell: &Content| holds_tape(a, verdicts, wants, cell);
    lay_out(a, class.id, &class.sites, is_tape).map_err(|e| Refusal {
        code: e.code,
        what: e.what,
        at: e.at,
        node: None,
    })
}

/// Memory that stays plain must not hold what is lowered.
fn holders(
    a: &mut Analysis,
    verdicts: &Verdicts,
    wants: &[Want],
    refused: &[Option<Refusal>],
    found: &mut Found,
) {
    let occupied: Vec<ClassId> = a.classes.classes_with_cells().collect();
    for id in occupied {
        let holder = verdicts.index.get(&id).copied();
        let known = holder.is_some_and(|i| matches!(wants[i], Want::Lower | Want::Slot));
        if known {
            continue;
        }
        let why = match holder.and_then(|i| refused[i].as_ref()) {
            Some(refusal) => format!("memory that cannot be lowered: it {}", refusal.what),
            None => "memory that is not part of a tape".to_string(),
        };
        let cells: Vec<(i64, Content)> = a.classes.cells(id).collect();
        for (_, cell) in cells {
            let Some((node, by)) = cell.pointee else { continue };
            let pointee = a.classes.class(node);
            let Some(&i) = verdicts.index.get(&pointee) else { continue };
            if !matches!(wants[i], Want::Lower) || refused[i].is_some() {
                continue;
            }
            let at = by.map_or(a.sites[verdicts.classes[i].sites[0]].0.inst.value(), |b| b.value());
            let what = format!("is held by {why}");
            let code = Code::EscapesMemory;
            found.refusals.push((i, Refusal { code, what, at, node: Some(node) }));
        }
    }
}

/// Memory that is only lent to exported functions of the module is the program's own, not a tape:
/// Enzyme's functions are internal, and a tape is stored or returned.
fn keep_or_refuse(a: &Analysis, verdicts: &Verdicts, i: usize, refusal: Refusal) -> Verdict {
    let class = &verdicts.classes[i];
    let lent = class.facts.iter().all(|&f| a.facts[f].effect == Effect::Lent);
    let on_stack = |&h: &usize| verdicts.classes[h].sites.iter().all(|&s| !a.sites[s].0.is_heap());
    let passed_on = class.returned || !class.holders.iter().all(on_stack);
    if refusal.code == Code::Exported && lent && !passed_on {
        return Verdict::Kept(Code::KeptLent, refusal.what);
    }
    Verdict::Refused(refusal)
}
