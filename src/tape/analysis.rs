//! What the analysis knows of a module: nodes of values, classes of memory, sites and facts.
//!
//! Invariant: every plain pointer leaf of a value that code can compute has a node, except the
//! *neutral* ones (`null`, `undef`, `poison`), which may be any class's. A class is *closed* when
//! no blocking fact is about one of its nodes: then its sites are all the memory its pointers
//! reach, and every use of them is one that the rewriter knows.

use super::classes::{ClassId, Classes, Node};
use super::constraints::Choices;
use super::leaves::{LeafKind, Leaves};
use super::parts::Parts;
use super::sites::{site, Site, SiteKind, Size};
use crate::diagnostics::Code;
use crate::ir::{Function, Inst, Module, Opcode, Type, TypeKind, Value};
use crate::julia;
use crate::options::Dynamic;
use std::collections::HashMap;

/// Something about a node that bears on whether its class can be lowered.
#[derive(Clone, Debug)]
pub struct Fact {
    /// The node.
    pub node: Node,
    /// What it means.
    pub effect: Effect,
    /// The message's code.
    pub code: Code,
    /// What happens, to complete "the tape …".
    pub what: String,
    /// Where: an instruction, a function or a global.
    pub at: Value,
}

/// What a fact does to its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The class cannot be lowered.
    Blocks,
    /// The memory is an argument of an exported function of this module: memory that is only lent
    /// to it, not part of a tape, may stay where it is.
    Lent,
    /// The class cannot be lowered, but all code that reaches its memory is here: a local global.
    Pinned,
}

/// The nodes of a value: neutral, or one per plain pointer leaf from this one on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nodes {
    /// Null, undef or poison: any class's.
    Neutral,
    /// The first of the value's nodes.
    From(Node),
}

impl Nodes {
    /// The node of leaf `index`.
    pub fn leaf(self, index: u32) -> Option<Node> {
        match self {
            Nodes::Neutral => None,
            Nodes::From(Node(first)) => Some(Node(first + index)),
        }
    }
}

/// The state of the analysis.
pub struct Analysis {
    /// The module.
    pub module: Module,
    /// Leaves of types.
    pub leaves: Leaves,
    /// Classes of memory.
    pub classes: Classes,
    /// Allocation sites in module order, each with its node.
    pub sites: Vec<(Site, Node)>,
    /// What tapes of run-time length become.
    pub dynamic: Dynamic,
    /// Parts of shared allocations that are sites of their own.
    pub parts: Parts,
    /// Facts in module order.
    pub facts: Vec<Fact>,
    /// Accesses aligned to more than an object is: node and instruction.
    pub over_aligned: Vec<(Node, Inst)>,
    /// Calls of `free`, with what they free.
    pub frees: Vec<(Node, Inst)>,
    /// Pointers that functions return.
    pub returned: Vec<Node>,
    /// Functions whose address is taken, with the node of the address.
    pub addresses: Vec<(Function, Node)>,
    /// Calls through pointers, with a function that the pointer may be and that stands for all.
    pub indirect: HashMap<Inst, Function>,
    /// Pointers that are one of several places, while instructions are visited.
    pub choices: Choices,
    nodes: HashMap<Value, Nodes>,
    returns: HashMap<Function, Node>,
}

impl Analysis {
    /// An analysis that has seen nothing yet.
    pub fn new(module: Module, dynamic: Dynamic, parts: Parts) -> Analysis {
        Analysis {
            module,
            leaves: Leaves::new(module.data_layout()),
            classes: Classes::default(),
            sites: Vec::new(),
            dynamic,
            parts,
            facts: Vec::new(),
            over_aligned: Vec::new(),
            frees: Vec::new(),
            returned: Vec::new(),
            addresses: Vec::new(),
            indirect: HashMap::new(),
            choices: Choices::default(),
            nodes: HashMap::new(),
            returns: HashMap::new(),
        }
    }

    /// The site that an instruction is.
    pub fn site(&self, inst: Inst) -> Option<Site> {
        if self.parts.allocation.contains_key(&inst) {
            return Some(Site { inst, kind: SiteKind::Part });
        }
        site(inst)
    }

    /// The size of a site.
    pub fn size(&self, site: &Site) -> Size {
        match self.parts.sizes.get(&site.inst) {
            Some(&size) => size,
            None => Size::of(site, |ty| self.leaves.data_layout().alloc_size(ty)),
        }
    }

    /// Bytes of a word.
    pub fn word(&self) -> u64 {
        self.leaves.data_layout().word()
    }

    /// How many nodes values of the type have.
    pub fn count(&mut self, ty: Type) -> u32 {
        self.leaves.count(ty)
    }

    /// The nodes of a value; made on first sight. The value's type has at least one.
    pub fn nodes(&mut self, value: Value) -> Nodes {
        if let Some(&known) = self.nodes.get(&value) {
            return known;
        }
        let made = self.make_nodes(value);
        self.nodes.insert(value, made);
        made
    }

    /// Gives `new`, which replaces `old`, its nodes.
    pub fn same_nodes(&mut self, old: Value, new: Value) {
        if let Some(&nodes) = self.nodes.get(&old) {
            self.nodes.insert(new, nodes);
        }
    }

