//! Which LLVM the program that loads the plugin runs, asked before anything of LLVM is called.
//!
//! The plugin names no LLVM library as one that it needs (`build.rs`): its calls bind, one by one
//! when they are made, to what the program has loaded. In a program of another version they would
//! reach functions that take other arguments, or that do not exist. So the entry point calls
//! [`require_this_llvm`] first.
//!
//! 1. Functions are looked up as the dynamic linker will look up those that the plugin calls, so
//!    that the answer is about the very LLVM that would be called.
//! 2. `LLVMGetVersion` (LLVM 16 on) says which it is. Before, the presence of functions that a
//!    version has added does.
//! 3. A program may keep its LLVM to itself (`dlopen` with `RTLD_LOCAL`): then nothing is found, and
//!    the loaded `libLLVM` is opened to all before a second attempt. (LLVM and Julia load plugins
//!    with `RTLD_LAZY`. One that keeps its LLVM to itself and loads the plugin with `RTLD_NOW` gets
//!    the dynamic linker's "undefined symbol" instead.)
//! 4. Another version, or none: one sentence on standard error that says what to build, and exit
//!    status 1. Returning would not do: LLVM would go on without the passes, or report only that
//!    the plugin's interface is an old one.

use crate::ir::LLVM_MAJOR;
use std::ffi::{c_int, c_uint, c_void, CStr, CString};

/// The versions there is a feature for.
const SUPPORTED: std::ops::RangeInclusive<u32> = 14..=22;

/// The first function of LLVM's C interface that each version before `LLVMGetVersion` has added.
const ADDED: [(u32, &CStr); 2] = [(15, c"LLVMGetCastOpcode"), (14, c"LLVMGetGEPSourceElementType")];

/// A function that every LLVM has.
const ANY: &CStr = c"LLVMContextCreate";

/// The version of an LLVM older than all that [`ADDED`] knows.
const ANCIENT: u32 = 13;

/// Ends the process with one sentence if the program's LLVM is another than the plugin's.
pub fn require_this_llvm() {
    let found = version().or_else(|| {
        open_local_llvm();
        version()
    });
    if found.map(|major| major.to_string()).as_deref() == Some(LLVM_MAJOR) {
        return;
    }
    eprintln!("{}", complaint(found));
    std::process::exit(1);
}

/// The major version of the LLVM whose functions the plugin's calls would reach.
fn version() -> Option<u32> {
    type GetVersion = unsafe extern "C" fn(*mut c_uint, *mut c_uint, *mut c_uint);
    if let Some(address) = look_up(c"LLVMGetVersion") {
        let (mut major, mut minor, mut patch) = (0, 0, 0);
        // SAFETY: the function has had this type since it was added, and only writes constants.
        unsafe {
            let get_version: GetVersion = std::mem::transmute(address);
            get_version(&mut major, &mut minor, &mut patch);
        }
        return Some(major);
    }
    look_up(ANY)?;
    let newest = ADDED.iter().find(|(_, function)| look_up(function).is_some());
    Some(newest.map_or(ANCIENT, |&(major, _)| major))
}

/// The address of a function in the program and the libraries that it has opened to all.
fn look_up(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: looking up a name has no side effects.
    let address = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    (!address.is_null()).then_some(address)
}

/// Opens a loaded `libLLVM` to all.
fn open_local_llvm() {
    let mut paths: Vec<CString> = Vec::new();
    // SAFETY: the callback gets what it expects, and the vector outlives the iteration.
    unsafe {
        libc::dl_iterate_phdr(Some(note_llvm), std::ptr::from_mut(&mut paths).cast());
        for path in paths {
            let flags = libc::RTLD_NOLOAD | libc::RTLD_LAZY | libc::RTLD_GLOBAL;
            libc::dlopen(path.as_ptr(), flags);
        }
    }
}

/// Collects the paths of loaded libraries that are called `libLLVM…`.
unsafe extern "C" fn note_llvm(
    object: *mut libc::dl_phdr_info,
    _size: usize,
    paths: *mut c_void,
) -> c_int {
    let name = (*object).dlpi_name;
    if !name.is_null() {
        let path = CStr::from_ptr(name);
        let file = path.to_bytes().rsplit(|&byte| byte == b'/').next().unwrap_or_default();
        // Not `libLLVMPolly.so` and the like.
        if file.starts_with(b"libLLVM-") || file.starts_with(b"libLLVM.") {
            (*paths.cast::<Vec<CString>>()).push(path.to_owned());
        }
    }
    0
}

/// What is wrong, in one sentence.
fn complaint(found: Option<u32>) -> String {
    let built = format!("julia-gc-passes: this plugin is built for LLVM {LLVM_MAJOR}, but");
    match found {
        None => format!(
            "{built} the program that loads it has no LLVM in a shared library or among its \
             exported functions"
        ),
        Some(major) if SUPPORTED.contains(&major) => format!(
            "{built} the program that loads it runs LLVM {major}: build the plugin with 'cargo \
             build --release --no-default-features --features llvm{major}'"
        ),
        Some(major) => {
            let relation = if major == ANCIENT { " or older" } else { "" };
            format!(
                "{built} the program that loads it runs LLVM {major}{relation}: the plugin can be \
                 built for LLVM {} to {}, with one of the features llvm{} to llvm{}",
                SUPPORTED.start(),
                SUPPORTED.end(),
                SUPPORTED.start(),
                SUPPORTED.end()
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_found_is_that_of_the_tests_own_llvm() {
        // A call keeps the linker from dropping LLVM.
        let _ = crate::ir::Context::of_test_thread();
        assert_eq!(version().map(|major| major.to_string()).as_deref(), Some(LLVM_MAJOR));
    }

    #[test]
    fn the_complaint_names_both_versions_and_the_feature() {
        let text = complaint(Some(19));
        assert!(text.contains(&format!("built for LLVM {LLVM_MAJOR}")), "{text}");
        assert!(text.contains("runs LLVM 19"), "{text}");
        assert!(text.contains("--features llvm19"), "{text}");
    }

    #[test]
    fn an_unsupported_version_is_told_what_is_supported() {
        assert!(complaint(Some(13)).contains("LLVM 13 or older"));
        assert!(complaint(Some(30)).contains("llvm14 to llvm22"));
        assert!(complaint(None).contains("has no LLVM"));
    }
}
