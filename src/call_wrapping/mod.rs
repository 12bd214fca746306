//! stub
use crate::ir::Module;
use crate::options::{CallWrappingOptions, OptionError};
use crate::plugin::{Change, ModulePass, Outcome};
/// The pass.
pub struct CallWrapping;
impl ModulePass for CallWrapping {
    const NAME: &'static str = "call-wrapping";
    type Options = CallWrappingOptions;
    fn parse_options(text: &str) -> Result<Self::Options, OptionError> {
        CallWrappingOptions::parse(text)
    }
    fn run(_module: Module, _options: &CallWrappingOptions) -> Outcome {
        Outcome { change: Change::None, diagnostics: vec![] }
    }
}
