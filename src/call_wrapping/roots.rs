//! Which values a wrapped call needs rooted, and whether Julia can root them.
//!
//! Invariant: whatever object the callee may reach through an argument is in the caller's GC frame
//! from the enter to the leave, and nothing writes to the frame in between.
//!
//! * Julia's root placement (llvm-late-gc-lowering.cpp) flushes what is live to the frame at the
//!   enter, which is a safepoint. The `"jl_roots"` operands of the leave keep the arguments live up
//!   to there; otherwise 1.12 and later write null to their slots between the call and the leave.
//! * A pointer in address space 12 is taken *out* of the live set of the very call it is passed to,
//!   even if another operand or bundle names it, and from 1.12 on its slot is nulled there, after
//!   the enter. No bundle on enter or leave mends that. So the object itself is passed, in address
//!   space 10: the two have one representation, and the callee never sees the difference. Where
//!   the object cannot be named the call is refused.

use crate::ir::{Attrs, DataLayout, Inst, Opcode, Type, TypeKind, Value};
use crate::julia::{carries_tracked, CALLEE_ROOTED, DERIVED, LOADED, TRACKED};
use std::collections::HashSet;

/// Whether values of the type carry a pointer into one of the address spaces, at any depth.
fn carries(ty: Type, spaces: &[u32]) -> bool {
    match ty.kind() {
        TypeKind::Pointer(space) => spaces.contains(&space),
        TypeKind::Struct(_) => ty.fields().into_iter().any(|field| carries(field, spaces)),
        TypeKind::Array(_) | TypeKind::Vector(_) | TypeKind::ScalableVector => {
            carries(ty.element(), spaces)
        }
        _ => false,
    }
}

/// Whether the type carries pointers to or into objects that its holder must keep alive.
pub fn carries_object(ty: Type) -> bool {
    carries(ty, &[TRACKED, DERIVED, LOADED])
}

/// Whether the type carries pointers that are no object's start.
pub fn carries_derived(ty: Type) -> bool {
    carries(ty, &[DERIVED, CALLEE_ROOTED, LOADED])
}

/// Whether the type carries pointers that the callee is to root.
pub fn carries_callee_rooted(ty: Type) -> bool {
    carries(ty, &[CALLEE_ROOTED])
}

/// The operands of the call that must live until the leave: arguments and what its own bundles name
/// (Julia names there what lies in memory behind plain pointers). Constants are never rooted.
pub fn rooted_operands(call: Inst, callee_rooted: &[(u32, Value)]) -> Vec<Value> {
    let objects = callee_rooted.iter().map(|&(_, object)| object);
    let operands = call.args().into_iter().chain(call.bundle_operands());
    let mut seen = HashSet::new();
    operands
        .filter(|v| !v.is_metadata_or_block() && carries_object(v.ty()))
        .chain(objects)
        .filter(|v| !v.is_constant() && seen.insert(*v))
        .collect()
}

/// Whether the invoke or call passes or returns an object.
pub fn touches_objects(call: Inst) -> bool {
    let touches = |ty| carries_object(ty) || carries_callee_rooted(ty);
    touches(call.ty())
        || call.args().into_iter().chain(call.bundle_operands()).any(|v| touches(v.ty()))
}

/// The objects behind the call's arguments in address space 12, by argument.
///
/// # Errors
/// The argument whose object cannot be named.
pub fn objects_behind(call: Inst) -> Result<Vec<(u32, Value)>, Value> {
    let mut objects = Vec::new();
    for (index, arg) in (0..).zip(call.args()) {
        if !carries_callee_rooted(arg.ty()) || arg.is_null() || arg.is_undef() {
            continue;
        }
        objects.push((index, object_behind(arg).ok_or(arg)?));
    }
    Ok(objects)
}

/// The tracked pointer that a value in address space 12 was cast from.
fn object_behind(value: Value) -> Option<Value> {
    let mut at = value;
    loop {
        if at.ty().address_space()? == TRACKED {
            return Some(at);
        }
        let cast = match at.as_inst() {
            Some(inst) => inst.opcode(),
            None => at.constant_opcode()?,
        };
        match cast {
            Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => at = at.operand(0),
            _ => return None,
        }
    }
}

