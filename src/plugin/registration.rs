//! Registration with LLVM's new pass manager, one way for all versions.
//!
//! 1. [`register`] hooks a pass into the pipeline parser: through `llvm-plugin` up to LLVM 17, where
//!    that ends, through `cpp/registration.cpp` from 18 on. Only [`hook`] knows which.
//! 2. Where the parser meets `name` or `name<options>`, a pass is added whose LLVM side is
//!    `cpp/registration.cpp` on every version: it has a name (`-print-after=tape-lowering`,
//!    `-print-pipeline-passes`) and is required (neither `optnone` nor bisection skips it), both of
//!    which `llvm-plugin`'s own passes lack.
//! 3. When it runs, [`Pass::run`] hands the module to the pass behind [`run_guarded`].

use super::guard::run_guarded;
use super::{Change, ModulePass};
use crate::ir::Module;
use crate::options::OptionError;
use std::ffi::{c_char, c_void, CStr};

const PLUGIN_NAME: &CStr = c"julia-gc-passes";
const PLUGIN_VERSION: &CStr = c"0.1.0";

/// What a pass plugin tells the program: `JgpPluginInfo` of `cpp/shim.h`.
#[repr(C)]
pub struct PluginInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register_passes: unsafe extern "C" fn(*mut c_void),
    /// There from LLVM 22 on.
    #[cfg(feature = "llvm22")]
    pre_code_gen: *const c_void,
}

impl PluginInfo {
    /// A plugin that registers its passes so.
    pub fn new(register_passes: unsafe extern "C" fn(*mut c_void)) -> PluginInfo {
        PluginInfo {
            // SAFETY: it takes nothing and returns a constant.
            api_version: unsafe { jgp_plugin_api_version() },
            name: PLUGIN_NAME.as_ptr(),
            version: PLUGIN_VERSION.as_ptr(),
            register_passes,
            #[cfg(feature = "llvm22")]
            pre_code_gen: std::ptr::null(),
        }
    }
}

/// `JgpPass` of `cpp/shim.h`.
#[repr(C)]
struct Descriptor {
    name: *const c_char,
    create: unsafe extern "C" fn(*const c_char, usize) -> *mut c_void,
    destroy: unsafe extern "C" fn(*mut c_void),
    run: unsafe extern "C" fn(*mut c_void, *mut c_void) -> bool,
}

type Parse = unsafe extern "C" fn(*const c_void, *const c_char, usize, *mut c_void) -> bool;

extern "C" {
    fn jgp_plugin_api_version() -> u32;
    fn jgp_register_pass(builder: *mut c_void, pass: *const Descriptor) -> bool;
    fn jgp_add_pass(
        manager: *mut c_void,
        pass: *const Descriptor,
        text: *const c_char,
        length: usize,
    );
    #[cfg(not(any(
        feature = "llvm14",
        feature = "llvm15",
        feature = "llvm16",
        feature = "llvm17"
    )))]
    fn jgp_add_parsing_callback(builder: *mut c_void, data: *const c_void, parse: Parse);
}

/// Lets `RUST_LOG=julia_gc_passes=debug` speak; a host that logs already keeps its logger.
pub fn start_logging() {
    let _ = env_logger::Builder::from_default_env().format_timestamp(None).try_init();
}

/// Teaches the pipeline parser `P::NAME` and `P::NAME<options>` (`print<tapes;options>`).
///
/// # Safety
/// `builder` is the `PassBuilder` that LLVM hands to a plugin.
///
/// # Panics
/// There are more passes than `cpp/registration.cpp` has room for.
pub unsafe fn register<P: ModulePass>(builder: *mut c_void) {
    // Both live as long as the program, whose pass managers may outlive any pass builder.
    let name = Box::leak(c_name(P::NAME).into_boxed_c_str());
    let pass: &Descriptor = Box::leak(Box::new(Descriptor {
        name: name.as_ptr(),
        create: Pass::<P>::create,
        destroy: Pass::<P>::destroy,
        run: Pass::<P>::run,
    }));
    assert!(jgp_register_pass(builder, pass), "cpp/registration.cpp: MaxPasses is too small");
    hook(builder, std::ptr::from_ref(pass).cast(), parse::<P>);
}

