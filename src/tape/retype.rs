//! The types that values and memory have once their classes are lowered.
//!
//! A pointer to lowered memory becomes a tracked pointer, wherever it lies: alone, in a struct,
//! array or vector, in a slot, parameter or result. Everything else keeps its type; sizes and
//! offsets stay as they are, since all pointers are words.

use super::analysis::{Analysis, Nodes};
use super::classes::{ClassId, Node};
use super::layout::Layout;
use super::leaves::holds_pointer;
use super::verdict::Verdicts;
use super::words::copies_of;
use crate::ir::{Context, Function, Inst, Type, TypeKind, Value};
use crate::julia;

/// The greatest number of elements of a slot that may differ.
const LONGEST_SLOT: u64 = 1 << 13;

/// Answers what becomes of values, types and memory under given verdicts.
pub struct Retype<'a> {
    /// The analysis.
    pub analysis: &'a mut Analysis,
    /// The verdicts.
    pub verdicts: &'a Verdicts,
}

impl<'a> Retype<'a> {
    fn context(&self) -> Context {
        self.analysis.module.context()
    }

    /// Whether pointers of this node become tracked.
    pub fn is_lowered(&mut self, node: Node) -> bool {
        self.layout(node).is_some()
    }

    /// The layout of the objects a node points to, if they are lowered.
    pub fn layout(&mut self, node: Node) -> Option<&'a Layout> {
        let class = self.analysis.classes.class(node);
        self.verdicts.layout(class)
    }

    /// The class and layout of a scalar pointer value, if its memory is lowered.
    pub fn lowered(&mut self, pointer: Value) -> Option<(ClassId, &'a Layout)> {
        let class = self.analysis.class_of(pointer)?;
        Some((class, self.verdicts.layout(class)?))
    }

    /// Whether a word of memory holds a pointer that is tracked from now on.
    pub fn is_pointer_word(&mut self, address: Node, offset: u64) -> bool {
        let Some(content) = self.analysis.classes.content_at(address, offset) else {
            return false;
        };
        let tape = content.pointee.is_some_and(|(node, _)| self.is_lowered(node));
        tape || content.tracked.is_some()
    }

    /// Whether a load of a word that is only copied copies a pointer from or to lowered memory.
    pub fn copies_pointer_word(&mut self, load: Inst) -> bool {
        let Some(stores) = copies_of(load, self.analysis.word()) else { return false };
        let node = self.analysis.nodes(load.operand(0)).leaf(0);
        let pointer = node.is_some_and(|node| self.is_pointer_word(node, 0));
        let mut places = stores.into_iter().map(|s| s.operand(1)).chain([load.operand(0)]);
        pointer && places.any(|place| self.lowered(place).is_some())
    }

    /// Whether a copy's bytes from `side` on contain tracked pointers, or may.
    pub fn copies_pointers(&mut self, copy: Inst, side: Value) -> bool {
        let Some(node) = self.analysis.nodes(side).leaf(0) else { return false };
        let Some(bytes) = copy.operand(2).as_u64() else { return true };
        let words = (0..bytes).step_by(self.analysis.word() as usize);
        words.into_iter().any(|word| self.is_pointer_word(node, word))
    }

    /// The type of a value. Neutral constants have the type of their context instead.
    pub fn value_type(&mut self, value: Value) -> Type {
        let ty = value.ty();
        if self.analysis.count(ty) == 0 {
            return ty;
        }
        match self.analysis.nodes(value) {
            Nodes::Neutral => ty,
            Nodes::From(first) => {
                let mut at = first.0;
                self.with_nodes(ty, &mut at)
            }
        }
    }

    /// The result type of a function.
    pub fn result_type(&mut self, function: Function) -> Type {
        let ty = function.function_type().result();
        if self.analysis.count(ty) == 0 {
            return ty;
        }
        let Node(mut at) = self.analysis.return_nodes(function);
        self.with_nodes(ty, &mut at)
    }

    /// The function's type.
    pub fn function_type(&mut self, function: Function) -> Type {
        let ty = function.function_type();
        let params: Vec<Type> = function.params().into_iter().map(|p| self.value_type(p)).collect();
        self.result_type(function).function(&params, ty.is_variadic())
    }

    fn with_nodes(&mut self, ty: Type, at: &mut u32) -> Type {
        let tracked = julia::tracked_type(self.context());
        match ty.kind() {
            TypeKind::Pointer(julia::TRACKED) => ty,
            TypeKind::Pointer(_) => {
                let node = Node(*at);
                *at += 1;
                if self.is_lowered(node) {
                    tracked
                } else {
                    ty
                }
            }
            TypeKind::Array(_) | TypeKind::Vector(_) => {
                let element = self.with_nodes(ty.element(), at);
                with_element(ty, element)
            }
            TypeKind::ScalableVector => {
                *at += self.analysis.count(ty);
                ty
            }
            TypeKind::Struct(_) => {
                let fields = ty.fields();
                let fields = fields.into_iter().map(|field| self.with_nodes(field, at)).collect();
                self.with_fields(ty, fields)
            }
            _ => ty,
        }
    }

    /// The type of memory at an address, seen as `ty`.
    pub fn memory_type(&mut self, address: Value, ty: Type) -> Type {
        if self.analysis.count(ty) == 0 || self.analysis.count(address.ty()) == 0 {
            return ty;
        }
        match self.analysis.nodes(address).leaf(0) {
            Some(node) if ty.is_sized() => self.with_cells(ty, node, 0),
            _ => ty,
        }
    }

    fn with_cells(&mut self, ty: Type, address: Node, offset: u64) -> Type {
        let layout = self.analysis.leaves.data_layout();
        match ty.kind() {
            TypeKind::Pointer(julia::TRACKED) => ty,
            TypeKind::Pointer(_) => match self.analysis.classes.known_pointee(address, offset) {
                Some(pointee) if self.is_lowered(pointee) => julia::tracked_type(self.context()),
                _ => ty,
            },
            TypeKind::Vector(_) => {
                let element = self.with_cells(ty.element(), address, offset);
                with_element(ty, element)
            }
            TypeKind::Array(length) if holds_pointer(ty) => {
                let stride = layout.alloc_size(ty.element());
                // Memory that large is no slot: its elements are all alike.
                let elements: Vec<Type> = (0..length.min(LONGEST_SLOT))
                    .map(|i| self.with_cells(ty.element(), address, offset + i * stride))
                    .collect();
                match elements.first() {
                    Some(&first) if elements.iter().all(|&e| e == first) => with_element(ty, first),
                    // Elements accessed one by one may become different things.
                    Some(_) if length > LONGEST_SLOT => ty,
                    Some(_) => self.context().struct_type(&elements, false),
                    None => ty,
                }
            }
            TypeKind::Struct(_) => {
                let mut fields = ty.fields();
                for (i, field) in fields.iter_mut().enumerate() {
                    let at = offset + layout.field_offset(ty, i as u32);
                    *field = self.with_cells(*field, address, at);
                }
                self.with_fields(ty, fields)
            }
            _ => ty,
        }
    }

    /// Types without a change stay the same object, names and all.
    fn with_fields(&self, ty: Type, fields: Vec<Type>) -> Type {
        if fields == ty.fields() {
            ty
        } else {
            self.context().struct_type(&fields, ty.is_packed())
        }
    }
}

/// The type of the whole alloca; of one of run-time length, which is no slot, that of an element.
pub fn slot_type(alloca: Inst) -> Type {
    match alloca.operand(0).as_u64() {
        Some(1) | None => alloca.allocated_type(),
        Some(count) => alloca.allocated_type().array(count),
    }
}

fn with_element(ty: Type, element: Type) -> Type {
    match ty.kind() {
        _ if element == ty.element() => ty,
        TypeKind::Array(length) => element.array(length),
        TypeKind::Vector(length) => element.vector(length),
        _ => ty,
    }
}
