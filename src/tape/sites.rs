//! Allocation sites and the C functions that make them.
//!
//! A site is where memory comes into being: a call of `malloc`, `calloc` or `realloc`, or an
//! alloca. Only declared functions with libc's types count: a module's own `malloc` is a function
//! like any other. The names of values and attributes prove nothing and are not looked at.

use super::congruence::known_multiple;
use crate::ir::{Inst, Opcode, Type, TypeKind, Value};

/// What a call does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryCall {
    /// `malloc(size)`
    Malloc,
    /// `calloc(count, size)`
    Calloc,
    /// `realloc(pointer, size)`
    Realloc,
    /// `free(pointer)`
    Free,
}

/// How a site makes memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteKind {
    /// A call of `malloc`, `calloc` or `realloc`.
    Heap(MemoryCall),
    /// A getelementptr that stands for a part of a shared allocation (`parts`).
    Part,
    /// An alloca.
    Stack,
}

/// A place where memory comes into being.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The call or alloca.
    pub inst: Inst,
    /// How it makes memory.
    pub kind: SiteKind,
}

impl Site {
    /// Whether the memory is on the heap.
    pub fn is_heap(&self) -> bool {
        matches!(self.kind, SiteKind::Heap(_) | SiteKind::Part)
    }
}

/// The number of bytes a site makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Known now.
    Constant(u64),
    /// A product known at run time: values (one or two) and a constant.
    Dynamic(Value, Option<Value>, u64),
    /// The distance from one number of bytes to another: at least the size.
    Difference { end: Value, start: Value },
}

impl Size {
    /// The size of a call or alloca, `unit` being the bytes of an alloca's element.
    pub fn of(site: &Site, unit: impl FnOnce(Type) -> u64) -> Size {
        match site.kind {
            SiteKind::Heap(MemoryCall::Calloc) => {
                Size::product(site.inst.operand(0), Some(site.inst.operand(1)), 1)
            }
            SiteKind::Heap(MemoryCall::Realloc) => Size::product(site.inst.operand(1), None, 1),
            SiteKind::Heap(MemoryCall::Malloc | MemoryCall::Free) => {
                Size::product(site.inst.operand(0), None, 1)
            }
            SiteKind::Part => unreachable!("the size of a part is known to the analysis"),
            SiteKind::Stack => {
                Size::product(site.inst.operand(0), None, unit(site.inst.allocated_type()))
            }
        }
    }

    fn product(a: Value, b: Option<Value>, constant: u64) -> Size {
        let factors = [Some(a), b].into_iter().flatten();
        let known = factors.clone().filter_map(Value::as_u64).product::<u64>();
        let constant = constant.saturating_mul(known);
        let mut unknown = factors.filter(|v| v.as_u64().is_none());
        match (unknown.next(), unknown.next()) {
            (None, _) => Size::Constant(constant),
            (Some(_), _) if constant == 0 => Size::Constant(0),
            (Some(first), second) => Size::Dynamic(first, second, constant),
        }
    }

    /// A number of bytes that divides the size: as far as the arithmetic shows it.
    pub fn multiple(&self) -> u64 {
        match *self {
            Size::Constant(bytes) => bytes,
            Size::Difference { .. } => 1,
            Size::Dynamic(a, b, constant) => known_multiple(a)
                .saturating_mul(b.map_or(1, known_multiple))
                .saturating_mul(constant),
        }
    }
}

/// What a call does to memory, if its callee is one of libc's allocation functions.
pub fn memory_call(inst: Inst) -> Option<MemoryCall> {
    if !inst.is_call() {
        return None;
    }
    let callee = inst.called_function().filter(|f| f.is_declaration())?;
    let ty = callee.function_type();
    let (result, params) = (ty.result(), ty.params());
    let is_pointer = |t: Type| t.address_space() == Some(0);
    let is_size = |t: Type| matches!(t.kind(), TypeKind::Int(32 | 64));
    match (callee.name().as_str(), params.as_slice()) {
        ("malloc", &[size]) if is_pointer(result) && is_size(size) => Some(MemoryCall::Malloc),
        ("calloc", &[count, size]) if is_pointer(result) && is_size(count) && is_size(size) => {
            Some(MemoryCall::Calloc)
        }
        ("realloc", &[old, size]) if is_pointer(result) && is_pointer(old) && is_size(size) => {
            Some(MemoryCall::Realloc)
        }
        ("free", &[pointer]) if is_pointer(pointer) => Some(MemoryCall::Free),
        _ => None,
    }
}

/// The site an instruction is, if any.
pub fn site(inst: Inst) -> Option<Site> {
    let kind = match inst.opcode() {
        Opcode::LLVMAlloca => SiteKind::Stack,
        Opcode::LLVMCall | Opcode::LLVMInvoke => match memory_call(inst)? {
            MemoryCall::Free => return None,
            call => SiteKind::Heap(call),
        },
        _ => return None,
    };
    Some(Site { inst, kind })
}
