//! stub
use crate::ir::Module;
use crate::options::{OptionError, TapeLoweringOptions};
use crate::plugin::{Change, ModulePass, Outcome};
/// The pass.
pub struct TapeLowering;
impl ModulePass for TapeLowering {
    const NAME: &'static str = "tape-lowering";
    type Options = TapeLoweringOptions;
    fn parse_options(text: &str) -> Result<Self::Options, OptionError> {
        TapeLoweringOptions::parse(text)
    }
    fn run(_module: Module, _options: &TapeLoweringOptions) -> Outcome {
        Outcome { change: Change::None, diagnostics: vec![] }
    }
}
