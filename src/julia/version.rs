//! What differs between Julia versions: one row each.
//!
//! Sources are named by version and file. Offsets are the same on x86_64 and aarch64; of 32-bit
//! targets only those of i386 are known.

use crate::ir::LLVM_MAJOR;
use std::fmt;

/// A supported Julia version, by its row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(usize);

/// What `julia.gc_alloc_obj` takes first, and its type where pointers are typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstOperand {
    /// `i8*`: the thread's `ptls` (codegen.cpp of 1.6, 1.7).
    Ptls,
    /// `{}**`: the current task (codegen.cpp of 1.8 to 1.10).
    TaskWords,
    /// `{}*` or `ptr`: the current task (codegen.cpp of 1.11 on).
    Task,
}

/// The array type for tapes of run-time length with mixed elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayKind {
    /// `Vector{T}` (up to 1.10).
    Vector,
    /// `Memory{T}` (from 1.11 on).
    Memory,
}

/// One version's facts.
struct Row {
    name: &'static str,
    first_operand: FirstOperand,
    /// Prefix of libjulia-internal's exported C functions (1.8 julia.h:9).
    prefix: &'static str,
    /// From `&task->gcstack`, which `julia.get_pgcstack` returns, back to the task, in bytes
    /// (`jl_task_t`, julia.h of each version), on 64-bit targets and on i386. `None`: there is no
    /// task in it (1.6).
    gcstack_offset: Option<(u64, u64)>,
    /// Whether the task's address is computed in bytes (from 1.12 on) or in words.
    byte_geps: bool,
    /// `memory(…)`, `willreturn`, `nounwind` and `allockind("alloc")` on the allocator
    /// (codegen.cpp of 1.11 on) rather than `allocsize` alone.
    memory_attributes: bool,
    array: ArrayKind,
}

const ROWS: [Row; 8] = [
    row("1.6", FirstOperand::Ptls, "jl_", None, false, false, ArrayKind::Vector),
    row("1.7", FirstOperand::Ptls, "jl_", Some((96, 68)), false, false, ArrayKind::Vector),
    row("1.8", FirstOperand::TaskWords, "ijl_", Some((96, 68)), false, false, ArrayKind::Vector),
    row("1.9", FirstOperand::TaskWords, "ijl_", Some((104, 72)), false, false, ArrayKind::Vector),
    row("1.10", FirstOperand::TaskWords, "ijl_", Some((112, 80)), false, false, ArrayKind::Vector),
    row("1.11", FirstOperand::Task, "ijl_", Some((112, 80)), false, true, ArrayKind::Memory),
    row("1.12", FirstOperand::Task, "ijl_", Some((152, 116)), true, true, ArrayKind::Memory),
    row("1.13", FirstOperand::Task, "ijl_", Some((152, 116)), true, true, ArrayKind::Memory),
];

const fn row(
    name: &'static str,
    first_operand: FirstOperand,
    prefix: &'static str,
    gcstack_offset: Option<(u64, u64)>,
    byte_geps: bool,
    memory_attributes: bool,
    array: ArrayKind,
) -> Row {
    Row { name, first_operand, prefix, gcstack_offset, byte_geps, memory_attributes, array }
}

/// Words from `&task->gcstack` to the thread's `ptls`, 1.7 on (llvm-codegen-shared.h).
pub const PTLS_WORDS: u64 = 2;

impl Version {
    /// The version of this name, such as `1.10`.
    pub fn parse(name: &str) -> Option<Version> {
        ROWS.iter().position(|row| row.name == name).map(Version)
    }

    /// All versions, oldest first.
    pub fn all() -> impl Iterator<Item = Version> {
        (0..ROWS.len()).map(Version)
    }

    /// The version whose LLVM this build is for (deps/llvm.version of each Julia).
    pub fn of_this_llvm() -> Version {
        let name = match LLVM_MAJOR {
            "14" => "1.9",
            "15" => "1.10",
            "16" => "1.11",
            "17" | "18" | "19" => "1.12",
            _ => "1.13",
        };
        Version::parse(name).expect("the defaults are rows of the table")
    }

    fn row(self) -> &'static Row {
        &ROWS[self.0]
    }

    /// What the allocator takes first.
    pub fn first_operand(self) -> FirstOperand {
        self.row().first_operand
    }

    /// The exported name of a C function that carries the version's prefix.
    pub fn c_name(self, name: &str) -> String {
        format!("{}{name}", self.row().prefix)
    }

    /// Bytes from the task to its `gcstack` field on a target with words of so many bytes; `None`
    /// where there is no task (1.6).
    pub fn gcstack_offset(self, word: u64) -> Option<u64> {
        let (on_64_bits, on_i386) = self.row().gcstack_offset?;
        Some(if word == 8 { on_64_bits } else { on_i386 })
    }

    /// Whether `julia.get_pgcstack` returns a place in the task (1.7 on).
    pub fn has_task(self) -> bool {
        self.row().gcstack_offset.is_some()
    }

    /// Whether addresses in the task are computed in bytes.
    pub fn byte_geps(self) -> bool {
        self.row().byte_geps
    }

    /// Whether the allocator carries memory attributes.
    pub fn memory_attributes(self) -> bool {
        self.row().memory_attributes
    }

    /// The array type for mixed elements.
    pub fn array(self) -> ArrayKind {
        self.row().array
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().name)
    }
}

impl fmt::Debug for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of Julia's own address computation, as its sources give them.
    #[test]
    fn task_offsets_are_the_sources_words() {
        let words = |name: &str, word| {
            let version = Version::parse(name).unwrap();
            version.gcstack_offset(word).map(|bytes| bytes / word)
        };
        let table = [
            ("1.7", 12, 17),
            ("1.8", 12, 17),
            ("1.9", 13, 18),
            ("1.10", 14, 20),
            ("1.11", 14, 20),
            ("1.12", 19, 29),
            ("1.13", 19, 29),
        ];
        assert_eq!(words("1.6", 8), None);
        for (name, on_64_bits, on_i386) in table {
            assert_eq!(words(name, 8), Some(on_64_bits), "{name}");
            assert_eq!(words(name, 4), Some(on_i386), "{name} on i386");
        }
    }

    #[test]
    fn names_are_exact() {
        assert_eq!(Version::parse("1.1"), None);
        assert_eq!(Version::parse("1.10.2"), None);
        assert_eq!(Version::parse("1.7").unwrap().c_name("alloc_svec"), "jl_alloc_svec");
        assert_eq!(Version::parse("1.8").unwrap().c_name("alloc_svec"), "ijl_alloc_svec");
    }
}
