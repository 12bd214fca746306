//! Classes of memory: a unification-based points-to analysis (Steensgaard, POPL 1996).
//!
//! Invariant: two pointers that may point into one allocation are in one class, and a pointer's
//! *position* in its class is right up to the class's *stride*.
//!
//! 1. Nodes are pointer values. A weighted union-find keeps, with each node, its distance in bytes
//!    from its class's representative; a class is a set of pointers into memory of one kind.
//! 2. A contradiction between two distances (a loop that steps through an array) is no error: the
//!    positions are equal modulo the difference, so the class's stride becomes a divisor of it.
//!    Positions are meaningful modulo the stride; stride 0 means that they are exact.
//! 3. A class has cells, by position, and a cell has content: what accesses found there (tracked
//!    pointers, data, plain pointers). Plain pointers in a cell are all in one class, the cell's
//!    pointee. Cells that are copied into each other share one content.
//! 4. Joining two classes joins the cells at equal positions, and so their pointees. A work list
//!    keeps this from recursing; the smaller set of cells always moves into the larger one.
//!
//! Near-linear: every union removes a class, a stride only ever shrinks to a divisor, and a cell
//! moves at most log n times.

use super::congruence::divisor;
use crate::ir::{Inst, Value};
use std::collections::BTreeMap;

/// A pointer value's node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node(pub u32);

/// The representative of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub u32);

/// What accesses found in a cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Content {
    /// An access of a tracked pointer.
    pub tracked: Option<Inst>,
    /// An access of data and the bytes it covers at most.
    pub data: Option<(Inst, u64)>,
    /// An access of a derived pointer.
    pub derived: Option<Inst>,
    /// A copy to or from there, which does not tell what it copies.
    pub copied: Option<Inst>,
    /// The class of plain pointers found there, by a pointer to it, and an access.
    pub pointee: Option<(Node, Option<Inst>)>,
}

impl Content {
    /// An access that holds for any kind, to name in messages.
    pub fn any_access(&self) -> Option<Inst> {
        self.tracked
            .or(self.derived)
            .or(self.pointee.and_then(|(_, inst)| inst))
            .or(self.data.map(|(inst, _)| inst))
    }
}

/// Why two nodes are in one class: an edge of the chain that messages show.
#[derive(Clone, Copy, Debug)]
pub struct Tie {
    /// One node.
    pub a: Node,
    /// The other.
    pub b: Node,
    /// The instruction (or global, or function) that ties them.
    pub by: Value,
}

#[derive(Clone, Copy)]
struct Link {
    parent: u32,
    /// Position of this node minus the parent's.
    delta: i64,
}

#[derive(Default)]
struct Memory {
    stride: u64,
    /// Cells by position; the value is an index into `Classes::contents`.
    cells: BTreeMap<i64, u32>,
    size: u32,
}

/// A content, or the one it became a part of.
#[derive(Clone, Copy)]
struct SharedContent {
    parent: u32,
    content: Content,
}

/// The union-find.
#[derive(Default)]
pub struct Classes {
    links: Vec<Link>,
    memory: Vec<Memory>,
    contents: Vec<SharedContent>,
    ties: Vec<Tie>,
    pending: Vec<(Node, Node, i64, Option<Value>)>,
}

impl Classes {
    /// A pointer to memory of its own.
    pub fn fresh(&mut self) -> Node {
        let id = self.links.len() as u32;
        self.links.push(Link { parent: id, delta: 0 });
        self.memory.push(Memory { size: 1, ..Memory::default() });
        Node(id)
    }

    /// The node's class and position.
    pub fn find(&mut self, node: Node) -> (ClassId, i64) {
        let mut root = node.0;
        let mut distance = 0i64;
        while self.links[root as usize].parent != root {
            let link = self.links[root as usize];
            distance = distance.wrapping_add(link.delta);
            root = link.parent;
        }
        let (mut at, mut left) = (node.0, distance);
        while self.links[at as usize].parent != root && at != root {
            let link = self.links[at as usize];
            self.links[at as usize] = Link { parent: root, delta: left };
            left = left.wrapping_sub(link.delta);
            at = link.parent;
        }
        (ClassId(root), self.normal(root, distance))
    }

    /// The class of a node.
    pub fn class(&mut self, node: Node) -> ClassId {
        self.find(node).0
    }

    fn normal(&self, root: u32, position: i64) -> i64 {
        match self.memory[root as usize].stride {
            0 => position,
            stride => position.rem_euclid(stride as i64),
        }
    }

    /// The class's stride in bytes: 0 where positions are exact.
    pub fn stride(&self, class: ClassId) -> u64 {
        self.memory[class.0 as usize].stride
    }

