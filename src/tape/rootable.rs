//! Which allocas Julia's LateLowerGCFrame can root where they are.
//!
//! Tested on Julia 1.10, 1.11 and 1.13: a static alloca in the entry block, whose address does not
//! escape, with direct loads and stores through inbounds geps with constant offsets (any offset
//! where every word of the alloca is a pointer), and with a pointer type at each word that holds
//! one. `memcpy` only into an alloca of one tracked pointer. What is not on this list may silently
//! stay unrooted.

use super::leaves::{holds_pointer, LeafKind, Leaves};
use crate::ir::{DataLayout, Inst, Opcode, Type, TypeKind, Value};
use crate::julia;
use std::collections::HashSet;

/// The largest alloca, in bytes, whose words are looked at one by one; larger ones are no slots.
const LARGEST: u64 = 1 << 16;

/// Whether Julia roots the pointers at these byte offsets of the alloca.
pub fn is_rootable(leaves: &mut Leaves, alloca: Inst, pointers: &[u64]) -> bool {
    let Some(count) = alloca.operand(0).as_u64() else { return false };
    if alloca.block() != alloca.function().entry() {
        return false;
    }
    let ty = alloca.allocated_type();
    let unit = leaves.data_layout().alloc_size(ty).max(1);
    if unit.saturating_mul(count) > LARGEST {
        return false;
    }
    let leaf_list = leaves.of(ty);
    let typed: HashSet<u64> =
        leaf_list.iter().filter(|l| l.kind != LeafKind::Data).map(|l| l.offset).collect();
    let has_type = |&at: &u64| at / unit < count && typed.contains(&(at % unit));
    if !pointers.iter().all(has_type) {
        return false;
    }
    // The lanes of a vector become tracked together or not at all.
    let mut vectors = Vec::new();
    plain_vectors(leaves.data_layout(), ty, 0, &mut vectors);
    let words: HashSet<u64> = pointers.iter().map(|at| at % unit).collect();
    let is_torn = |lanes: &Vec<u64>| {
        let tracked = lanes.iter().filter(|lane| words.contains(lane)).count();
        tracked != 0 && tracked != lanes.len()
    };
    if vectors.iter().any(is_torn) {
        return false;
    }
    let all_pointers = typed.len() as u64 * leaves.data_layout().word() == unit;
    let single = count == 1 && ty.address_space() == Some(julia::TRACKED);
    let uses = Uses { leaves, all_pointers, single };
    uses.are_direct(alloca.value())
}

/// The offsets of each vector's lanes, where they are plain pointers.
fn plain_vectors(layout: DataLayout, ty: Type, offset: u64, found: &mut Vec<Vec<u64>>) {
    match ty.kind() {
        TypeKind::Vector(lanes) if holds_pointer(ty) && !julia::carries_tracked(ty) => {
            found.push((0..u64::from(lanes)).map(|lane| offset + lane * layout.word()).collect());
        }
        TypeKind::Array(length) if holds_pointer(ty) => {
            let stride = layout.alloc_size(ty.element());
            for i in 0..length {
                plain_vectors(layout, ty.element(), offset + i * stride, found);
            }
        }
        TypeKind::Struct(_) => {
            for (i, field) in (0..).zip(ty.fields()) {
                plain_vectors(layout, field, offset + layout.field_offset(ty, i), found);
            }
        }
        _ => {}
    }
}

struct Uses<'a> {
    leaves: &'a Leaves,
    /// Every word of the alloca is a pointer.
    all_pointers: bool,
    /// It is one tracked pointer.
    single: bool,
}

impl Uses<'_> {
    fn are_direct(&self, address: Value) -> bool {
        let mut todo = vec![address];
        while let Some(address) = todo.pop() {
            for user in address.users() {
                let Some(inst) = user.as_inst() else { return false };
                match inst.opcode() {
                    Opcode::LLVMLoad => {}
                    Opcode::LLVMStore if inst.operand(0) != address => {}
                    Opcode::LLVMBitCast => todo.push(inst.value()),
                    Opcode::LLVMGetElementPtr if self.is_direct_gep(inst) => {
                        todo.push(inst.value());
                    }
                    Opcode::LLVMCall if self.is_harmless_call(inst, address) => {}
                    _ => return false,
                }
            }
        }
        true
    }

    fn is_direct_gep(&self, gep: Inst) -> bool {
        let constant = gep.constant_offset(self.leaves.data_layout()).is_some();
        let start = gep.operands().skip(1).all(|index| index.is_null());
        start || gep.is_inbounds() && (constant || self.all_pointers)
    }

    fn is_harmless_call(&self, call: Inst, address: Value) -> bool {
        let Some(callee) = call.callee().as_function().filter(|f| f.is_intrinsic()) else {
            return false;
        };
        let name = callee.name();
        let is_target = call.operand(0) == address && call.operand(1) != address;
        super::constraints::is_marker(&name)
            || name.starts_with("llvm.memset.")
            || self.single && is_target && name.starts_with("llvm.memcpy.")
    }
}
