//! Which instructions the collector may run at.

use crate::ir::{AttributeList, Attrs, Inst};

/// Julia's functions, and one of libc's, that its root placement does not treat as safepoints
/// (llvm-late-gc-lowering.cpp, `LateLowerGCFrame::LocalScan`, 1.6 to 1.13).
const NOT_SAFEPOINTS: &[&str] = &[
    "ijl_egal__unboxed",
    "ijl_lock_field",
    "ijl_lock_value",
    "ijl_pop_handler_noexcept",
    "ijl_unlock_field",
    "ijl_unlock_value",
    "jl_egal__unboxed",
    "jl_lock_field",
    "jl_lock_value",
    "jl_pop_handler_noexcept",
    "jl_unlock_field",
    "jl_unlock_value",
    "julia.gc_loaded",
    "julia.get_pgcstack",
    "julia.pointer_from_objref",
    "julia.ptls_states",
    "julia.typeof",
    "julia.write_barrier",
    "julia.write_barrier_binding",
    "llvm.julia.gc_preserve_begin",
    "llvm.julia.gc_preserve_end",
    "memcmp",
];

/// libc's functions that give and take memory: they never wait for a collection.
const NEVER_COLLECT: &[&str] =
    &["aligned_alloc", "calloc", "free", "malloc", "posix_memalign", "realloc"];

/// Whether a collection may happen at the instruction.
///
/// Every call counts but for LLVM's intrinsics and Julia's own few. Julia also passes over callees
/// with attributes like `readonly`; they are not trusted here, which costs a null store or a
/// barrier, never an object.
pub fn is_safepoint(inst: Inst) -> bool {
    if !inst.is_call() {
        return false;
    }
    match inst.callee().as_function() {
        Some(callee) => !callee.is_intrinsic() && !NOT_SAFEPOINTS.contains(&callee.name().as_str()),
        None => true,
    }
}

/// Whether nothing is known that would keep a collection from happening at the instruction.
///
/// The narrower notion, for those who accuse: what Julia's root placement takes for no safepoint is
/// none, attributes included, nor is an allocation of libc's.
pub fn may_collect(inst: Inst) -> bool {
    if !is_safepoint(inst) || leaves_memory_alone(inst.call_attributes()) {
        return false;
    }
    let Some(callee) = inst.callee().as_function() else { return true };
    let of_libc = callee.is_declaration() && NEVER_COLLECT.contains(&callee.name().as_str());
    !of_libc && !leaves_memory_alone(callee.attributes())
}

/// `readnone`, `readonly` or `argmemonly`, in the words of any LLVM.
fn leaves_memory_alone(attributes: AttributeList) -> bool {
    // Two bits per location, read and write: arguments' memory, inaccessible memory, other.
    const WRITES: u64 = 0b10_10_10;
    const NOT_ARGUMENTS: u64 = 0b11_11_00;
    let by_effects = attributes
        .int_value(Attrs::Function, "memory")
        .is_some_and(|bits| bits & WRITES == 0 || bits & NOT_ARGUMENTS == 0);
    by_effects
        || ["readnone", "readonly", "argmemonly"]
            .iter()
            .any(|name| attributes.has(Attrs::Function, name))
}

/// The functions whose result is younger than any safepoint before it: they allocate last.
const ALLOCATORS: &[&str] = &[
    "ijl_alloc_array_1d",
    "ijl_alloc_svec",
    "jl_alloc_array_1d",
    "jl_alloc_genericmemory",
    "jl_alloc_svec",
    "julia.gc_alloc_obj",
];

/// Whether the instruction is a call whose result is a new object.
pub fn is_allocation(inst: Inst) -> bool {
    let callee = inst.is_call().then(|| inst.callee().as_function()).flatten();
    callee.is_some_and(|f| f.is_declaration() && ALLOCATORS.contains(&f.name().as_str()))
}
