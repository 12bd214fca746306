//! The one llvm-sys of this build, under one name for all versions.

#[cfg(feature = "llvm14")]
pub use llvm_sys_140 as llvm;
#[cfg(feature = "llvm15")]
pub use llvm_sys_150 as llvm;
#[cfg(feature = "llvm16")]
pub use llvm_sys_160 as llvm;
#[cfg(feature = "llvm17")]
pub use llvm_sys_170 as llvm;
#[cfg(feature = "llvm18")]
pub use llvm_sys_180 as llvm;
#[cfg(feature = "llvm19")]
pub use llvm_sys_191 as llvm;
#[cfg(feature = "llvm20")]
pub use llvm_sys_201 as llvm;
#[cfg(feature = "llvm21")]
pub use llvm_sys_211 as llvm;
#[cfg(feature = "llvm22")]
pub use llvm_sys_221 as llvm;

// The plugin takes LLVM from the program that loads it; test programs bring their own.
#[cfg(test)]
#[cfg_attr(feature = "llvm14", link(name = "LLVM-14"))]
#[cfg_attr(feature = "llvm15", link(name = "LLVM-15"))]
#[cfg_attr(feature = "llvm16", link(name = "LLVM-16"))]
#[cfg_attr(feature = "llvm17", link(name = "LLVM-17"))]
#[cfg_attr(feature = "llvm18", link(name = "LLVM-18"))]
#[cfg_attr(feature = "llvm19", link(name = "LLVM-19"))]
#[cfg_attr(feature = "llvm20", link(name = "LLVM-20"))]
#[cfg_attr(feature = "llvm21", link(name = "LLVM-21"))]
#[cfg_attr(feature = "llvm22", link(name = "LLVM-22"))]
extern "C" {}

pub use llvm::core;
pub use llvm::prelude::*;
pub use llvm::target;
/// LLVM's instruction opcodes.
pub use llvm::LLVMOpcode as Opcode;

use std::ffi::{c_char, CStr, CString};

/// The opcode that stands for all that mean the same to the passes: LLVM 22's `ptrtoaddr` takes an
/// address for an integer just as `ptrtoint` does.
pub fn canonical(opcode: Opcode) -> Opcode {
    match opcode {
        #[cfg(feature = "llvm22")]
        Opcode::LLVMPtrToAddr => Opcode::LLVMPtrToInt,
        other => other,
    }
}

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