    /// The class's cells by position.
    pub fn cells(&self, class: ClassId) -> impl Iterator<Item = (i64, Content)> + '_ {
        self.memory[class.0 as usize].cells.iter().map(|(&position, &content)| {
            let mut at = content;
            while self.contents[at as usize].parent != at {
                at = self.contents[at as usize].parent;
            }
            (position, self.contents[at as usize].content)
        })
    }

    /// Every class that has cells, in the order of its representative.
    pub fn classes_with_cells(&self) -> impl Iterator<Item = ClassId> + '_ {
        let occupied = |&i: &u32| !self.memory[i as usize].cells.is_empty();
        (0..self.memory.len() as u32).filter(occupied).map(ClassId)
    }

    /// Every edge that tied two nodes.
    pub fn ties(&self) -> &[Tie] {
        &self.ties
    }

    /// Says that `a` is `b` plus `delta` bytes, as far as either is known.
    pub fn unify(&mut self, a: Node, b: Node, delta: i64, by: Value) {
        self.pending.push((a, b, delta, Some(by)));
        self.settle();
    }

    /// Says that the positions in the node's class are known only modulo `stride` bytes.
    pub fn weaken(&mut self, node: Node, stride: u64) {
        let (class, _) = self.find(node);
        self.shrink_stride(class, stride);
        self.settle();
    }

    /// Records what an access found at `offset` bytes from the pointer.
    pub fn access(&mut self, pointer: Node, offset: u64, found: Content) {
        let cell = self.cell(pointer, offset);
        self.merge_content(cell, found);
        self.settle();
    }

    /// The pointee of the cell at `offset` bytes from the pointer.
    pub fn pointee(&mut self, pointer: Node, offset: u64, by: Option<Inst>) -> Node {
        let cell = self.cell(pointer, offset);
        if let Some((node, _)) = self.contents[cell as usize].content.pointee {
            return node;
        }
        let node = self.fresh();
        self.contents[cell as usize].content.pointee = Some((node, by));
        node
    }

    /// The pointee of the cell at `offset` bytes from the pointer, if pointers were found there.
    pub fn known_pointee(&mut self, pointer: Node, offset: u64) -> Option<Node> {
        self.content_at(pointer, offset)?.pointee.map(|(node, _)| node)
    }

    /// What was found at `offset` bytes from the pointer, if anything.
    pub fn content_at(&mut self, pointer: Node, offset: u64) -> Option<Content> {
        let (class, position) = self.find(pointer);
        let at = self.normal(class.0, position.wrapping_add(offset as i64));
        let content = *self.memory[class.0 as usize].cells.get(&at)?;
        let root = self.find_content(content);
        Some(self.contents[root as usize].content)
    }

    /// Says that the cells at two places hold the same, as a copy makes them.
    pub fn unify_content(&mut self, a: Node, b: Node, offset: u64, by: Option<Inst>) {
        let (a, b) = (self.cell(a, offset), self.cell(b, offset));
        self.join_content(a, b);
        let a = self.find_content(a);
        self.merge_content(a, Content { copied: by, ..Content::default() });
        self.settle();
    }

    /// Says that the cells at two places hold the same, each so many bytes from a pointer.
    pub fn share_content(&mut self, a: (Node, i64), b: (Node, i64)) {
        let (a, b) = (self.cell(a.0, a.1 as u64), self.cell(b.0, b.1 as u64));
        self.join_content(a, b);
        self.settle();
    }

    /// The content at `offset` bytes from the pointer.
    fn cell(&mut self, pointer: Node, offset: u64) -> u32 {
        let (class, position) = self.find(pointer);
        let at = self.normal(class.0, position.wrapping_add(offset as i64));
        if let Some(&content) = self.memory[class.0 as usize].cells.get(&at) {
            return self.find_content(content);
        }
        let content = self.contents.len() as u32;
        self.contents.push(SharedContent { parent: content, content: Content::default() });
        self.memory[class.0 as usize].cells.insert(at, content);
        content
    }

    fn find_content(&mut self, content: u32) -> u32 {
        let mut root = content;
        while self.contents[root as usize].parent != root {
            root = self.contents[root as usize].parent;
        }
        let mut at = content;
        while at != root {
            at = std::mem::replace(&mut self.contents[at as usize].parent, root);
        }
        root
    }

    fn settle(&mut self) {
        while let Some((a, b, delta, by)) = self.pending.pop() {
            if let Some(by) = by {
                self.ties.push(Tie { a, b, by });
            }
            let (a_class, a_position) = self.find(a);
            let (b_class, b_position) = self.find(b);
            // position(a) should be position(b) + delta.
            let wanted = b_position.wrapping_add(delta);
            if a_class == b_class {
                self.shrink_stride(a_class, a_position.abs_diff(wanted));
            } else {
                self.join(a_class, b_class, a_position.wrapping_sub(wanted));
            }
        }
    }

    /// Joins `b` into `a`, whose positions are `shift` more than `b`'s, or the other way round.
    fn join(&mut self, a: ClassId, b: ClassId, shift: i64) {
        let weight = |m: &Memory| (m.cells.len(), m.size);
        let a_is_larger = weight(&self.memory[a.0 as usize]) >= weight(&self.memory[b.0 as usize]);
        let (into, from, shift) =
            if a_is_larger { (a, b, shift) } else { (b, a, shift.wrapping_neg()) };
        let moved = std::mem::take(&mut self.memory[from.0 as usize]);
        self.links[from.0 as usize] = Link { parent: into.0, delta: shift };
        self.memory[into.0 as usize].size += moved.size;
        if moved.stride != 0 {
            self.shrink_stride(into, moved.stride);
        }
        for (at, content) in moved.cells {
            let at = self.normal(into.0, at.wrapping_add(shift));
            self.merge_cell(into, at, content);
        }
    }

    fn shrink_stride(&mut self, class: ClassId, by: u64) {
        let memory = &mut self.memory[class.0 as usize];
        let stride = divisor(memory.stride, by);
        if stride == memory.stride {
            return;
        }
        memory.stride = stride;
        for (at, content) in std::mem::take(&mut memory.cells) {
            let at = self.normal(class.0, at);
            self.merge_cell(class, at, content);
        }
    }

    /// Puts a cell into a class that may have one at the position already.
    fn merge_cell(&mut self, class: ClassId, at: i64, content: u32) {
        match self.memory[class.0 as usize].cells.get(&at).copied() {
            Some(old) => self.join_content(old, content),
            None => {
                self.memory[class.0 as usize].cells.insert(at, content);
            }
        }
    }

    fn join_content(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find_content(a), self.find_content(b));
        if a != b {
            self.contents[b as usize].parent = a;
            let found = self.contents[b as usize].content;
            self.merge_content(a, found);
        }
    }

    fn merge_content(&mut self, content: u32, found: Content) {
        let known = &mut self.contents[content as usize].content;
        known.tracked = known.tracked.or(found.tracked);
        known.derived = known.derived.or(found.derived);
        known.copied = known.copied.or(found.copied);
        known.data = match (known.data, found.data) {
            (Some(old), Some(new)) if new.1 > old.1 => Some(new),
            (old, new) => old.or(new),
        };
        match (known.pointee, found.pointee) {
            (Some((old, _)), Some((new, by))) => {
                self.pending.push((old, new, 0, by.map(Inst::value)));
            }
            (None, pointee) => known.pointee = pointee,
            (Some(_), None) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Context;

    fn tie() -> Value {
        // Ties are only printed; any constant will do.
        Context::of_test_thread().int(1).int(0)
    }

    #[test]
    fn a_pointer_that_steps_through_memory_makes_a_stride() {
        let mut classes = Classes::default();
        let (base, walker) = (classes.fresh(), classes.fresh());
        classes.unify(walker, base, 0, tie());
        classes.unify(walker, base, 24, tie());
        let class = classes.class(base);
        assert_eq!(classes.stride(class), 24);
        classes.weaken(walker, 16);
        assert_eq!(classes.stride(class), 8);
    }

    #[test]
    fn positions_survive_joins_in_either_direction() {
        let mut classes = Classes::default();
        let nodes: Vec<Node> = (0..4).map(|_| classes.fresh()).collect();
        classes.unify(nodes[1], nodes[0], 8, tie());
        classes.unify(nodes[3], nodes[2], 16, tie());
        classes.unify(nodes[2], nodes[1], 100, tie());
        let at = |classes: &mut Classes, n: Node| classes.find(n).1;
        let base = at(&mut classes, nodes[0]);
        assert_eq!(at(&mut classes, nodes[3]) - base, 124);
        assert_eq!(at(&mut classes, nodes[1]) - base, 8);
    }

    #[test]
    fn joining_memory_joins_what_its_cells_point_to() {
        let mut classes = Classes::default();
        let (a, b) = (classes.fresh(), classes.fresh());
        let (x, y) = (classes.pointee(a, 8, None), classes.pointee(b, 0, None));
        assert_ne!(classes.class(x), classes.class(y));
        classes.unify(b, a, 8, tie());
        assert_eq!(classes.class(x), classes.class(y));
    }

    #[test]
    fn copied_cells_share_what_is_learnt_later() {
        let mut classes = Classes::default();
        let (a, b) = (classes.fresh(), classes.fresh());
        classes.unify_content(a, b, 16, None);
        let x = classes.pointee(a, 16, None);
        let y = classes.pointee(b, 16, None);
        assert_eq!(classes.class(x), classes.class(y));
        assert_ne!(classes.class(a), classes.class(b));
    }
}
