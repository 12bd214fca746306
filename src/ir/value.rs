//! Values: what instructions, arguments, constants and globals have in common.

use super::function::{Function, Linkage};
use super::inst::Inst;
use super::module::Context;
use super::raw::*;
use super::shim;
use super::types::{Type, TypeKind};
use std::fmt;

/// Any LLVM value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value(pub(super) LLVMValueRef);

/// Wraps a pointer that LLVM may return as null.
pub(super) fn optional(raw: LLVMValueRef) -> Option<Value> {
    (!raw.is_null()).then_some(Value(raw))
}

impl Value {
    /// The value's type.
    pub fn ty(self) -> Type {
        Type(unsafe { core::LLVMTypeOf(self.0) })
    }

    /// The value's name, empty if it has none.
    pub fn name(self) -> String {
        let mut length = 0;
        let data = unsafe { core::LLVMGetValueName2(self.0, &mut length) };
        copy_str(data, length)
    }

    /// Renames the value.
    pub fn set_name(self, name: &str) {
        unsafe { core::LLVMSetValueName2(self.0, name.as_ptr().cast(), name.len()) }
    }

    /// Gives `self` the name of `old`, which loses it. Values of `void` type have no name.
    pub fn take_name(self, old: Value) {
        let name = old.name();
        if !name.is_empty() && self.ty().kind() != TypeKind::Void {
            old.set_name("");
            self.set_name(&name);
        }
    }

    /// The value as an instruction, if it is one.
    pub fn as_inst(self) -> Option<Inst> {
        optional(unsafe { core::LLVMIsAInstruction(self.0) }).map(Inst)
    }

    /// The value as a function, if it is one.
    pub fn as_function(self) -> Option<Function> {
        optional(unsafe { core::LLVMIsAFunction(self.0) }).map(Function)
    }

    /// Whether the value is a function's argument.
    pub fn is_argument(self) -> bool {
        unsafe { !core::LLVMIsAArgument(self.0).is_null() }
    }

    /// The function and number of an argument.
    pub fn argument_position(self) -> Option<(Function, u32)> {
        if !self.is_argument() {
            return None;
        }
        let function = Function(Value(unsafe { core::LLVMGetParamParent(self.0) }));
        let number = function.params().into_iter().position(|p| p == self)?;
        Some((function, number as u32))
    }

    /// Whether the value is a constant (of any kind, globals included).
    pub fn is_constant(self) -> bool {
        unsafe { core::LLVMIsConstant(self.0) != 0 }
    }

    /// Whether the value is a global variable.
    pub fn is_global_variable(self) -> bool {
        unsafe { !core::LLVMIsAGlobalVariable(self.0).is_null() }
    }

    /// Whether the value is a global variable that nobody writes.
    pub fn is_constant_variable(self) -> bool {
        self.is_global_variable() && unsafe { core::LLVMIsGlobalConstant(self.0) != 0 }
    }

    /// Whether the value is a global variable that only its module can name.
    pub fn is_local_variable(self) -> bool {
        self.is_global_variable() && Linkage::of(self) == Linkage::Local
    }

    /// Whether the value is a function, global variable, alias or ifunc.
    pub fn is_global(self) -> bool {
        unsafe { !core::LLVMIsAGlobalValue(self.0).is_null() }
    }

    /// Whether the value is an alias or ifunc.
    pub fn is_alias(self) -> bool {
        unsafe {
            !core::LLVMIsAGlobalAlias(self.0).is_null()
                || !core::LLVMIsAGlobalIFunc(self.0).is_null()
        }
    }

    /// Whether the value is an ifunc, whose operand is its resolver.
    pub fn is_ifunc(self) -> bool {
        unsafe { !core::LLVMIsAGlobalIFunc(self.0).is_null() }
    }

    /// Whether metadata of this kind is attached to the global.
    pub fn global_metadata(self, kind: &str) -> bool {
        let kind = self.ty().context().metadata_kind(kind);
        unsafe {
            let mut count = 0;
            let entries = core::LLVMGlobalCopyAllMetadata(self.0, &mut count);
            let found = (0..count as u32)
                .any(|i| core::LLVMValueMetadataEntriesGetKind(entries, i) == kind);
            core::LLVMDisposeValueMetadataEntries(entries);
            found
        }
    }

    /// Whether the value is the zero of its type (`null`, `0`, `zeroinitializer`).
    pub fn is_null(self) -> bool {
        unsafe { core::LLVMIsNull(self.0) != 0 }
    }

    /// Whether the value is `undef` or `poison`.
    pub fn is_undef(self) -> bool {
        unsafe { core::LLVMIsUndef(self.0) != 0 }
    }

    /// Whether the value is a constant expression.
    pub fn is_constant_expr(self) -> bool {
        unsafe { !core::LLVMIsAConstantExpr(self.0).is_null() }
    }

    /// The opcode of a constant expression.
    pub fn constant_opcode(self) -> Option<Opcode> {
        self.is_constant_expr().then(|| canonical(unsafe { core::LLVMGetConstOpcode(self.0) }))
    }

    /// Whether the value is metadata or a basic block used as an operand.
    pub fn is_metadata_or_block(self) -> bool {
        unsafe {
            !core::LLVMIsAMDNode(self.0).is_null()
                || !core::LLVMIsAMDString(self.0).is_null()
                || core::LLVMValueIsBasicBlock(self.0) != 0
        }
    }

    /// Whether the value is inline assembly.
    pub fn is_inline_asm(self) -> bool {
        unsafe { !core::LLVMIsAInlineAsm(self.0).is_null() }
    }

