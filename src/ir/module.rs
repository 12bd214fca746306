//! Modules, contexts and global variables.

use super::function::{Function, Linkage};
use super::layout::DataLayout;
use super::raw::*;
use super::shim;
use super::types::Type;
use super::value::Value;

/// An LLVM context.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Context(pub(super) LLVMContextRef);

impl Context {
    /// The test thread's own context, which is never disposed of.
    #[cfg(test)]
    pub fn of_test_thread() -> Context {
        thread_local!(static CONTEXT: Context = Context(unsafe { core::LLVMContextCreate() }));
        CONTEXT.with(|context| *context)
    }

    /// An integer type.
    pub fn int(self, bits: u32) -> Type {
        Type(unsafe { core::LLVMIntTypeInContext(self.0, bits) })
    }

    /// `void`
    pub fn void(self) -> Type {
        Type(unsafe { core::LLVMVoidTypeInContext(self.0) })
    }

    /// An unnamed struct type.
    pub fn struct_type(self, fields: &[Type], packed: bool) -> Type {
        let mut raw: Vec<LLVMTypeRef> = fields.iter().map(|t| t.0).collect();
        Type(unsafe {
            core::LLVMStructTypeInContext(self.0, raw.as_mut_ptr(), raw.len() as u32, packed.into())
        })
    }

    /// A pointer to `pointee`; where pointers are opaque, the pointee is only what the caller
    /// means.
    pub fn pointer(self, pointee: Type, space: u32) -> Type {
        Type(unsafe { core::LLVMPointerType(pointee.0, space) })
    }

    /// Whether pointers have pointee types here.
    pub fn typed_pointers(self) -> bool {
        unsafe { shim::jgp_typed_pointers(self.0) }
    }

    /// The number of a metadata kind.
    pub fn metadata_kind(self, name: &str) -> u32 {
        unsafe { core::LLVMGetMDKindIDInContext(self.0, name.as_ptr().cast(), name.len() as u32) }
    }

    /// A metadata string, as a value.
    pub fn metadata_string(self, text: &str) -> Value {
        unsafe {
            let node = core::LLVMMDStringInContext2(self.0, text.as_ptr().cast(), text.len());
            Value(core::LLVMMetadataAsValue(self.0, node))
        }
    }

    /// A metadata node of these operands (metadata or constants), as a value.
    pub fn metadata_node(self, operands: &[Value]) -> Value {
        unsafe {
            let mut raw: Vec<LLVMMetadataRef> =
                operands.iter().map(|v| core::LLVMValueAsMetadata(v.0)).collect();
            let node = core::LLVMMDNodeInContext2(self.0, raw.as_mut_ptr(), raw.len());
            Value(core::LLVMMetadataAsValue(self.0, node))
        }
    }
}

/// A module under a pass.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Module(pub(super) LLVMModuleRef);

impl Module {
    /// Wraps a module that LLVM handed to the plugin.
    ///
    /// # Safety
    /// `raw` points to a module that outlives every handle made from it.
    pub unsafe fn from_raw(raw: *mut std::ffi::c_void) -> Module {
        Module(raw.cast())
    }

    /// A copy of the module in the same context, for the length of a call.
    pub fn with_copy<R>(self, use_copy: impl FnOnce(Module) -> R) -> R {
        let copy = Module(unsafe { core::LLVMCloneModule(self.0) });
        let result = use_copy(copy);
        unsafe { core::LLVMDisposeModule(copy.0) };
        result
    }

    /// The module's context.
    pub fn context(self) -> Context {
        Context(unsafe { core::LLVMGetModuleContext(self.0) })
    }

    /// Sizes and offsets of types in this module.
    pub fn data_layout(self) -> DataLayout {
        DataLayout(unsafe { target::LLVMGetModuleDataLayout(self.0) })
    }

    /// The architecture that the target triple names; empty if there is none.
    pub fn architecture(self) -> String {
        let triple = unsafe { std::ffi::CStr::from_ptr(core::LLVMGetTarget(self.0)) };
        let triple = triple.to_string_lossy();
        triple.split('-').next().unwrap_or_default().to_string()
    }

    /// Every function, declared and defined, in module order.
    pub fn functions(self) -> Vec<Function> {
        let mut all = Vec::new();
        let mut at = unsafe { core::LLVMGetFirstFunction(self.0) };
        while !at.is_null() {
            all.push(Function(Value(at)));
            at = unsafe { core::LLVMGetNextFunction(at) };
        }
        all
    }

    /// Every global variable, in module order.
    pub fn globals(self) -> Vec<Global> {
        let mut all = Vec::new();
        let mut at = unsafe { core::LLVMGetFirstGlobal(self.0) };
        while !at.is_null() {
            all.push(Global(Value(at)));
            at = unsafe { core::LLVMGetNextGlobal(at) };
        }
        all
    }

