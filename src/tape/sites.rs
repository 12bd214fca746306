//! Allocation sites and the C functions that make them.
//!
//! A site is where memory comes into being: a call of `malloc`, `calloc` or `realloc`, or an
//! alloca. Only declared functions with libc's types count: a module's own `malloc` is a function
//! like any other. The names of values and attributes prove nothing and are not looked at.

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

/// How far [`known_multiple`] follows operands.
const DEPTH: u32 = 6;

/// A number that divides the value, from the arithmetic that makes it. Arithmetic that wraps
/// around makes a size or index that no memory has, so wrapping is not considered.
pub fn known_multiple(value: Value) -> u64 {
    multiple(value, DEPTH)
}

fn multiple(value: Value, depth: u32) -> u64 {
    if let Some(constant) = value.as_u64() {
        return constant;
    }
    let Some(inst) = value.as_inst().filter(|_| depth > 0) else { return 1 };
    let of = |i| multiple(inst.operand(i), depth - 1);
    match inst.opcode() {
        Opcode::LLVMMul => of(0).saturating_mul(of(1)).max(1),
        Opcode::LLVMAdd => divisor(of(0), of(1)).max(rounded_up(inst)),
        Opcode::LLVMSub | Opcode::LLVMOr => divisor(of(0), of(1)).max(1),
        // `C << n`, the doubling sizes of growing caches, is a multiple of C at least.
        Opcode::LLVMShl => of(0).saturating_mul(1 << least_shift(inst.operand(1))).max(1),
        // `C << n >> 1`: the part of a grown cache that is old.
        Opcode::LLVMLShr => match inst.operand(1).as_u64() {
            Some(bits) if bits < 63 && of(0) % (1 << bits) == 0 => (of(0) >> bits).max(1),
            _ => 1,
        },
        Opcode::LLVMAnd => match inst.operand(1).as_u64() {
            Some(mask) if mask != 0 => 1 << mask.trailing_zeros().min(62),
            _ => 1,
        },
        Opcode::LLVMSelect => divisor(of(1), of(2)).max(1),
        Opcode::LLVMSExt | Opcode::LLVMZExt | Opcode::LLVMTrunc | Opcode::LLVMFreeze => {
            of(0).max(1)
        }
        _ => 1,
    }
}

/// `(n | 15) + 1`, as Enzyme rounds the sizes of tapes that share an allocation, is a multiple of 16.
fn rounded_up(add: Inst) -> u64 {
    let or = add.operand(0).as_inst().filter(|i| i.opcode() == Opcode::LLVMOr);
    let mask = or.and_then(|or| or.operand(1).as_u64()).unwrap_or(0);
    let rounds = add.operand(1).as_u64() == Some(1) && mask < 1 << 32;
    if rounds && (mask + 1).is_power_of_two() {
        mask + 1
    } else {
        1
    }
}

/// The least number of bits a shift can be by.
fn least_shift(amount: Value) -> u64 {
    if let Some(bits) = amount.as_u64() {
        return bits.min(62);
    }
    // `64 - ctlz(n)` with n != 0 is at least 1.
    let counts_leading_zeros = |v: Value| {
        v.as_inst().filter(|i| i.is_call()).is_some_and(|call| {
            let callee = call.callee().as_function();
            let is_ctlz = callee.is_some_and(|f| f.name() == "llvm.ctlz.i64");
            is_ctlz && call.operand(1).as_u64() == Some(1)
        })
    };
    let is_bit_length = amount.as_inst().is_some_and(|inst| {
        inst.opcode() == Opcode::LLVMSub
            && inst.operand(0).as_u64() == Some(64)
            && counts_leading_zeros(inst.operand(1))
    });
    is_bit_length.into()
}

/// The greatest common divisor; of 0 and n it is n.
pub fn divisor(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
