//! How the passes reach LLVM: registration, pipeline text, and a guard around every run.
//!
//! 1. [`entry_point!`] defines the symbol that a program looks up in a pass plugin.
//! 2. [`host`] compares the program's LLVM with the one the plugin is built for, before anything
//!    of LLVM is called.
//! 3. [`registration`] answers the pipeline parser: `name` or `name<options>` adds a pass.
//! 4. Option text is parsed without side effects (`opt` asks twice); what is wrong with it is
//!    reported when the pass runs, as an ordinary error of the pass.
//! 5. [`guard`] runs the pass, turns a panic into an error, and reports every diagnostic.

mod guard;
pub mod host;
pub mod registration;

use crate::diagnostics::Diagnostic;
use crate::ir::Module;
use crate::options::OptionError;

/// Whether a pass changed the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The module is as it was.
    None,
    /// Something was rewritten.
    Some,
}

/// What a run of a pass comes to. A run with errors has left the module as it was.
#[derive(Debug)]
pub struct Outcome {
    /// Whether the module changed.
    pub change: Change,
    /// Errors and warnings, in the order of the module.
    pub diagnostics: Vec<Diagnostic>,
}

/// A module pass as the pipeline knows it.
pub trait ModulePass: 'static {
    /// The name in `-passes=`.
    const NAME: &'static str;
    /// The parsed options.
    type Options: 'static;

    /// Parses what stands between `<` and `>` (nothing: the empty text).
    ///
    /// # Errors
    /// An unknown key or value.
    fn parse_options(text: &str) -> Result<Self::Options, OptionError>;

    /// Runs the pass.
    fn run(module: Module, options: &Self::Options) -> Outcome;
}

/// Defines the plugin's entry point, which registers these passes.
macro_rules! entry_point {
    ($($pass:ty),+) => {
        #[allow(unsafe_code, missing_docs)]
        mod entry {
            use super::*;
            use std::ffi::c_void;

            unsafe extern "C" fn register_passes(builder: *mut c_void) {
                $crate::plugin::registration::start_logging();
                $(unsafe { $crate::plugin::registration::register::<$pass>(builder) };)+
            }

            #[no_mangle]
            extern "C" fn llvmGetPassPluginInfo() -> $crate::plugin::registration::PluginInfo {
                $crate::plugin::host::require_this_llvm();
                $crate::plugin::registration::PluginInfo::new(register_passes)
            }
        }
    };
}
pub(crate) use entry_point;