    /// The value of an integer constant of at most 64 bits, zero-extended.
    pub fn as_u64(self) -> Option<u64> {
        let is_int = unsafe { !core::LLVMIsAConstantInt(self.0).is_null() };
        match self.ty().kind() {
            TypeKind::Int(bits) if is_int && bits <= 64 => {
                Some(unsafe { core::LLVMConstIntGetZExtValue(self.0) })
            }
            _ => None,
        }
    }

    /// The value of an integer constant of at most 64 bits, sign-extended.
    pub fn as_i64(self) -> Option<i64> {
        self.as_u64().map(|_| unsafe { core::LLVMConstIntGetSExtValue(self.0) })
    }

    /// How many operands an instruction or constant has.
    pub fn operand_count(self) -> u32 {
        let is_user = unsafe { !core::LLVMIsAUser(self.0).is_null() };
        if is_user {
            unsafe { core::LLVMGetNumOperands(self.0) as u32 }
        } else {
            0
        }
    }

    /// Operand `index` of an instruction or constant.
    pub fn operand(self, index: u32) -> Value {
        Value(unsafe { core::LLVMGetOperand(self.0, index) })
    }

    /// All operands of an instruction or constant.
    pub fn operands(self) -> impl Iterator<Item = Value> {
        (0..self.operand_count()).map(move |i| self.operand(i))
    }

    /// The users of the value, one entry per use, in LLVM's order.
    pub fn users(self) -> Vec<Value> {
        let mut users = Vec::new();
        let mut at = unsafe { core::LLVMGetFirstUse(self.0) };
        while !at.is_null() {
            users.push(Value(unsafe { core::LLVMGetUser(at) }));
            at = unsafe { core::LLVMGetNextUse(at) };
        }
        users
    }

    /// The users of the value, if there are at most `limit` uses: found without a look at the rest.
    pub fn few_users(self, limit: usize) -> Option<Vec<Value>> {
        let mut users = Vec::new();
        let mut at = unsafe { core::LLVMGetFirstUse(self.0) };
        while !at.is_null() {
            if users.len() == limit {
                return None;
            }
            users.push(Value(unsafe { core::LLVMGetUser(at) }));
            at = unsafe { core::LLVMGetNextUse(at) };
        }
        Some(users)
    }

    /// Whether nothing uses the value.
    pub fn is_unused(self) -> bool {
        unsafe { core::LLVMGetFirstUse(self.0).is_null() }
    }

    /// Makes every user use `new` (of the same type) instead.
    pub fn replace_uses(self, new: Value) {
        unsafe { core::LLVMReplaceAllUsesWith(self.0, new.0) }
    }

    /// Makes debug information speak of `new`, of any type, instead.
    pub fn replace_metadata_uses(self, new: Value) {
        unsafe { shim::jgp_replace_metadata_uses(self.0, new.0) }
    }

    /// The constant expression that casts a pointer constant to another address space.
    pub fn const_address_space_cast(self, to: Type) -> Value {
        Value(unsafe { core::LLVMConstAddrSpaceCast(self.0, to.0) })
    }

    /// The constant expression that reinterprets a constant; itself where the type is the same.
    pub fn const_bitcast(self, to: Type) -> Value {
        if self.ty() == to {
            return self;
        }
        Value(unsafe { core::LLVMConstBitCast(self.0, to.0) })
    }

    /// The constant expression that takes an integer constant for an address.
    pub fn const_int_to_pointer(self, to: Type) -> Value {
        Value(unsafe { core::LLVMConstIntToPtr(self.0, to.0) })
    }

    /// The operands of a metadata node that is seen as a value.
    pub fn metadata_operands(self) -> Vec<Value> {
        let count = unsafe { core::LLVMGetMDNodeNumOperands(self.0) };
        let mut raw = vec![std::ptr::null_mut(); count as usize];
        unsafe { core::LLVMGetMDNodeOperands(self.0, raw.as_mut_ptr()) };
        raw.into_iter().filter_map(optional).collect()
    }

    /// The text of a metadata string that is seen as a value.
    pub fn metadata_text(self) -> Option<String> {
        let mut length = 0;
        let data = unsafe { core::LLVMGetMDString(self.0, &mut length) };
        (!data.is_null()).then(|| copy_str(data, length as usize))
    }

    /// A constant array of these bytes.
    pub fn const_bytes(context: Context, bytes: &[u8]) -> Value {
        Value(unsafe { shim::jgp_const_bytes(context.0, bytes.as_ptr().cast(), bytes.len()) })
    }

    /// A constant struct of these fields, of this struct type (which may be named).
    pub fn const_struct(ty: Type, fields: &[Value]) -> Value {
        let mut raw: Vec<LLVMValueRef> = fields.iter().map(|v| v.0).collect();
        Value(unsafe { core::LLVMConstNamedStruct(ty.0, raw.as_mut_ptr(), raw.len() as u32) })
    }

    /// A constant vector of these elements.
    pub fn const_vector(elements: &[Value]) -> Value {
        let mut raw: Vec<LLVMValueRef> = elements.iter().map(|v| v.0).collect();
        Value(unsafe { core::LLVMConstVector(raw.as_mut_ptr(), raw.len() as u32) })
    }

    /// A constant array of these elements.
    pub fn const_array(element: Type, elements: &[Value]) -> Value {
        let mut raw: Vec<LLVMValueRef> = elements.iter().map(|v| v.0).collect();
        Value(unsafe { shim::jgp_const_array(element.0, raw.as_mut_ptr(), raw.len()) })
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = take_message(unsafe { core::LLVMPrintValueToString(self.0) });
        f.write_str(text.trim())
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
