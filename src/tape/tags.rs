//! Tags: how the collector learns a tape's layout.
//!
//! Each layout has a symbol `@"jl_tape_type.<layout>"`, whose address is the Julia `DataType`: the
//! program that links the module defines it. `!julia.tape.types` lists each symbol with
//!
//! `!{!"symbol", !"object" | !"memory" | !"vector", i64 size, i64 alignment, i64 count,
//!    i64 element size, i64 pointer offset…}`
//!
//! in bytes; the alignment is a word's, as Julia's heap aligns every object to 16 bytes whatever its
//! type. For an object, size is the whole object's and the offsets are from its start (count 1,
//! element size = size); for an array they describe one element, and size and count are 0.
//!
//! Invariant: one symbol per layout, and one row per symbol, however often the pass runs.

use crate::ir::{Context, Linkage, Module, Value};
use crate::julia::{self, ArrayKind, Dialect, WORD};

/// Named metadata that lists the layouts.
pub const MANIFEST: &str = "julia.tape.types";

/// A layout that the linking program makes a type of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tag<'a> {
    /// An object of `size` bytes with pointers at these offsets.
    Object { size: u64, pointers: &'a [u64] },
    /// An array of elements of `element` bytes with pointers at these offsets.
    Array { element: u64, pointers: &'a [u64] },
}

impl Tag<'_> {
    fn kind(&self, dialect: Dialect) -> &'static str {
        match (self, dialect.version().array()) {
            (Tag::Object { .. }, _) => "object",
            (Tag::Array { .. }, ArrayKind::Memory) => "memory",
            (Tag::Array { .. }, ArrayKind::Vector) => "vector",
        }
    }

    /// Bytes of the object or element, and the pointers in it.
    fn parts(&self) -> (u64, &[u64]) {
        match *self {
            Tag::Object { size, pointers } => (size, pointers),
            Tag::Array { element, pointers } => (element, pointers),
        }
    }

    /// `jl_tape_type.object.32.p0_2`: bytes, and the words that are pointers.
    fn symbol(&self, dialect: Dialect) -> String {
        let (size, pointers) = self.parts();
        format!("jl_tape_type.{}.{size}.p{}", self.kind(dialect), runs(pointers))
    }

    fn row(&self, context: Context, dialect: Dialect, symbol: &str) -> Value {
        let (size, pointers) = self.parts();
        let (whole, count) = match self {
            Tag::Object { .. } => (size, 1),
            Tag::Array { .. } => (0, 0),
        };
        let numbers = [whole, WORD, count, size];
        let numbers = numbers.iter().chain(pointers).map(|&n| context.int(64).int(n));
        let mut operands =
            vec![context.metadata_string(symbol), context.metadata_string(self.kind(dialect))];
        operands.extend(numbers);
        context.metadata_node(&operands)
    }

    /// The tag as an operand of the allocator: a constant, which Julia never tries to root.
    pub fn operand(&self, dialect: Dialect) -> Value {
        let module = dialect.module();
        let symbol = self.symbol(dialect);
        let global = match module.global(&symbol) {
            Some(global) => global,
            None => self.declare(module, dialect, &symbol),
        };
        let context = module.context();
        let plain = context.pointer(context.struct_type(&[], false), 0);
        global.const_bitcast(plain).const_address_space_cast(julia::tracked_type(context))
    }

    fn declare(&self, module: Module, dialect: Dialect, symbol: &str) -> crate::ir::Global {
        let context = module.context();
        let global = module.add_global(symbol, context.int(8));
        global.set_linkage(Linkage::External);
        global.set_alignment(16);
        module.add_named_metadata(MANIFEST, self.row(context, dialect, symbol));
        global
    }
}

/// Word numbers, with runs shortened: `0_2`, `0-7`.
fn runs(pointers: &[u64]) -> String {
    let words: Vec<u64> = pointers.iter().map(|p| p / WORD).collect();
    let mut parts = Vec::new();
    let mut rest = words.as_slice();
    while let Some(&first) = rest.first() {
        let length = rest.iter().zip(first..).take_while(|&(&word, next)| word == next).count();
        let last = rest[length - 1];
        parts.push(if length < 3 {
            rest[..length].iter().map(u64::to_string).collect::<Vec<_>>().join("_")
        } else {
            format!("{first}-{last}")
        });
        rest = &rest[length..];
    }
    parts.join("_")
}

#[cfg(test)]
mod tests {
    use super::runs;

    #[test]
    fn runs_of_words_are_shortened() {
        assert_eq!(runs(&[0]), "0");
        assert_eq!(runs(&[0, 16]), "0_2");
        assert_eq!(runs(&[0, 8, 16, 24]), "0-3");
        assert_eq!(runs(&[0, 8, 32, 40, 48]), "0_1_4-6");
    }
}
