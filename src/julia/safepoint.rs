//! Which instructions the collector may run at.

use crate::ir::Inst;

/// Julia's functions that its root placement does not treat as safepoints
/// (llvm-late-gc-lowering.cpp, `LateLowerGCFrame::LocalScan`, 1.6 to 1.13).
const NOT_SAFEPOINTS: &[&str] = &[
    "julia.gc_loaded",
    "julia.get_pgcstack",
    "julia.pointer_from_objref",
    "julia.ptls_states",
    "julia.typeof",
    "julia.write_barrier",
];

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
