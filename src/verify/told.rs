//! Which barriers tell the collector of a stored object, and whether one does on every path.
//!
//! 1. Barriers by what they name: the child (or where it was read back from), and the parent. Who
//!    asks for a child and a parent gets sorted lists of places, so that a stretch is looked through
//!    by bisection.
//! 2. From a store forward up to the first such barrier, safepoint or end. What is found of a block
//!    holds for every store of the same child and parent, and is kept.
//!
//! LLVM merges stores and barriers, and then names a choice between objects: a phi node stands for
//! each of its inputs, on the path where it is that input. A select of other conditions than those
//! that the code branches on chooses anew, and may choose another object than the one written, unless
//! that one was chosen as well.

use super::bases::origin;
use super::body::Budget;
use super::exchange::Success;
use super::facts::Unit;
use super::leaf::{behind_casts, never_null_arm, Leaf};
use super::paths::{first_found, Known, Look};
use crate::ir::{Inst, Opcode, Value};
use std::collections::HashMap;
use std::ops::Range;

/// How many phi nodes and selects are looked through.
const MOST_CHOICES: usize = 32;

/// A child, as a barrier names it.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Child {
    /// This very leaf.
    Is(Leaf),
    /// A phi node or select that may be the leaf.
    MayBe(Leaf),
    /// Read from here.
    Read(Value, Option<i64>),
    /// Any.
    Any,
}

/// A parent, as a barrier names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Parent {
    /// This very object.
    Is(Value),
    /// A phi node or select that may be the object.
    MayBe(Value),
    /// A select that may choose another, for a store whose own object is chosen.
    Chosen(Value),
    /// Any.
    Any,
}

/// What a store asks for.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Query {
    /// The stored object; `None`: whatever the memory holds.
    pub child: Option<Leaf>,
    /// The object that was written, if that is certain.
    pub parent: Option<Value>,
    /// Where: behind casts, and as an origin with a distance.
    address: (Value, Option<(Value, i64)>),
}

impl Query {
    /// Of a store to this address.
    pub fn new(unit: &Unit, child: Option<Leaf>, parent: Option<Value>, address: Value) -> Query {
        let (start, distance) = origin(unit.facts.layout, address);
        let address = (behind_casts(address), distance.map(|distance| (start, distance)));
        Query { child, parent, address }
    }
}

/// The barriers of a function, by what they name.
pub struct Told<'u, 'f> {
    unit: &'u Unit<'f>,
    places: HashMap<(Child, Parent), Vec<usize>>,
    /// For a query: the first safepoint or end that is reached without the barrier.
    known: HashMap<Query, Known<usize>>,
    budget: Budget,
}

impl<'u, 'f> Told<'u, 'f> {
    /// Looks at the barriers of a function.
    pub fn of(unit: &'u Unit<'f>) -> Self {
        let budget = Budget::of(&unit.body);
        let mut told = Told { unit, places: HashMap::new(), known: HashMap::new(), budget };
        for barrier in &unit.barriers {
            let mut parents = vec![Parent::Is(barrier.parent), Parent::Any];
            let others = choices(barrier.parent, unit, chooses_the_same);
            let all = choices(barrier.parent, unit, |_| true);
            if all.len() > others.len() {
                parents.extend(all.into_iter().map(Parent::Chosen));
            }
            parents.extend(others.into_iter().skip(1).map(Parent::MayBe));
            let mut children = vec![Child::Any];
            for child in &barrier.children {
                children.extend(told.names(child));
            }
            for child in children {
                for &parent in &parents {
                    let places = told.places.entry((child.clone(), parent)).or_default();
                    if places.last() != Some(&barrier.place) {
                        places.push(barrier.place);
                    }
                }
            }
        }
        told
    }

    // --- (1) -----------------------------------------------------------------------------------

    fn names(&self, child: &Leaf) -> Vec<Child> {
        let leaf = |value| Leaf { value, path: child.path.clone() };
        let mut all = choices(child.value, self.unit, |_| true).into_iter();
        let mut names: Vec<Child> = all.by_ref().take(1).map(|own| Child::Is(leaf(own))).collect();
        names.extend(all.map(|value| Child::MayBe(leaf(value))));
        let load = child.value.as_inst().filter(|inst| inst.opcode() == Opcode::LLVMLoad);
        if let Some(load) = load {
            let address = load.operand(0);
            let (start, distance) = origin(self.unit.facts.layout, address);
            names.push(Child::Read(behind_casts(address), None));
            names.extend(distance.map(|distance| Child::Read(start, Some(distance))));
        }
        names
    }

