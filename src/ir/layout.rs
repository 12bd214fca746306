//! Sizes, offsets and alignments, in bytes, from the module's data layout.

use super::raw::*;
use super::types::{Type, TypeKind};

/// A module's data layout.
#[derive(Clone, Copy)]
pub struct DataLayout(pub(super) target::LLVMTargetDataRef);

impl DataLayout {
    /// Bytes from one array element of the type to the next. The type must be sized.
    pub fn alloc_size(self, ty: Type) -> u64 {
        unsafe { target::LLVMABISizeOfType(self.0, ty.0) }
    }

    /// Bytes that a store of the type writes. The type must be sized.
    pub fn store_size(self, ty: Type) -> u64 {
        unsafe { target::LLVMStoreSizeOfType(self.0, ty.0) }
    }

    /// The offset in bytes of a struct's field.
    pub fn field_offset(self, ty: Type, field: u32) -> u64 {
        unsafe { target::LLVMOffsetOfElement(self.0, ty.0, field) }
    }

    /// Bytes of a pointer into the address space.
    pub fn pointer_size(self, space: u32) -> u32 {
        unsafe { target::LLVMPointerSizeForAS(self.0, space) }
    }

    /// Bytes of a word: of a plain pointer.
    pub fn word(self) -> u64 {
        self.pointer_size(0).into()
    }

    /// Calls `leaf` with the byte offset and type of each scalar (vectors' elements included) of
    /// `ty`, in memory order, until it returns `false`. Returns whether all were visited.
    ///
    /// Scalable vectors count as one leaf: their size is unknown here.
    pub fn visit_leaves(
        self,
        ty: Type,
        offset: u64,
        leaf: &mut impl FnMut(u64, Type) -> bool,
    ) -> bool {
        match ty.kind() {
            TypeKind::Struct(_) => ty.fields().into_iter().enumerate().all(|(i, field)| {
                let at = offset + self.field_offset(ty, i as u32);
                self.visit_leaves(field, at, leaf)
            }),
            TypeKind::Array(count) => {
                let element = ty.element();
                let stride = self.alloc_size(element);
                (0..count).all(|i| self.visit_leaves(element, offset + i * stride, leaf))
            }
            TypeKind::Vector(count) => {
                let element = ty.element();
                let bits = unsafe { target::LLVMSizeOfTypeInBits(self.0, element.0) };
                (0..u64::from(count)).all(|i| leaf(offset + i * bits / 8, element))
            }
            _ => leaf(offset, ty),
        }
    }
}
