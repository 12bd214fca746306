//! The scalars of a type: which are pointers, and where they lie.
//!
//! A *leaf* is a scalar inside a value of any type. The analysis gives each *plain pointer leaf*
//! (any address space but Julia's tracked one) of an SSA value a node. The elements of an array, and
//! of a vector, share their nodes. Nodes are numbered depth first, the order in memory.

use crate::ir::{DataLayout, Type, TypeKind};
use crate::julia;
use std::collections::HashMap;
use std::rc::Rc;

/// What a scalar in memory is to the collector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafKind {
    /// A tracked pointer (address space 10).
    Tracked,
    /// A pointer derived from or loaded out of an object (address spaces 11 to 13).
    Derived,
    /// Any other pointer; the number counts the plain pointer leaves before it.
    Plain(u32),
    /// No pointer.
    Data,
}

/// A leaf of a type in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Bytes from the start of the value.
    pub offset: u64,
    /// Bytes it takes: for data, of a whole run of it.
    pub size: u64,
    /// What it is.
    pub kind: LeafKind,
}

/// Leaves of types, computed once per type.
pub struct Leaves {
    layout: DataLayout,
    counts: HashMap<Type, u32>,
    leaves: HashMap<Type, Rc<[Leaf]>>,
}

impl Leaves {
    /// An empty table for a module with this data layout.
    pub fn new(layout: DataLayout) -> Leaves {
        Leaves { layout, counts: HashMap::new(), leaves: HashMap::new() }
    }

    /// The data layout.
    pub fn data_layout(&self) -> DataLayout {
        self.layout
    }

    /// How many nodes a value of the type has: its pointer leaves outside address space 10.
    pub fn count(&mut self, ty: Type) -> u32 {
        match ty.kind() {
            TypeKind::Pointer(space) => u32::from(space != julia::TRACKED),
            TypeKind::Array(_) | TypeKind::Vector(_) | TypeKind::ScalableVector => {
                self.count(ty.element())
            }
            TypeKind::Struct(_) => {
                if let Some(&known) = self.counts.get(&ty) {
                    return known;
                }
                let count = ty.fields().into_iter().map(|field| self.count(field)).sum();
                self.counts.insert(ty, count);
                count
            }
            _ => 0,
        }
    }

    /// The first node and the type of the part of `ty` at `indices`.
    pub fn part(&mut self, ty: Type, indices: &[u32]) -> (u32, Type) {
        let (mut skipped, mut at) = (0, ty);
        for &index in indices {
            if let TypeKind::Struct(_) = at.kind() {
                let fields = at.fields();
                for &field in &fields[..index as usize] {
                    skipped += self.count(field);
                }
                at = fields[index as usize];
            } else {
                at = at.element();
            }
        }
        (skipped, at)
    }

    /// The leaves of a sized type. Runs of data in arrays are one leaf.
    pub fn of(&mut self, ty: Type) -> Rc<[Leaf]> {
        if let Some(known) = self.leaves.get(&ty) {
            return Rc::clone(known);
        }
        let mut found = Vec::new();
        let mut nodes = 0;
        self.collect(ty, 0, &mut nodes, &mut found);
        let found: Rc<[Leaf]> = found.into();
        self.leaves.insert(ty, Rc::clone(&found));
        found
    }

    fn collect(&self, ty: Type, offset: u64, nodes: &mut u32, found: &mut Vec<Leaf>) {
        match ty.kind() {
            TypeKind::Struct(_) => {
                for (i, field) in ty.fields().into_iter().enumerate() {
                    let at = offset + self.layout.field_offset(ty, i as u32);
                    self.collect(field, at, nodes, found);
                }
            }
            TypeKind::Array(length) if holds_pointer(ty) => {
                let stride = self.layout.alloc_size(ty.element());
                let first = *nodes;
                for i in 0..length {
                    *nodes = first;
                    self.collect(ty.element(), offset + i * stride, nodes, found);
                }
            }
            TypeKind::Vector(length) if holds_pointer(ty) => {
                let size = self.layout.store_size(ty.element());
                let kind = pointer_kind(ty.element(), *nodes);
                for i in 0..u64::from(length) {
                    found.push(Leaf { offset: offset + i * size, size, kind });
                }
                *nodes += u32::from(matches!(kind, LeafKind::Plain(_) | LeafKind::Derived));
            }
            TypeKind::Pointer(_) => {
                let kind = pointer_kind(ty, *nodes);
                *nodes += u32::from(kind != LeafKind::Tracked);
                found.push(Leaf { offset, size: self.layout.store_size(ty), kind });
            }
            // Its size is not known: it may be anything, anywhere behind its start.
            TypeKind::ScalableVector => {
                let kind = pointer_kind(ty.element(), *nodes);
                let kind = if kind == LeafKind::Data { kind } else { LeafKind::Derived };
                found.push(Leaf { offset, size: u64::MAX / 2, kind });
            }
            _ => {
                let size = self.layout.store_size(ty);
                found.push(Leaf { offset, size, kind: LeafKind::Data });
            }
        }
    }
}

fn pointer_kind(ty: Type, nodes: u32) -> LeafKind {
    match ty.address_space() {
        Some(julia::TRACKED) => LeafKind::Tracked,
        Some(julia::DERIVED | julia::CALLEE_ROOTED | julia::LOADED) => LeafKind::Derived,
        Some(_) => LeafKind::Plain(nodes),
        None => LeafKind::Data,
    }
}

/// Whether values of the type carry any pointer.
pub fn holds_pointer(ty: Type) -> bool {
    match ty.kind() {
        TypeKind::Pointer(_) => true,
        TypeKind::Struct(_) => ty.fields().into_iter().any(holds_pointer),
        TypeKind::Array(_) | TypeKind::Vector(_) | TypeKind::ScalableVector => {
            holds_pointer(ty.element())
        }
        _ => false,
    }
}
