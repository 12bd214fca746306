//! Accesses: loads, stores, memset, copies and atomics, and slots of another type.

use std::collections::HashSet;

use super::{Rewriter, Stored};
use crate::ir::{Block, Builder, Inst, Opcode, Ordering, Type, Value};
use crate::julia;
use crate::tape::layout::{Home, Layout};
use crate::tape::retype::slot_type;
use crate::tape::tags::ObjectRef;

/// Metadata on accesses that stops being true of objects, or says what Enzyme wanted of a tape.
const UNTRUE_METADATA: [&str; 7] = [
    "align",
    "dereferenceable",
    "dereferenceable_or_null",
    "enzyme_mustcache",
    "invariant.load",
    "noundef",
    "range",
];

impl Rewriter<'_> {
    /// The address as it is now, whether its memory is lowered or not.
    pub(super) fn place(&mut self, pointer: Value, at: Inst) -> Value {
        if self.retype.lowered(pointer).is_some() {
            self.address(pointer, at)
        } else {
            pointer
        }
    }

    /// The access's alignment. The data of a SimpleVector lies one word behind an aligned start.
    fn alignment(&mut self, access: Inst, pointer: Value) -> u32 {
        match self.retype.lowered(pointer) {
            Some((_, layout)) if layout.home == Home::SimpleVector => {
                access.alignment().min(self.dialect.word() as u32)
            }
            _ => access.alignment(),
        }
    }

    pub(super) fn load(&mut self, inst: Inst) {
        let ty = if self.retype.copies_pointer_word(inst) {
            self.dialect.tracked()
        } else {
            self.retype.value_type(inst.value())
        };
        let address = self.place(inst.operand(0), inst);
        let alignment = self.alignment(inst, inst.operand(0));
        let new = self.builder(inst).load(ty, address, alignment);
        new.copy_access_kind(inst);
        new.copy_metadata(inst);
        let in_object = self.retype.lowered(inst.operand(0)).is_some();
        drop_untrue_metadata(new, in_object || ty != inst.ty());
        if ty == inst.ty() {
            self.replace_same(inst, new);
        } else {
            self.replace(inst, new.value());
        }
    }

    pub(super) fn store(&mut self, inst: Inst) {
        let (old, pointer) = (inst.operand(0), inst.operand(1));
        let ty = if old.is_constant() {
            self.retype.memory_type(pointer, old.ty())
        } else if let Some(&copied) = self.values.get(&old) {
            copied.ty()
        } else {
            self.retype.value_type(old)
        };
        let home = self.retype.lowered(pointer).map(|(_, layout)| layout);
        let ty = self.null_word(inst, home, ty);
        let undefined = old.is_null() || old.is_undef();
        let value = if home.is_some() && undefined && julia::carries_tracked(ty) {
            ty.zero()
        } else {
            self.operand(old, ty)
        };
        let value = match home {
            Some(_) => self.defined(value),
            None => value,
        };
        let address = self.place(pointer, inst);
        let alignment = self.alignment(inst, pointer);
        let new = self.builder(inst).store(value, address, alignment);
        new.copy_access_kind(inst);
        new.copy_metadata(inst);
        drop_untrue_metadata(new, home.is_some());
        self.bury(inst);
        if home.is_none() || !julia::carries_tracked(ty) {
            return;
        }
        if ty.is_pointer() {
            // As Julia's own code generator stores into objects since 1.9: LLVM keeps such stores.
            new.set_alignment(self.dialect.word() as u32);
            if new.ordering() != Ordering::Strong {
                new.set_release();
            }
        }
        self.stored(new, value, pointer);
    }

    /// Notes a store or exchange of tracked pointers into the lowered memory at `pointer`.
    pub(super) fn stored(&mut self, store: Inst, value: Value, pointer: Value) {
        let (_, layout) = self.retype.lowered(pointer).expect("a store into lowered memory");
        let parent = self.base(pointer);
        let stand_in = self.stand_in(pointer, layout, parent);
        let address = match store.opcode() {
            Opcode::LLVMStore => store.operand(1),
            _ => store.operand(0),
        };
        self.out.stores.push(Stored { store, value, address, parent, stand_in });
    }

    /// `store i64 0` over a pointer's word is what memset becomes: a null pointer.
    fn null_word(&mut self, inst: Inst, layout: Option<&Layout>, ty: Type) -> Type {
        let (old, pointer) = (inst.operand(0), inst.operand(1));
        if layout.is_none() || ty.is_pointer() || !(old.is_null() || old.is_undef()) {
            return ty;
        }
        if self.retype.analysis.leaves.data_layout().store_size(ty) != self.dialect.word() {
            return ty;
        }
        let Some(node) = self.retype.analysis.nodes(pointer).leaf(0) else { return ty };
        if self.retype.is_pointer_word(node, 0) {
            self.dialect.tracked()
        } else {
            ty
        }
    }

    /// An object that a barrier may name in a null child's stead. The parent would make an object
    /// of its own type escape; for the others it is as good as any.
    fn stand_in(&mut self, pointer: Value, layout: &Layout, parent: Value) -> ObjectRef {
        match layout.home {
            Home::Object | Home::Tuple => self.class_tag(pointer),
            Home::SimpleVector | Home::Array => ObjectRef::Value(parent),
        }
    }

    pub(super) fn memset(&mut self, inst: Inst) {
        let pointer = inst.operand(0);
        let (_, layout) = self.retype.lowered(pointer).expect("a memset of lowered memory");
        if layout.home == Home::Array && inst.operand(2).as_u64().is_none() {
            self.zero_elements(inst);
            return self.bury(inst);
        }
        let address = self.address(pointer, inst);
        let alignment = if layout.pointers.is_empty() { 1 } else { self.dialect.word() as u32 };
        // Null pointers in objects are stored so that LLVM keeps them.
        let volatile = !inst.operand(3).is_null()
            || layout.home == Home::Object && !layout.pointers.is_empty();
        let (byte, length) = (inst.operand(1), inst.operand(2));
        let new = self.builder(inst).memset(address, byte, length, alignment, volatile);
        new.copy_metadata(inst);
        self.bury(inst);
    }

    /// An atomic read-modify-write. Its ordering stays as it is.
    pub(super) fn atomic(&mut self, inst: Inst) {
        let pointer = inst.operand(0);
        // A comparison's new value is its last operand, an exchange's the one behind the address.
        let value = match inst.opcode() {
            Opcode::LLVMAtomicCmpXchg => inst.operand(2),
            _ => inst.operand(1),
        };
        let address = self.address(pointer, inst);
        let address = self.builder(inst).point_to(address, value.ty());
        inst.set_operand(0, address);
        if julia::carries_tracked(value.ty()) {
            self.stored(inst, value, pointer);
        }
    }

    /// A slot that Julia roots, with tracked pointers in it from now on.
    pub(super) fn retype_slot(&mut self, inst: Inst) {
        let ty = self.retype.memory_type(inst.value(), slot_type(inst));
        let new = self.builder(inst).alloca(ty, inst.alignment());
        new.copy_metadata(inst);
        // A slot that is read before it is written held any bits, which nobody used. As an object
        // they would be in the collector's hands: what is tracked from now on starts as null.
        if !self.is_stored_first(inst) {
            Builder::after(new).store(ty.zero(), new.value(), new.alignment());
        }
        self.replace_same(inst, new);
    }

    /// Whether the whole slot is stored to first. Each block is read once, when its first slot is
    /// met: the slots' uses follow, so they are still as they were.
    fn is_stored_first(&mut self, slot: Inst) -> bool {
        let block = slot.block();
        self.stored_first.entry(block).or_insert_with(|| slots_stored_first(block)).contains(&slot)
    }
}

/// The block's slots that are stored to as a whole, in this block, before anything else is done
/// with them.
fn slots_stored_first(block: Block) -> HashSet<Inst> {
    let (mut untouched, mut stored) = (HashSet::new(), HashSet::new());
    for inst in block.instructions() {
        for operand in inst.operands() {
            let Some(slot) = operand.as_inst().filter(|slot| untouched.remove(slot)) else {
                continue;
            };
            let whole = inst.opcode() == Opcode::LLVMStore
                && inst.operand(1) == slot.value()
                && inst.operand(0).ty() == slot_type(slot);
            if whole {
                stored.insert(slot);
            }
        }
        if inst.opcode() == Opcode::LLVMAlloca {
            untouched.insert(inst);
        }
    }
    stored
}

fn drop_untrue_metadata(access: Inst, applies: bool) {
    if !applies {
        return;
    }
    let context = access.operand(0).ty().context();
    // Copied from the load of what the tape keeps. The tape itself is written to, and Julia takes
    // what is loaded from constant memory for rooted.
    if access.has_constant_tbaa() {
        access.clear_metadata(context.metadata_kind("tbaa"));
    }
    for name in UNTRUE_METADATA {
        access.clear_metadata(context.metadata_kind(name));
    }
}