fn c_name(name: &str) -> std::ffi::CString {
    std::ffi::CString::new(name).expect("names of passes have no NUL")
}

#[cfg(any(feature = "llvm14", feature = "llvm15", feature = "llvm16", feature = "llvm17"))]
unsafe fn hook(builder: *mut c_void, data: *const c_void, parse: Parse) {
    use llvm_plugin::{ModulePassManager, PassBuilder, PipelineParsing};
    // All that is in it is LLVM's pointer, which has no getter.
    const { assert!(size_of::<ModulePassManager>() == size_of::<*mut c_void>()) };
    PassBuilder::from_raw(builder).add_module_pipeline_parsing_callback(move |text, manager| {
        let manager = *std::ptr::from_mut(manager).cast::<*mut c_void>();
        match parse(data, text.as_ptr().cast(), text.len(), manager) {
            true => PipelineParsing::Parsed,
            false => PipelineParsing::NotParsed,
        }
    });
}

#[cfg(not(any(feature = "llvm14", feature = "llvm15", feature = "llvm16", feature = "llvm17")))]
unsafe fn hook(builder: *mut c_void, data: *const c_void, parse: Parse) {
    jgp_add_parsing_callback(builder, data, parse);
}

/// Adds the pass to `manager` if the text names it.
unsafe extern "C" fn parse<P: ModulePass>(
    pass: *const c_void,
    text: *const c_char,
    length: usize,
    manager: *mut c_void,
) -> bool {
    let named = text_of(text, length).is_some_and(|text| own_options::<P>(text).is_some());
    if named {
        jgp_add_pass(manager, pass.cast(), text, length);
    }
    named
}

unsafe fn text_of<'t>(text: *const c_char, length: usize) -> Option<&'t str> {
    if length == 0 {
        return Some("");
    }
    std::str::from_utf8(std::slice::from_raw_parts(text.cast(), length)).ok()
}

/// The option text if `text` names `P`: what stands in angle brackets behind the name, or in those
/// of the name behind a semicolon.
fn own_options<P: ModulePass>(text: &str) -> Option<&str> {
    if text == P::NAME {
        return Some("");
    }
    match P::NAME.strip_suffix('>') {
        Some(stem) => text.strip_prefix(stem)?.strip_prefix(';')?.strip_suffix('>'),
        None => text.strip_prefix(P::NAME)?.strip_prefix('<')?.strip_suffix('>'),
    }
}

/// A pass with its options, or with what is wrong with them.
struct Pass<P: ModulePass> {
    options: Result<P::Options, OptionError>,
}

impl<P: ModulePass> Pass<P> {
    unsafe extern "C" fn create(text: *const c_char, length: usize) -> *mut c_void {
        let options = text_of(text, length).and_then(own_options::<P>).unwrap_or_default();
        Box::into_raw(Box::new(Pass::<P> { options: P::parse_options(options) })).cast()
    }

    unsafe extern "C" fn destroy(pass: *mut c_void) {
        drop(Box::from_raw(pass.cast::<Pass<P>>()));
    }

    unsafe extern "C" fn run(pass: *mut c_void, module: *mut c_void) -> bool {
        let pass = &*pass.cast::<Pass<P>>();
        // SAFETY: the pass manager keeps the module alive during the run.
        run_guarded::<P>(Module::from_raw(module), &pass.options) == Change::Some
    }
}

#[cfg(test)]
mod tests {
    use super::own_options;
    use crate::tape::{PrintTapes, TapeLowering};

    #[test]
    fn pass_names_are_matched_whole() {
        assert_eq!(own_options::<TapeLowering>("tape-lowering"), Some(""));
        assert_eq!(own_options::<TapeLowering>("tape-lowering<julia=1.10>"), Some("julia=1.10"));
        assert_eq!(own_options::<TapeLowering>("tape-lowering2"), None);
        assert_eq!(own_options::<TapeLowering>("tape-lowering<stats"), None);
        assert_eq!(own_options::<PrintTapes>("print<tapes>"), Some(""));
        assert_eq!(own_options::<PrintTapes>("print<tapes;dot>"), Some("dot"));
        assert_eq!(own_options::<PrintTapes>("print<tapestry>"), None);
        assert_eq!(own_options::<PrintTapes>("print"), None);
    }
}
