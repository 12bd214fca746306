//! Attributes of functions and calls, by name.

use super::function::Function;
use super::inst::Inst;
use super::raw::*;
use super::types::Type;
use std::ffi::c_uint;

/// Where in an attribute list an attribute stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attrs {
    /// The function itself.
    Function,
    /// The result.
    Result,
    /// The parameter or argument of this number.
    Param(u32),
}

impl Attrs {
    fn index(self) -> c_uint {
        match self {
            Attrs::Function => llvm::LLVMAttributeFunctionIndex,
            Attrs::Result => llvm::LLVMAttributeReturnIndex,
            Attrs::Param(number) => number + 1,
        }
    }
}

/// The attributes of a function or of a call site.
#[derive(Clone, Copy)]
pub struct AttributeList {
    holder: LLVMValueRef,
    is_call: bool,
}

impl AttributeList {
    pub(super) fn of_function(function: Function) -> AttributeList {
        AttributeList { holder: function.0 .0, is_call: false }
    }

    pub(super) fn of_call(call: Inst) -> AttributeList {
        AttributeList { holder: call.0 .0, is_call: true }
    }

    /// Whether this LLVM has an enum or type attribute of this name.
    pub fn is_known(name: &str) -> bool {
        enum_kind(name).is_some()
    }

    fn context(self) -> LLVMContextRef {
        unsafe { core::LLVMGetTypeContext(core::LLVMTypeOf(self.holder)) }
    }

    fn enum_attribute(self, at: Attrs, name: &str) -> LLVMAttributeRef {
        let Some(kind) = enum_kind(name) else { return std::ptr::null_mut() };
        unsafe {
            if self.is_call {
                core::LLVMGetCallSiteEnumAttribute(self.holder, at.index(), kind)
            } else {
                core::LLVMGetEnumAttributeAtIndex(self.holder, at.index(), kind)
            }
        }
    }

    fn string_attribute(self, at: Attrs, name: &str) -> LLVMAttributeRef {
        let (data, length) = (name.as_ptr().cast(), name.len() as c_uint);
        unsafe {
            if self.is_call {
                core::LLVMGetCallSiteStringAttribute(self.holder, at.index(), data, length)
            } else {
                core::LLVMGetStringAttributeAtIndex(self.holder, at.index(), data, length)
            }
        }
    }

    /// Whether the enum, type or string attribute of this name is present.
    pub fn has(self, at: Attrs, name: &str) -> bool {
        !self.enum_attribute(at, name).is_null() || !self.string_attribute(at, name).is_null()
    }

    /// The text of a string attribute.
    pub fn string_value(self, at: Attrs, name: &str) -> Option<String> {
        let attribute = self.string_attribute(at, name);
        (!attribute.is_null()).then(|| unsafe {
            let mut length = 0;
            let data = core::LLVMGetStringAttributeValue(attribute, &mut length);
            copy_str(data, length as usize)
        })
    }

    /// The number of an enum attribute such as `memory(…)`.
    pub fn int_value(self, at: Attrs, name: &str) -> Option<u64> {
        let attribute = self.enum_attribute(at, name);
        (!attribute.is_null()).then(|| unsafe { core::LLVMGetEnumAttributeValue(attribute) })
    }

    /// The type of an attribute such as `sret(T)`.
    pub fn type_value(self, at: Attrs, name: &str) -> Option<Type> {
        let attribute = self.enum_attribute(at, name);
        (!attribute.is_null()).then(|| Type(unsafe { core::LLVMGetTypeAttributeValue(attribute) }))
    }

    /// Removes the enum, type and string attributes of this name.
    pub fn remove(self, at: Attrs, name: &str) {
        let index = at.index();
        let (data, length) = (name.as_ptr().cast(), name.len() as c_uint);
        unsafe {
            if let Some(kind) = enum_kind(name) {
                if self.is_call {
                    core::LLVMRemoveCallSiteEnumAttribute(self.holder, index, kind);
                } else {
                    core::LLVMRemoveEnumAttributeAtIndex(self.holder, index, kind);
                }
            }
            if self.is_call {
                core::LLVMRemoveCallSiteStringAttribute(self.holder, index, data, length);
            } else {
                core::LLVMRemoveStringAttributeAtIndex(self.holder, index, data, length);
            }
        }
    }

    /// Adds an enum attribute with a number (0 for those that have none). A name that this LLVM
    /// does not know adds nothing.
    pub fn add(self, at: Attrs, name: &str, value: u64) {
        let Some(kind) = enum_kind(name) else { return };
        unsafe {
            let attribute = core::LLVMCreateEnumAttribute(self.context(), kind, value);
            self.add_raw(at, attribute);
        }
    }

    /// Adds a string attribute.
    pub fn add_string(self, at: Attrs, name: &str, value: &str) {
        unsafe {
            let attribute = core::LLVMCreateStringAttribute(
                self.context(),
                name.as_ptr().cast(),
                name.len() as c_uint,
                value.as_ptr().cast(),
                value.len() as c_uint,
            );
            self.add_raw(at, attribute);
        }
    }

    unsafe fn add_raw(self, at: Attrs, attribute: LLVMAttributeRef) {
        if self.is_call {
            core::LLVMAddCallSiteAttribute(self.holder, at.index(), attribute);
        } else {
            core::LLVMAddAttributeAtIndex(self.holder, at.index(), attribute);
        }
    }
}

fn enum_kind(name: &str) -> Option<c_uint> {
    let kind = unsafe { core::LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) };
    (kind != 0).then_some(kind)
}
