//! `print<tapes>`: what `tape-lowering` sees, as text or as a Graphviz graph.
//!
//! ```text
//! opt -load-pass-plugin=libjulia_gc_passes.so -passes='print<tapes>' -disable-output in.ll
//! opt -load-pass-plugin=libjulia_gc_passes.so -passes='print<tapes;dot>' -disable-output in.ll 2>&1 | dot -Tsvg
//! ```
//!
//! Invariant: the module is not touched, and what is printed is what `tape-lowering` with the same
//! options would decide. It goes to standard error, as LLVM's own printers write.
//!
//! 1. The analysis and the verdicts are made on a copy of the module, as the pass makes them.
//! 2. `picture`: classes worth showing, with their cells, allocations and routes.
//! 3. `text` or `dot` writes it.

mod dot;
mod picture;
mod text;

use super::{decide, wrappers};
use crate::ir::Module;
use crate::options::{OnUnsupported, OptionError, PrintTapesOptions, TapeLoweringOptions};
use crate::plugin::{Change, ModulePass, Outcome};
use picture::Picture;

/// The pass.
pub struct PrintTapes;

impl ModulePass for PrintTapes {
    const NAME: &'static str = "print<tapes>";
    type Options = PrintTapesOptions;

    fn parse_options(text: &str) -> Result<Self::Options, OptionError> {
        PrintTapesOptions::parse(text)
    }

    fn run(module: Module, options: &PrintTapesOptions) -> Outcome {
        let lowering = TapeLoweringOptions {
            on_unsupported: OnUnsupported::Skip,
            exported: options.exported,
            dynamic: options.dynamic,
            ..TapeLoweringOptions::default()
        };
        let printed = module.with_copy(|copy| {
            wrappers::inline(copy);
            let (mut analysis, verdicts, _) = decide(copy, &lowering);
            let picture = Picture::of(&mut analysis, &verdicts);
            if options.dot {
                dot::write(&picture)
            } else {
                text::write(&picture)
            }
        });
        eprint!("{printed}");
        Outcome { change: Change::None, diagnostics: Vec::new() }
    }
}