    /// Every alias and ifunc, in module order.
    pub fn aliases(self) -> Vec<Value> {
        let mut all = Vec::new();
        unsafe {
            let mut at = core::LLVMGetFirstGlobalAlias(self.0);
            while !at.is_null() {
                all.push(Value(at));
                at = core::LLVMGetNextGlobalAlias(at);
            }
            let mut at = core::LLVMGetFirstGlobalIFunc(self.0);
            while !at.is_null() {
                all.push(Value(at));
                at = core::LLVMGetNextGlobalIFunc(at);
            }
        }
        all
    }

    /// The function of this name.
    pub fn function(self, name: &str) -> Option<Function> {
        let name = c_string(name);
        let raw = unsafe { core::LLVMGetNamedFunction(self.0, name.as_ptr()) };
        (!raw.is_null()).then_some(Function(Value(raw)))
    }

    /// The global variable of this name.
    pub fn global(self, name: &str) -> Option<Global> {
        let name = c_string(name);
        let raw = unsafe { core::LLVMGetNamedGlobal(self.0, name.as_ptr()) };
        (!raw.is_null()).then_some(Global(Value(raw)))
    }

    /// Declares a new function; LLVM makes the name unique.
    pub fn add_function(self, name: &str, ty: Type) -> Function {
        let name = c_string(name);
        Function(Value(unsafe { core::LLVMAddFunction(self.0, name.as_ptr(), ty.0) }))
    }

    /// Declares a new global variable; LLVM makes the name unique.
    pub fn add_global(self, name: &str, ty: Type) -> Global {
        let name = c_string(name);
        Global(Value(unsafe { core::LLVMAddGlobal(self.0, ty.0, name.as_ptr()) }))
    }

    /// Appends a node to named metadata.
    pub fn add_named_metadata(self, name: &str, node: Value) {
        let name = c_string(name);
        unsafe { core::LLVMAddNamedMetadataOperand(self.0, name.as_ptr(), node.0) }
    }

    /// The operands of named metadata, printed.
    pub fn named_metadata(self, name: &str) -> Vec<Value> {
        let name = c_string(name);
        let count = unsafe { core::LLVMGetNamedMetadataNumOperands(self.0, name.as_ptr()) };
        let mut raw = vec![std::ptr::null_mut(); count as usize];
        if count != 0 {
            unsafe {
                core::LLVMGetNamedMetadataOperands(self.0, name.as_ptr(), raw.as_mut_ptr());
            }
        }
        raw.into_iter().map(Value).collect()
    }
}

/// A global variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Global(pub(super) Value);

impl std::ops::Deref for Global {
    type Target = Value;
    fn deref(&self) -> &Value {
        &self.0
    }
}

impl Global {
    /// The type of the variable's content.
    pub fn value_type(self) -> Type {
        Type(unsafe { core::LLVMGlobalGetValueType(self.0 .0) })
    }

    /// The initialiser of a definition.
    pub fn initializer(self) -> Option<Value> {
        super::value::optional(unsafe { core::LLVMGetInitializer(self.0 .0) })
    }

    /// Gives the variable an initialiser of its content's type.
    pub fn set_initializer(self, value: Value) {
        unsafe { core::LLVMSetInitializer(self.0 .0, value.0) }
    }

    /// Whether the variable is `constant`.
    pub fn is_constant(self) -> bool {
        unsafe { core::LLVMIsGlobalConstant(self.0 .0) != 0 }
    }

    /// Declares that the variable never changes, or that it may.
    pub fn set_constant(self, constant: bool) {
        unsafe { core::LLVMSetGlobalConstant(self.0 .0, constant.into()) }
    }

    /// Attaches the metadata node (as a value) under this kind.
    pub fn set_metadata(self, kind: u32, node: Value) {
        unsafe {
            core::LLVMGlobalSetMetadata(self.0 .0, kind, core::LLVMValueAsMetadata(node.0));
        }
    }

    /// Sets the alignment in bytes.
    pub fn set_alignment(self, bytes: u32) {
        unsafe { core::LLVMSetAlignment(self.0 .0, bytes) }
    }

    /// The linkage.
    pub fn linkage(self) -> Linkage {
        Linkage::of(self.0)
    }

    /// Sets the linkage.
    pub fn set_linkage(self, linkage: Linkage) {
        linkage.apply(self.0)
    }

    /// Removes the variable from its module; nothing may use it.
    pub fn erase(self) {
        unsafe { core::LLVMDeleteGlobal(self.0 .0) }
    }
}
