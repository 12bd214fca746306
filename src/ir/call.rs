//! Calls and invokes: callees, arguments, bundles, attributes.

use super::attributes::AttributeList;
use super::function::{Block, Function};
use super::inst::{Inst, TailKind};
use super::raw::*;
use super::shim;
use super::types::Type;
use super::value::Value;

impl Inst {
    /// Whether this is a call, invoke or callbr.
    pub fn is_call(self) -> bool {
        matches!(self.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke | Opcode::LLVMCallBr)
    }

    /// What a call calls: a function, or any pointer.
    pub fn callee(self) -> Value {
        Value(unsafe { core::LLVMGetCalledValue(self.0 .0) })
    }

    /// The function a call calls directly and with that function's own type.
    pub fn called_function(self) -> Option<Function> {
        let function = self.callee().as_function()?;
        (function.function_type() == self.called_type()).then_some(function)
    }

    /// The function type a call uses.
    pub fn called_type(self) -> Type {
        Type(unsafe { core::LLVMGetCalledFunctionType(self.0 .0) })
    }

    /// How many arguments a call passes (bundle operands not counted).
    pub fn arg_count(self) -> u32 {
        unsafe { core::LLVMGetNumArgOperands(self.0 .0) }
    }

    /// The arguments of a call.
    pub fn args(self) -> Vec<Value> {
        (0..self.arg_count()).map(|i| self.operand(i)).collect()
    }

    /// A call's attributes.
    pub fn call_attributes(self) -> AttributeList {
        AttributeList::of_call(self)
    }

    /// A call's tail marker.
    pub fn tail_kind(self) -> TailKind {
        match unsafe { shim::jgp_tail_kind(self.0 .0) } {
            1 => TailKind::Tail,
            2 => TailKind::MustTail,
            3 => TailKind::NoTail,
            _ => TailKind::None,
        }
    }

    /// Removes a call's tail marker.
    pub fn clear_tail(self) {
        unsafe { shim::jgp_clear_tail(self.0 .0) }
    }

    /// Whether a call is inline assembly.
    pub fn is_inline_asm(self) -> bool {
        unsafe { shim::jgp_is_inline_asm_call(self.0 .0) }
    }

    /// How many operand bundles a call has.
    pub fn bundle_count(self) -> u32 {
        unsafe { shim::jgp_bundle_count(self.0 .0) }
    }

    /// Whether a call has an operand bundle of this tag.
    pub fn has_bundle(self, tag: &str) -> bool {
        let tag = c_string(tag);
        unsafe { shim::jgp_has_bundle(self.0 .0, tag.as_ptr()) }
    }

    /// The normal and the unwind destination of an invoke.
    pub fn invoke_destinations(self) -> (Block, Block) {
        unsafe {
            (Block(core::LLVMGetNormalDest(self.0 .0)), Block(core::LLVMGetUnwindDest(self.0 .0)))
        }
    }

    /// The operands of a call's bundles, in order.
    pub fn bundle_operands(self) -> Vec<Value> {
        // A call's operands are arguments, bundle operands, block labels, callee.
        let labels = match self.opcode() {
            Opcode::LLVMInvoke => 2,
            _ => 0,
        };
        (self.arg_count()..self.operand_count() - 1 - labels).map(|i| self.operand(i)).collect()
    }

    /// Sends an invoke's normal edge to `block`, whose phi nodes the caller sees to.
    pub fn set_normal_destination(self, block: Block) {
        unsafe { core::LLVMSetNormalDest(self.0 .0, block.0) }
    }

    /// Sends an invoke's unwind edge to `block`, whose phi nodes the caller sees to.
    pub fn set_unwind_destination(self, block: Block) {
        unsafe { core::LLVMSetUnwindDest(self.0 .0, block.0) }
    }

    /// Gives a call the attributes of `function`'s parameters and result, and no others.
    pub fn adopt_parameter_attributes(self, function: Function) {
        unsafe { shim::jgp_adopt_parameter_attributes(self.0 .0, function.0 .0) }
    }

    /// Inlines a direct call of a definition, which ends the call's life; whether LLVM could.
    pub fn inline(self) -> bool {
        unsafe { shim::jgp_inline_call(self.0 .0) }
    }

    /// A copy of this call before it, with another callee and arguments and perhaps one operand
    /// bundle more. Attributes are copied as they are.
    pub fn rebuild_call(
        self,
        function_type: Type,
        callee: Value,
        args: &[Value],
        bundle: Option<(&str, &[Value])>,
    ) -> Inst {
        let mut args: Vec<LLVMValueRef> = args.iter().map(|v| v.0).collect();
        let tag = bundle.map(|(tag, _)| c_string(tag));
        let mut extra: Vec<LLVMValueRef> =
            bundle.map_or(Vec::new(), |(_, values)| values.iter().map(|v| v.0).collect());
        Inst(Value(unsafe {
            shim::jgp_rebuild_call(
                self.0 .0,
                function_type.0,
                callee.0,
                args.as_mut_ptr(),
                args.len() as u32,
                tag.as_ref().map_or(std::ptr::null(), |t| t.as_ptr()),
                extra.as_mut_ptr(),
                extra.len() as u32,
            )
        }))
    }
}