    /// The class of a scalar pointer value, if it has one.
    pub fn class_of(&mut self, pointer: Value) -> Option<ClassId> {
        let ty = pointer.ty();
        if !ty.is_pointer() || ty.address_space() == Some(julia::TRACKED) {
            return None;
        }
        let node = self.nodes(pointer).leaf(0)?;
        Some(self.classes.class(node))
    }

    /// The first node of a function's result, if its type has one.
    pub fn return_nodes(&mut self, function: Function) -> Node {
        if let Some(&known) = self.returns.get(&function) {
            return known;
        }
        let count = self.count(function.function_type().result());
        let first = self.fresh(count);
        self.returns.insert(function, first);
        first
    }

    /// Makes `count` fresh nodes (at least one) and returns the first.
    pub fn fresh(&mut self, count: u32) -> Node {
        let first = self.classes.fresh();
        for _ in 1..count {
            self.classes.fresh();
        }
        first
    }

    fn make_nodes(&mut self, value: Value) -> Nodes {
        if value.is_null() || value.is_undef() {
            return Nodes::Neutral;
        }
        if let Some(inst) = value.as_inst().filter(|i| i.opcode() == Opcode::LLVMExtractValue) {
            return self.part_nodes(inst);
        }
        let count = self.count(value.ty());
        let first = self.fresh(count);
        if value.is_constant() {
            // Known before its parts are looked at: a global may hold its own address.
            self.nodes.insert(value, Nodes::From(first));
            self.constant(value, first);
        }
        Nodes::From(first)
    }

    /// An extracted part has the nodes of the aggregate's part.
    fn part_nodes(&mut self, extract: Inst) -> Nodes {
        let aggregate = extract.operand(0);
        let (skipped, _) = self.leaves.part(aggregate.ty(), &extract.aggregate_indices());
        match self.nodes(aggregate).leaf(skipped) {
            Some(node) => Nodes::From(node),
            None => Nodes::Neutral,
        }
    }

    /// What is known of a constant that is not neutral.
    fn constant(&mut self, value: Value, first: Node) {
        if let Some(function) = value.as_function() {
            self.addresses.push((function, first));
            return;
        }
        if value.is_global() {
            let what = format!("may be '{}', a global", value.name());
            let effect = if value.is_local_variable() { Effect::Pinned } else { Effect::Blocks };
            let code = Code::MixedWithOther;
            self.facts.push(Fact { node: first, effect, code, what, at: value });
            return;
        }
        match value.constant_opcode() {
            Some(Opcode::LLVMGetElementPtr) => {
                self.alias(first, value.operand(0), value);
                self.classes.weaken(first, 1);
            }
            Some(Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast)
                if value.ty().is_pointer()
                    && value.operand(0).ty().address_space() != Some(julia::TRACKED) =>
            {
                self.alias(first, value.operand(0), value);
            }
            Some(_) => {
                self.blocks(first, Code::MixedWithOther, "may be a constant address", value);
            }
            None => self.constant_parts(value, first),
        }
    }

    /// Leaf by leaf, what a pointer in memory at `address` may point to.
    pub fn initial_content(&mut self, address: Node, value: Value) {
        if self.count(value.ty()) == 0 || value.is_null() || value.is_undef() {
            return;
        }
        for leaf in self.leaves.of(value.ty()).iter() {
            let LeafKind::Plain(index) = leaf.kind else { continue };
            let pointee = self.classes.pointee(address, leaf.offset, None);
            if let Some(node) = self.nodes(value).leaf(index) {
                self.classes.unify(pointee, node, 0, value);
            }
        }
    }

    fn alias(&mut self, node: Node, of: Value, by: Value) {
        if let Some(other) = self.nodes(of).leaf(0) {
            self.classes.unify(node, other, 0, by);
        }
    }

    fn constant_parts(&mut self, value: Value, first: Node) {
        let kind = value.ty().kind();
        if !matches!(kind, TypeKind::Struct(_) | TypeKind::Array(_) | TypeKind::Vector(_)) {
            self.blocks(first, Code::MixedWithOther, "may be a constant address", value);
            return;
        }
        // Elements share their nodes.
        let is_array = !matches!(kind, TypeKind::Struct(_));
        let mut at = first.0;
        for part in value.operands() {
            let count = self.count(part.ty());
            if count == 0 {
                continue;
            }
            for leaf in 0..count {
                if let Some(node) = self.nodes(part).leaf(leaf) {
                    self.classes.unify(Node(at + leaf), node, 0, value);
                }
            }
            if !is_array {
                at += count;
            }
        }
    }

    /// Records that the node's class cannot be lowered.
    pub fn blocks(&mut self, node: Node, code: Code, what: impl Into<String>, at: Value) {
        self.facts.push(Fact { node, effect: Effect::Blocks, code, what: what.into(), at });
    }

    /// Records that every plain pointer leaf of `value` cannot be lowered.
    pub fn blocks_value(&mut self, value: Value, code: Code, what: &str, at: Value) {
        for leaf in 0..self.count(value.ty()) {
            if let Some(node) = self.nodes(value).leaf(leaf) {
                self.blocks(node, code, what, at);
            }
        }
    }
}