/// What a structure return asks of the memory it is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sret {
    /// There is none, or Julia's root placement roots the memory itself.
    Rooted,
    /// Objects among data: they must come back a second time, in this many roots.
    NeedsRoots(u64),
}

/// What the type of a structure return asks for.
pub fn sret_needs(ty: Type, layout: DataLayout) -> Sret {
    if !carries_tracked(ty) {
        return Sret::Rooted;
    }
    let (mut objects, mut others) = (0, 0);
    layout.visit_leaves(ty, 0, &mut |_, leaf| {
        let counter = if carries_tracked(leaf) { &mut objects } else { &mut others };
        *counter += 1;
        true
    });
    match others {
        0 => Sret::Rooted,
        _ => Sret::NeedsRoots(objects),
    }
}

/// Front ends' names for the parameter behind a structure return in which the objects come back a
/// second time (Julia's and Enzyme.jl's).
const ROOTS_PARAMETER: [&str; 2] = ["julia.return_roots", "enzymejl_returnRoots"];

/// Whether the call returns no objects in memory that the collector does not scan.
pub fn sret_is_rooted(call: Inst, layout: DataLayout) -> bool {
    let callee = call.callee().as_function();
    let attribute = |at| {
        let own = call.call_attributes().type_value(at, "sret");
        own.or_else(|| callee.and_then(|f| f.attributes().type_value(at, "sret")))
    };
    // LLVM's verifier wants a structure return first or second.
    (0..call.arg_count().min(2)).all(|index| {
        let Some(ty) = attribute(Attrs::Param(index)) else { return true };
        let Sret::NeedsRoots(count) = sret_needs(ty, layout) else { return true };
        if call.arg_count() <= index + 1 {
            return false;
        }
        let roots = Attrs::Param(index + 1);
        ROOTS_PARAMETER.iter().any(|name| {
            call.call_attributes().has(roots, name)
                || callee.is_some_and(|f| f.attributes().has(roots, name))
        }) || is_roots_array(call.operand(index + 1), count)
    })
}

/// Whether the value is the address of as many roots, or handed on from a caller with the same duty.
fn is_roots_array(address: Value, count: u64) -> bool {
    if address.ty().address_space() != Some(0) {
        return false;
    }
    let mut at = address;
    while let Some(cast) = at.as_inst().filter(|i| i.opcode() == Opcode::LLVMBitCast) {
        at = cast.operand(0);
    }
    match at.as_inst() {
        Some(inst) if inst.opcode() == Opcode::LLVMAlloca => {
            let (ty, times) = (inst.allocated_type(), inst.operand(0).as_u64());
            root_count(ty).zip(times).is_some_and(|(n, times)| n.saturating_mul(times) >= count)
        }
        Some(_) => false,
        None => at.is_argument(),
    }
}

/// How many roots a type holds that is nothing but roots.
fn root_count(ty: Type) -> Option<u64> {
    match ty.kind() {
        TypeKind::Pointer(TRACKED) => Some(1),
        TypeKind::Array(count) => root_count(ty.element()).map(|n| n * count),
        TypeKind::Struct(_) => ty.fields().into_iter().map(root_count).sum(),
        _ => None,
    }
}

/// Whether a definition returns no objects in memory that the collector does not scan. What its
/// second parameter points to shows only where pointers are typed.
pub fn definition_sret_is_rooted(function: crate::ir::Function) -> bool {
    let layout = function.module().data_layout();
    let params = function.params();
    (0..params.len().min(2)).all(|index| {
        let attribute = function.attributes().type_value(Attrs::Param(index as u32), "sret");
        let Some(Sret::NeedsRoots(count)) = attribute.map(|ty| sret_needs(ty, layout)) else {
            return true;
        };
        let Some(roots) = params.get(index + 1) else { return false };
        let at = Attrs::Param(index as u32 + 1);
        if ROOTS_PARAMETER.iter().any(|name| function.attributes().has(at, name)) {
            return true;
        }
        let typed = function.module().context().typed_pointers();
        roots.ty().address_space() == Some(0)
            && (!typed || root_count(roots.ty().element()).is_some_and(|n| n >= count))
    })
}
