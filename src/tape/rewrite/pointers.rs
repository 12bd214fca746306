//! How lowered memory is addressed.
//!
//! Invariant: an address is made from the object (address space 10) by a cast to a derived pointer
//! first; there is no gep on a tracked pointer and no cast back.
//!
//! A pointer into lowered memory is one of
//!
//! * a *base*: the object itself, in `values`;
//! * *derived*, known by the object it points into (`bases`) and
//!   - an address that holds everywhere (`addresses`): objects and SimpleVectors, whose data lies
//!     at a fixed distance from their start;
//!   - or, in arrays, where finding the data means a load that needs an object which is not null,
//!     an address made at its first use in a block (`block_addresses`);
//!   - or a distance in bytes (`offsets`): what a phi node or select chose between, and geps of
//!     geps into arrays.

use super::Rewriter;
use crate::ir::{Builder, Inst, Opcode, Value};
use crate::julia;
use crate::tape::layout::{Home, Layout};

impl<'a> Rewriter<'a> {
    fn layout_of(&mut self, pointer: Value) -> &'a Layout {
        self.retype.lowered(pointer).expect("a pointer to lowered memory").1
    }

    fn is_derived(&self, pointer: Value) -> bool {
        self.plan.derived.contains(pointer)
    }

    /// The object that a pointer to lowered memory points to or into.
    pub(super) fn base(&mut self, pointer: Value) -> Value {
        if self.is_derived(pointer) {
            if let Some(&base) = self.bases.get(&pointer) {
                return base;
            }
        }
        self.operand(pointer, self.dialect.tracked())
    }

    /// An address in lowered memory, for an access at `at`.
    pub(super) fn address(&mut self, pointer: Value, at: Inst) -> Value {
        let pointer = self.strip_casts(pointer);
        let layout = self.layout_of(pointer);
        if !self.is_derived(pointer) {
            let object = self.base(pointer);
            return self.data(&Builder::before(at), layout.home, object);
        }
        if let Some(&address) = self.addresses.get(&pointer) {
            return address;
        }
        let key = (pointer, at.block());
        if let Some(&address) = self.block_addresses.get(&key) {
            return address;
        }
        let object = self.base(pointer);
        let build = Builder::before(at);
        let data = self.data(&build, layout.home, object);
        let address = match self.offsets.get(&pointer) {
            Some(&offset) => build.byte_offset(data, offset),
            None => match pointer.as_inst() {
                Some(gep) if gep.opcode() == Opcode::LLVMGetElementPtr => {
                    self.same_gep(&build, gep, data)
                }
                // Its definition was not reached.
                _ => data,
            },
        };
        self.block_addresses.insert(key, address);
        address
    }

    /// Where the object's data starts. Only arrays must not be null.
    pub(super) fn data(&self, build: &Builder, home: Home, object: Value) -> Value {
        match home {
            Home::Object | Home::Tuple => self.dialect.derive(build, object),
            Home::SimpleVector => {
                let head = self.dialect.derive(build, object);
                let one = build.context().int(64).int(1);
                build.gep(self.dialect.tracked(), head, &[one], true)
            }
            Home::Array => self.dialect.array_data(build, object),
        }
    }

    /// The gep on another base, its source type as it is now.
    fn same_gep(&mut self, build: &Builder, gep: Inst, base: Value) -> Value {
        let source = self.gep_source(gep);
        let indices: Vec<Value> = gep.operands().skip(1).collect();
        build.gep(source, base, &indices, gep.is_inbounds())
    }

    /// The gep's source type with lowered pointers in it, where the indices fit it.
    fn gep_source(&mut self, gep: Inst) -> crate::ir::Type {
        let old = gep.gep_source_type();
        let new = self.retype.memory_type(gep.operand(0), old);
        if keeps_shape(old, new) {
            new
        } else {
            old
        }
    }

    // --- instructions that make pointers -------------------------------------------------------

    /// A gep: to lowered memory, or to a slot whose type has changed.
    pub(super) fn gep(&mut self, inst: Inst) {
        let pointer = inst.value();
        let Some((_, layout)) = self.retype.lowered(pointer) else {
            let source = self.gep_source(inst);
            let indices: Vec<Value> = inst.operands().skip(1).collect();
            let build = self.builder(inst);
            let new = build.gep(source, inst.operand(0), &indices, inst.is_inbounds());
            return match new.as_inst() {
                Some(new) if new != inst => {
                    new.copy_metadata(inst);
                    self.replace_same(inst, new);
                }
                _ => {}
            };
        };
        let from = self.strip_casts(inst.operand(0));
        if !self.is_derived(pointer) {
            let object = self.base(from);
            self.values.insert(pointer, object);
            return self.bury(inst);
        }
        let object = self.base(from);
        self.bases.insert(pointer, object);
        if self.offsets.contains_key(&from) || layout.home == Home::Array && self.is_derived(from) {
            let offset = self.offset(pointer);
            self.offsets.insert(pointer, offset);
        } else if layout.home != Home::Array {
            let base = self.address(from, inst);
            let build = self.builder(inst);
            let address = self.same_gep(&build, inst, base);
            if address.as_inst().is_some() {
                address.take_name(pointer);
            }
            // Nothing may use it: then it goes again.
            self.out.made.extend([base, address].into_iter().filter_map(Value::as_inst));
            self.addresses.insert(pointer, address);
        }
        self.bury(inst);
    }

    /// A pointer's distance in bytes from its object's data, computed where it is defined.
    pub(super) fn offset(&mut self, pointer: Value) -> Value {
        let i64 = self.dialect.module().context().int(64);
        let pointer = self.strip_casts(pointer);
        if let Some(&known) = self.offsets.get(&pointer) {
            return known;
        }
        let gep = pointer.as_inst().filter(|i| i.opcode() == Opcode::LLVMGetElementPtr);
        let Some(gep) = gep.filter(|_| self.is_derived(pointer)) else { return i64.int(0) };
        // In code that is never reached a gep may be its own base.
        self.offsets.insert(pointer, i64.int(0));
        let before = self.offset(gep.operand(0));
        let own = gep.gep_offset(self.retype.analysis.leaves.data_layout()).unwrap_or_default();
        let build = self.builder(gep);
        let mut sum = match before.as_i64() {
            Some(constant) => i64.int((constant + own.constant) as u64),
            None if own.constant == 0 => before,
            None => build.add(before, i64.int(own.constant as u64)),
        };
        for (index, stride) in own.variable {
            let index = build.int_cast(index, i64, true);
            let step = build.mul(index, i64.int(stride));
            sum = if sum.as_i64() == Some(0) { step } else { build.add(sum, step) };
        }
        self.offsets.insert(pointer, sum);
        sum
    }

    /// The pointer under casts of pointers to lowered memory.
    fn strip_casts(&self, pointer: Value) -> Value {
        self.uncast.get(&pointer).copied().unwrap_or(pointer)
    }

    /// A cast of a pointer to lowered memory is the pointer itself.
    pub(super) fn cast(&mut self, inst: Inst) {
        let (old, from) = (inst.value(), self.strip_casts(inst.operand(0)));
        self.uncast.insert(old, from);
        if self.is_derived(old) {
            let base = self.base(from);
            self.bases.insert(old, base);
        } else {
            let base = self.base(from);
            self.values.insert(old, base);
        }
        self.bury(inst);
    }

    /// The address a pointer stands for, for comparisons with derived pointers.
    pub(super) fn comparable(&mut self, pointer: Value, at: Inst) -> Value {
        if pointer.is_constant() {
            let null = self.dialect.null();
            return null.const_address_space_cast(
                at.ty().context().pointer(at.ty().context().int(8), julia::DERIVED),
            );
        }
        let address = self.address(pointer, at);
        let build = Builder::before(at);
        build.point_to(address, build.context().int(8))
    }
}

/// Whether a gep's indices mean the same in both types: no array became a struct.
fn keeps_shape(old: crate::ir::Type, new: crate::ir::Type) -> bool {
    use crate::ir::TypeKind::{Array, Struct, Vector};
    match (old.kind(), new.kind()) {
        (Array(_), Array(_)) | (Vector(_), Vector(_)) => keeps_shape(old.element(), new.element()),
        (Struct(_), Struct(_)) => {
            old.fields().into_iter().zip(new.fields()).all(|(o, n)| keeps_shape(o, n))
        }
        (Array(_), _) => false,
        _ => true,
    }
}
