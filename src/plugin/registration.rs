//! Registration through `llvm-plugin`, which covers LLVM up to 17.

use super::guard::run_guarded;
use super::{Change, ModulePass};
use crate::ir::Module;
use crate::options::OptionError;
use llvm_plugin::{
    inkwell, LlvmModulePass, ModuleAnalysisManager, PassBuilder, PipelineParsing, PreservedAnalyses,
};

/// Lets `RUST_LOG=julia_gc_passes=debug` speak; a host that logs already keeps its logger.
pub fn start_logging() {
    let _ = env_logger::Builder::from_default_env().format_timestamp(None).try_init();
}

/// Teaches the pipeline parser `P::NAME` and `P::NAME<options>` (`print<tapes;options>`).
pub fn register<P: ModulePass>(builder: &mut PassBuilder) {
    builder.add_module_pipeline_parsing_callback(|text, manager| match own_options::<P>(text) {
        Some(options) => {
            manager.add_pass(Adapter::<P> { options: P::parse_options(options) });
            PipelineParsing::Parsed
        }
        None => PipelineParsing::NotParsed,
    });
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
struct Adapter<P: ModulePass> {
    options: Result<P::Options, OptionError>,
}

impl<P: ModulePass> LlvmModulePass for Adapter<P> {
    fn run_pass(
        &self,
        module: &mut inkwell::module::Module<'_>,
        _: &ModuleAnalysisManager,
    ) -> PreservedAnalyses {
        // SAFETY: the pass manager keeps the module alive during the run.
        let module = unsafe { Module::from_raw(module.as_mut_ptr().cast()) };
        match run_guarded::<P>(module, &self.options) {
            Change::None => PreservedAnalyses::All,
            Change::Some => PreservedAnalyses::None,
        }
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
