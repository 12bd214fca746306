//! Types.

use super::module::Context;
use super::raw::*;
use super::shim;
use super::value::Value;
use either::Either;
use std::fmt;

/// An LLVM type. Types are unique per context, so `==` is type equality.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type(pub(super) LLVMTypeRef);

/// The kinds of types the passes tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// `void`
    Void,
    /// An integer of this many bits.
    Int(u32),
    /// Any floating-point type.
    Float,
    /// A pointer into this address space.
    Pointer(u32),
    /// A struct with this many fields.
    Struct(u32),
    /// An array with this many elements.
    Array(u64),
    /// A fixed vector with this many elements.
    Vector(u32),
    /// A scalable vector.
    ScalableVector,
    /// A function type.
    Function,
    /// `label`, `token`, `metadata`, and target types.
    Other,
}

impl Type {
    /// The context the type lives in.
    pub fn context(self) -> Context {
        Context(unsafe { core::LLVMGetTypeContext(self.0) })
    }

    /// What kind of type this is.
    pub fn kind(self) -> TypeKind {
        use llvm::LLVMTypeKind::*;
        unsafe {
            match core::LLVMGetTypeKind(self.0) {
                LLVMVoidTypeKind => TypeKind::Void,
                LLVMIntegerTypeKind => TypeKind::Int(core::LLVMGetIntTypeWidth(self.0)),
                LLVMHalfTypeKind
                | LLVMBFloatTypeKind
                | LLVMFloatTypeKind
                | LLVMDoubleTypeKind
                | LLVMX86_FP80TypeKind
                | LLVMFP128TypeKind
                | LLVMPPC_FP128TypeKind => TypeKind::Float,
                LLVMPointerTypeKind => TypeKind::Pointer(core::LLVMGetPointerAddressSpace(self.0)),
                LLVMStructTypeKind => TypeKind::Struct(core::LLVMCountStructElementTypes(self.0)),
                LLVMArrayTypeKind => TypeKind::Array(shim::jgp_array_length(self.0)),
                LLVMVectorTypeKind => TypeKind::Vector(core::LLVMGetVectorSize(self.0)),
                LLVMScalableVectorTypeKind => TypeKind::ScalableVector,
                LLVMFunctionTypeKind => TypeKind::Function,
                _ => TypeKind::Other,
            }
        }
    }

    /// The address space of a pointer type.
    pub fn address_space(self) -> Option<u32> {
        match self.kind() {
            TypeKind::Pointer(space) => Some(space),
            _ => None,
        }
    }

    /// Whether this is a pointer (not a vector of pointers).
    pub fn is_pointer(self) -> bool {
        self.address_space().is_some()
    }

    /// The element type of an array or vector; of a pointer only where pointers are typed.
    pub fn element(self) -> Type {
        Type(unsafe { core::LLVMGetElementType(self.0) })
    }

    /// The field types of a struct type.
    pub fn fields(self) -> Vec<Type> {
        let TypeKind::Struct(count) = self.kind() else { return Vec::new() };
        (0..count).map(|i| Type(unsafe { core::LLVMStructGetTypeAtIndex(self.0, i) })).collect()
    }

    /// The types of the direct parts of a struct, array or vector; nothing for other types.
    pub fn parts(self) -> impl Iterator<Item = Type> {
        let elements = |count| Either::Right(std::iter::repeat_n(self.element(), count));
        match self.kind() {
            TypeKind::Array(count) => elements(count as usize),
            TypeKind::Vector(count) => elements(count as usize),
            _ => Either::Left(self.fields().into_iter()),
        }
    }

    /// Whether a struct type is packed.
    pub fn is_packed(self) -> bool {
        unsafe { core::LLVMIsPackedStruct(self.0) != 0 }
    }

    /// Whether values of the type have a size.
    pub fn is_sized(self) -> bool {
        unsafe { core::LLVMTypeIsSized(self.0) != 0 }
    }

    /// A function type with this result.
    pub fn function(self, params: &[Type], variadic: bool) -> Type {
        let mut raw: Vec<LLVMTypeRef> = params.iter().map(|t| t.0).collect();
        Type(unsafe {
            core::LLVMFunctionType(self.0, raw.as_mut_ptr(), raw.len() as u32, variadic.into())
        })
    }

    /// The result type of a function type.
    pub fn result(self) -> Type {
        Type(unsafe { core::LLVMGetReturnType(self.0) })
    }

    /// The parameter types of a function type.
    pub fn params(self) -> Vec<Type> {
        let count = unsafe { core::LLVMCountParamTypes(self.0) } as usize;
        let mut raw = vec![std::ptr::null_mut(); count];
        unsafe { core::LLVMGetParamTypes(self.0, raw.as_mut_ptr()) };
        raw.into_iter().map(Type).collect()
    }

    /// Whether a function type takes variable arguments.
    pub fn is_variadic(self) -> bool {
        unsafe { core::LLVMIsFunctionVarArg(self.0) != 0 }
    }

    /// An array type of this element.
    pub fn array(self, count: u64) -> Type {
        Type(unsafe { shim::jgp_array_type(self.0, count) })
    }

    /// A vector type of this element.
    pub fn vector(self, count: u32) -> Type {
        Type(unsafe { core::LLVMVectorType(self.0, count) })
    }

    /// The zero value: 0, null, or an aggregate of them.
    pub fn zero(self) -> Value {
        Value(unsafe { core::LLVMConstNull(self.0) })
    }

    /// `undef` of the type.
    pub fn undef(self) -> Value {
        Value(unsafe { core::LLVMGetUndef(self.0) })
    }

    /// `poison` of the type.
    pub fn poison(self) -> Value {
        Value(unsafe { core::LLVMGetPoison(self.0) })
    }

    /// An integer constant of this integer type.
    pub fn int(self, value: u64) -> Value {
        Value(unsafe { core::LLVMConstInt(self.0, value, 0) })
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&take_message(unsafe { core::LLVMPrintTypeToString(self.0) }))
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
