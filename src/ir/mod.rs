//! A thin typed layer over llvm-sys, and the only place besides `src/plugin` with `unsafe`.
//!
//! Invariant: a handle ([`Value`], [`Inst`], [`Function`], [`Block`], [`Type`], …) is a non-null
//! pointer to an object that LLVM owns. It is valid as long as the module lives and the object has
//! not been erased; [`Inst::erase`], [`Function::erase`] and [`Global::erase`] are the only
//! operations that end an object's life, and their callers drop every handle to it. Under that
//! contract every function here is safe to call. Handles compare and hash by identity.
//!
//! Nothing here knows Julia, tapes or passes. What differs between LLVM versions is settled here:
//! pointer types ([`Context::pointer`]), attribute names, opcodes that mean the same
//! (`raw::canonical`), and what only the C++ API can do
//! (`shim`, implemented in `cpp/`).

mod attributes;
mod builder;
mod call;
mod diagnostics;
mod function;
mod inst;
mod layout;
mod module;
mod raw;
mod shim;
mod types;
mod value;

pub use attributes::{AttributeList, Attrs};
pub use builder::Builder;
pub use diagnostics::{diagnose, remark, remarks_enabled, Printer, RemarkKind, Severity};
pub use function::{Block, Function, Linkage, LoopNest};
pub use inst::{GepOffset, Inst, Ordering, TailKind};
pub use layout::DataLayout;
pub use module::{Context, Global, Module};
pub use raw::Opcode;
pub use types::{Type, TypeKind};
pub use value::Value;

/// The LLVM major version this build is for.
pub const LLVM_MAJOR: &str = env!("JULIA_GC_PASSES_LLVM");