    /// The places of the barriers that answer a query.
    fn lists(&self, query: &Query) -> Vec<&[usize]> {
        let mut children = Vec::new();
        match &query.child {
            None => children.push(Child::Any),
            Some(leaf) => {
                let named = |value| Leaf { value, path: leaf.path.clone() };
                let all = choices(leaf.value, self.unit, |_| true);
                children.push(Child::MayBe(named(all[0])));
                children.extend(all.into_iter().map(|value| Child::Is(named(value))));
                children.push(Child::Read(query.address.0, None));
                children.extend(query.address.1.map(|(s, d)| Child::Read(s, Some(d))));
            }
        }
        let mut parents = Vec::new();
        match query.parent {
            None => parents.push(Parent::Any),
            Some(parent) => {
                let all = choices(parent, self.unit, |_| true);
                parents.push(Parent::MayBe(all[0]));
                // Another select may choose as that of the store does.
                if all.len() > 1 {
                    parents.extend(all.iter().copied().map(Parent::Chosen));
                }
                parents.extend(all.into_iter().map(Parent::Is));
            }
        }
        let mut lists = Vec::new();
        for child in children {
            // Most are named by no barrier at all.
            if !self.places.contains_key(&(child.clone(), Parent::Any)) {
                continue;
            }
            for &parent in &parents {
                let list = self.places.get(&(child.clone(), parent));
                lists.extend(list.map(Vec::as_slice));
            }
        }
        lists
    }

    // --- (2) -----------------------------------------------------------------------------------

    /// The first safepoint or end that a path from this place reaches without the barrier. Paths
    /// that are only taken if nothing was stored are left out.
    pub fn first_unprotected(
        &mut self,
        query: &Query,
        place: usize,
        success: &Success,
    ) -> Option<usize> {
        if matches!(success, Success::Told(_)) {
            // What is found holds for this store alone.
            return self.walk(query, place, success, &mut Known::new());
        }
        let mut known = self.known.remove(query).unwrap_or_default();
        let end = self.walk(query, place, success, &mut known);
        self.known.insert(query.clone(), known);
        end
    }

    /// The blocks behind this one, but for those that are only reached if nothing was stored.
    fn behind(&self, block: usize, success: &Success) -> impl Iterator<Item = usize> + '_ {
        let body = &self.unit.body;
        let failed = success.failed_target(body.insts[body.ranges[block].end - 1]);
        let failed = failed.and_then(|block| body.number(block));
        body.successors[block].iter().copied().filter(move |&next| Some(next) != failed)
    }

    fn walk(
        &self,
        query: &Query,
        place: usize,
        success: &Success,
        known: &mut Known<usize>,
    ) -> Option<usize> {
        let body = &self.unit.body;
        let lists = self.lists(query);
        let home = body.block_of[place];
        match self.look(&lists, home, place + 1) {
            Look::Stop => return None,
            Look::Found(end) => return Some(end),
            Look::On => {}
        }
        first_found(
            &self.budget,
            self.behind(home, success),
            |block| self.behind(block, success),
            |block| self.look(&lists, block, body.ranges[block].start),
            known,
        )
    }

    fn look(&self, lists: &[&[usize]], block: usize, from: usize) -> Look<usize> {
        let body = &self.unit.body;
        let end = body.ranges[block].end;
        let safepoint = body.first_safepoint(from..end);
        let stretch = from..safepoint.unwrap_or(end);
        if lists.iter().any(|list| has_one(list, &stretch)) {
            return Look::Stop;
        }
        if let Some(safepoint) = safepoint {
            return Look::Found(safepoint);
        }
        match body.opcodes[end - 1] {
            Opcode::LLVMRet | Opcode::LLVMResume => Look::Found(end - 1),
            _ => Look::On,
        }
    }
}

/// Whether one of the sorted places lies in the stretch.
fn has_one(places: &[usize], stretch: &Range<usize>) -> bool {
    let next = places.get(places.partition_point(|&place| place < stretch.start));
    next.is_some_and(|&place| place < stretch.end)
}

/// The value behind casts, and what else it may be through phi nodes and those selects.
fn choices(value: Value, unit: &Unit, through: fn(Inst) -> bool) -> Vec<Value> {
    let mut found = vec![unit.bases.object(behind_casts(value))];
    let mut next = 0;
    while next < found.len() && found.len() < MOST_CHOICES {
        let value = found[next];
        next += 1;
        let Some(inst) = value.as_inst() else { continue };
        let inputs: Vec<Value> = match inst.opcode() {
            Opcode::LLVMPHI => inst.incoming().into_iter().map(|(value, _)| value).collect(),
            Opcode::LLVMSelect if through(inst) => vec![inst.operand(1), inst.operand(2)],
            _ => continue,
        };
        for input in inputs {
            let input = unit.bases.object(behind_casts(input));
            if !found.contains(&input) {
                found.push(input);
            }
        }
    }
    found
}

/// How many users of a condition are looked at.
const MOST_USERS: usize = 64;

/// Whether a select may be bound to choose the object that was written: it only replaces null, or
/// its condition decides other things than selects.
fn chooses_the_same(select: Inst) -> bool {
    let is_select = |user: &Value| user.as_inst().is_some_and(|i| i.opcode() == Opcode::LLVMSelect);
    let condition = select.operand(0);
    never_null_arm(select).is_some()
        || condition.is_constant()
        || condition.few_users(MOST_USERS).is_none_or(|users| !users.iter().all(is_select))
}
