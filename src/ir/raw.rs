//! The one llvm-sys of this build, under one name for all versions.

#[cfg(feature = "llvm15")]
pub use llvm_sys_150 as llvm;
#[cfg(feature = "llvm16")]
pub use llvm_sys_160 as llvm;

pub use llvm::core;
pub use llvm::prelude::*;
pub use llvm::target;
/// LLVM's instruction opcodes.
pub use llvm::LLVMOpcode as Opcode;

use std::ffi::{c_char, CStr, CString};

/// A C string for LLVM; an inner NUL, which no IR name has, ends it.
pub fn c_string(text: &str) -> CString {
    CString::new(text.split('\0').next().unwrap_or_default()).unwrap_or_default()
}

/// Copies a message that LLVM allocated, and frees it.
pub fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: LLVM hands out NUL-terminated strings that are ours to dispose of.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        core::LLVMDisposeMessage(message);
        text
    }
}

/// Copies the `length` bytes at `data`.
pub fn copy_str(data: *const c_char, length: usize) -> String {
    if data.is_null() {
        return String::new();
    }
    // SAFETY: LLVM's getters return a pointer to at least `length` bytes.
    let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}
