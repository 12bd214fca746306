//! LLVM passes that make Enzyme's derivative code safe for Julia's garbage collector.
//!
//! [`tape`] moves automatic-differentiation tapes that can hold Julia objects into objects of the
//! garbage collector, and prints what it sees of them; [`call_wrapping`] puts GC-state transitions
//! around lazily compiled calls; [`verify`] reports IR that breaks the collector's rules.
//! Loaded by `opt -load-pass-plugin` or any program that takes LLVM pass plugins.
#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod call_wrapping;
pub mod diagnostics;
#[allow(unsafe_code)]
pub mod ir;
pub mod julia;
pub mod options;
#[allow(unsafe_code)]
pub mod plugin;
pub mod tape;
pub mod verify;

use call_wrapping::CallWrapping;
use tape::{PrintTapes, TapeLowering};
use verify::GcVerify;

plugin::entry_point!(TapeLowering, CallWrapping, GcVerify, PrintTapes);
