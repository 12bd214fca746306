//! LLVM's own diagnostics and optimisation remarks.

use super::function::Function;
use super::inst::Inst;
use super::module::{Context, Module};
use super::raw::{c_string, take_message};
use super::shim;

/// How serious a diagnostic is. At an error `opt` exits with a failure and writes no module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The pass could not do what it was asked to do.
    Error = 0,
    /// The pass left something as it was, and says so.
    Warning = 1,
}

/// The kinds of optimisation remarks, as `-pass-remarks`, `-pass-remarks-missed` and
/// `-pass-remarks-analysis` select them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemarkKind {
    /// Something was transformed.
    Passed = 0,
    /// Something was left alone.
    Missed = 1,
    /// A fact worth knowing.
    Analysis = 2,
}

/// Sends a complete message to the context's diagnostic handler. LLVM's default handler ends the
/// process at an error, unless more follow.
pub fn diagnose(context: Context, severity: Severity, message: &str, more_follow: bool) {
    let (data, length) = (message.as_ptr().cast(), message.len());
    unsafe { shim::jgp_diagnose(context.0, severity as u32, data, length, more_follow) }
}

/// Emits an optimisation remark at `inst`, or at the head of `function`.
pub fn remark(
    kind: RemarkKind,
    pass: &str,
    name: &str,
    function: Function,
    inst: Option<Inst>,
    message: &str,
) {
    let (pass, name) = (c_string(pass), c_string(name));
    let inst = inst.map_or(std::ptr::null_mut(), |i| i.0 .0);
    unsafe {
        shim::jgp_remark(
            kind as u32,
            pass.as_ptr(),
            name.as_ptr(),
            function.0 .0,
            inst,
            message.as_ptr().cast(),
            message.len(),
        );
    }
}

/// Whether remarks of this pass reach anybody: asked before messages are put together.
pub fn remarks_enabled(context: Context, pass: &str) -> bool {
    let pass = c_string(pass);
    unsafe { shim::jgp_remarks_enabled(context.0, pass.as_ptr()) }
}

/// Prints many instructions of a module, those of one function after the other, in linear time. The
/// module must not change meanwhile.
pub struct Printer(*mut shim::JgpPrinter);

impl Printer {
    /// A printer for the module's instructions.
    pub fn new(module: Module) -> Printer {
        Printer(unsafe { shim::jgp_printer_create(module.0) })
    }

    /// The instruction's text.
    pub fn print(&self, inst: Inst) -> String {
        take_message(unsafe { shim::jgp_printer_print(self.0, inst.0 .0) }).trim().to_string()
    }
}

impl Drop for Printer {
    fn drop(&mut self) {
        unsafe { shim::jgp_printer_dispose(self.0) }
    }
}
