//! The functions of `cpp/shim.h`, documented there.

use super::raw::*;
use std::ffi::{c_char, c_uint};

/// Known to `cpp/` alone.
#[repr(C)]
pub struct JgpPrinter {
    _opaque: [u8; 0],
}

extern "C" {
    pub fn jgp_diagnose(
        context: LLVMContextRef,
        severity: c_uint,
        message: *const c_char,
        length: usize,
        more_follow: bool,
    );
    pub fn jgp_remark(
        kind: c_uint,
        pass: *const c_char,
        name: *const c_char,
        function: LLVMValueRef,
        instruction: LLVMValueRef,
        message: *const c_char,
        length: usize,
    );
    pub fn jgp_remarks_enabled(context: LLVMContextRef, pass: *const c_char) -> bool;
    pub fn jgp_printer_create(module: LLVMModuleRef) -> *mut JgpPrinter;
    pub fn jgp_printer_print(printer: *mut JgpPrinter, instruction: LLVMValueRef) -> *mut c_char;
    pub fn jgp_printer_dispose(printer: *mut JgpPrinter);
    pub fn jgp_tail_kind(call: LLVMValueRef) -> c_uint;
    pub fn jgp_clear_tail(call: LLVMValueRef);
    pub fn jgp_is_inline_asm_call(call: LLVMValueRef) -> bool;
    pub fn jgp_bundle_count(call: LLVMValueRef) -> c_uint;
    pub fn jgp_has_bundle(call: LLVMValueRef, tag: *const c_char) -> bool;
    pub fn jgp_rebuild_call(
        call: LLVMValueRef,
        function_type: LLVMTypeRef,
        callee: LLVMValueRef,
        args: *mut LLVMValueRef,
        arg_count: c_uint,
        extra_tag: *const c_char,
        extra: *mut LLVMValueRef,
        extra_count: c_uint,
    ) -> LLVMValueRef;
    pub fn jgp_adopt_parameter_attributes(call: LLVMValueRef, function: LLVMValueRef);
    pub fn jgp_outline_body(function: LLVMValueRef, name: *const c_char) -> LLVMValueRef;
    pub fn jgp_splice_body(from: LLVMValueRef, to: LLVMValueRef);
    pub fn jgp_copy_function_properties(to: LLVMValueRef, from: LLVMValueRef);
    pub fn jgp_split_block(at: LLVMValueRef, name: *const c_char) -> LLVMBasicBlockRef;
    pub fn jgp_inline_call(call: LLVMValueRef) -> bool;
    pub fn jgp_loop_headers(
        function: LLVMValueRef,
        headers: *mut i64,
        parents: *mut i64,
        count: usize,
    );
    pub fn jgp_typed_pointers(context: LLVMContextRef) -> bool;
    pub fn jgp_replace_metadata_uses(from: LLVMValueRef, to: LLVMValueRef);
    pub fn jgp_is_interposable(global: LLVMValueRef) -> bool;
    pub fn jgp_array_type(element: LLVMTypeRef, count: u64) -> LLVMTypeRef;
    pub fn jgp_array_length(array: LLVMTypeRef) -> u64;
    pub fn jgp_const_array(
        element: LLVMTypeRef,
        elements: *mut LLVMValueRef,
        count: usize,
    ) -> LLVMValueRef;
    pub fn jgp_const_bytes(
        context: LLVMContextRef,
        data: *const c_char,
        length: usize,
    ) -> LLVMValueRef;
}
