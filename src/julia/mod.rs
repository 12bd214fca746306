//! Julia's dialect of LLVM IR: address spaces, intrinsics, and one table row per Julia version.

mod declare;
mod freshness;
mod safepoint;
mod transitions;
mod types;
mod version;

pub use declare::{gives_frame, Dialect};
pub use freshness::Freshness;
pub use safepoint::{is_allocation, is_safepoint, may_collect};
pub use transitions::{GcState, Transition, Transitions};
pub use version::{ArrayKind, FirstOperand, Version};

use crate::ir::{Context, Type, TypeKind, Value};

/// Address space of pointers to objects that the collector tracks.
pub const TRACKED: u32 = 10;
/// Address space of pointers derived from a tracked one.
pub const DERIVED: u32 = 11;
/// Address space of pointers that the callee roots.
pub const CALLEE_ROOTED: u32 = 12;
/// Address space of pointers loaded from an object, such as an array's data.
pub const LOADED: u32 = 13;

/// The greatest alignment of an object's data in bytes (julia_internal.h, `JL_HEAP_ALIGNMENT`).
pub const HEAP_ALIGNMENT: u32 = 16;

/// Whether a global variable holds an object that needs no root: nobody writes it, or it is marked
/// (`julia.constgv`, llvm-late-gc-lowering.cpp).
pub fn is_constant_object(global: Value) -> bool {
    global.is_global_variable()
        && (global.is_constant_variable() || global.global_metadata("julia.constgv"))
}

/// The type Julia gives a tracked pointer: `{} addrspace(10)*`, or `ptr addrspace(10)`.
pub fn tracked_type(context: Context) -> Type {
    context.pointer(context.struct_type(&[], false), TRACKED)
}

/// Whether values of the type carry a tracked pointer, at any depth.
pub fn carries_tracked(ty: Type) -> bool {
    match ty.kind() {
        TypeKind::Pointer(space) => space == TRACKED,
        TypeKind::Struct(_) => ty.fields().into_iter().any(carries_tracked),
        TypeKind::Array(_) | TypeKind::Vector(_) => carries_tracked(ty.element()),
        _ => false,
    }
}
