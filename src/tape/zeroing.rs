//! Every pointer word of a fresh object holds null or an object before the next safepoint.
//!
//! Nobody zeroes fresh objects, and the collector reads every pointer word of them.
//!
//! 1. From the allocation to the next safepoint or the end of its block: which pointer words do
//!    atomic stores set? Other stores do not count: LLVM may delete them in favour of later ones
//!    behind a safepoint.
//! 2. If a word is left, the object is zeroed right behind its allocation, in a form that LLVM
//!    keeps: a volatile `memset` of the object, which also lets Julia's alloc-opt demote it; for a
//!    large object with few pointers, `store atomic … null … release` of each.

use super::rewrite::Fresh;
use crate::ir::{Builder, DataLayout, Inst, Opcode, Ordering, Value};
use crate::julia::{is_safepoint, Dialect};
use std::collections::BTreeSet;

/// From this size on, in bytes, an object may have its pointers zeroed one by one.
const LARGE: u64 = 256;
/// How many geps and casts an address is followed through.
const LONGEST_CHAIN: usize = 32;
/// The greatest number of pointers that are zeroed one by one.
const FEW: usize = 4;

/// Zeroes what needs it; returns how many objects did.
pub fn zero(dialect: Dialect, layout: DataLayout, fresh: &[Fresh]) -> usize {
    let mut zeroed = 0;
    for object in fresh {
        let missing = uninitialised(layout, object);
        if object.zero_all || !missing.is_empty() {
            zero_object(dialect, object, &missing);
            zeroed += 1;
        }
    }
    zeroed
}

// --- (1) ---------------------------------------------------------------------------------------

fn uninitialised(layout: DataLayout, object: &Fresh) -> BTreeSet<u64> {
    let mut missing: BTreeSet<u64> = object.pointers.iter().copied().collect();
    let mut at = object.call.next();
    while let Some(inst) = at.filter(|&i| !is_safepoint(i) && !missing.is_empty()) {
        match inst.opcode() {
            Opcode::LLVMStore
                if inst.ordering() == Ordering::Strong && !inst.operand(0).is_undef() =>
            {
                if let Some(offset) = offset_in(layout, inst.operand(1), object.call.value()) {
                    missing.remove(&offset);
                }
            }
            Opcode::LLVMCall if is_lasting_memset(inst) => {
                let start = offset_in(layout, inst.operand(0), object.call.value());
                if let (Some(start), Some(bytes)) = (start, inst.operand(2).as_u64()) {
                    missing.retain(|&word| word < start || word + layout.word() > start + bytes);
                }
            }
            _ => {}
        }
        at = inst.next();
    }
    missing
}

fn is_lasting_memset(inst: Inst) -> bool {
    let callee = inst.callee().as_function();
    callee.is_some_and(|f| f.is_intrinsic() && f.name().starts_with("llvm.memset."))
        && inst.operand(1).is_null()
        && !inst.operand(3).is_null()
}

/// The constant distance of an address from the object it is computed from.
fn offset_in(layout: DataLayout, address: Value, object: Value) -> Option<u64> {
    let (mut at, mut distance) = (address, 0i64);
    for _ in 0..LONGEST_CHAIN {
        if at == object {
            return u64::try_from(distance).ok();
        }
        let inst = at.as_inst()?;
        match inst.opcode() {
            Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => {}
            Opcode::LLVMGetElementPtr => {
                distance = distance.checked_add(inst.constant_offset(layout)?)?;
            }
            _ => return None,
        }
        at = inst.operand(0);
    }
    None
}

// --- (2) ---------------------------------------------------------------------------------------

fn zero_object(dialect: Dialect, object: &Fresh, missing: &BTreeSet<u64>) {
    let build = Builder::after(object.call);
    let head = dialect.derive(&build, object.call.value());
    let i64 = build.context().int(64);
    if !object.zero_all && object.size >= LARGE && missing.len() <= FEW {
        for &offset in missing {
            let address = build.byte_offset(head, i64.int(offset));
            build.store(dialect.null(), address, dialect.word() as u32).set_release();
        }
        return;
    }
    let zero = build.context().int(8).int(0);
    build.memset(head, zero, i64.int(object.size), dialect.word() as u32, true);
}
