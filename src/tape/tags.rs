//! Tags: how the collector learns a tape's layout.
//!
//! Each layout has a global `@"jl_tape_type.<layout>"`. With `tags=symbol` its address is the Julia
//! `DataType`, and the program that links the module defines it; with `tags=init` it is a variable
//! that holds the `DataType` once `julia.tape.init` has run (`init`). Where the allocation carries
//! a type of the front end's own (`"enzymejl_tapetype"="<decimal address>"`), that is the tag, and
//! there is no global. `!julia.tape.types` lists each global with
//!
//! `!{!"symbol", !"object" | !"memory" | !"vector" | !"element", i64 size, i64 alignment, i64 count,
//!    i64 element size, i64 pointer offset…}`
//!
//! in bytes; the alignment is a word's, as Julia's heap aligns every object to 16 bytes whatever its
//! type. For an object, size is the whole object's and the offsets are from its start (count 1,
//! element size = size); for an array they describe one element, and size and count are 0. An
//! `element` is what the tuples of `dynamic=apply-type` are made of.
//!
//! Invariant: one global per layout, and one row per global, however often the pass runs. A global
//! that is there stays what it is, whatever the option says now.

use crate::ir::{Attrs, Builder, Context, Global, Inst, Linkage, Module, Value};
use crate::julia::{ArrayKind, Dialect};
use crate::options::TypeSource;

/// Named metadata that lists the layouts.
pub const MANIFEST: &str = "julia.tape.types";

/// The manifest's kind of what has a type of exactly its size.
const OBJECT: &str = "object";

/// The manifest's kind of what tuples are made of.
const ELEMENT: &str = "element";

/// The attribute of an allocation, or of the function it calls, with the front end's own type.
const OWN_TYPE: &str = "enzymejl_tapetype";

/// An object that a value names, or that a variable holds: loaded where it is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectRef {
    /// A tracked pointer.
    Value(Value),
    /// A variable of plain pointer type; what it holds needs no root.
    Variable(Global),
}

impl ObjectRef {
    /// The object as a tracked pointer.
    pub fn get(self, dialect: Dialect, build: &Builder) -> Value {
        match self {
            ObjectRef::Value(value) => value,
            ObjectRef::Variable(global) => dialect.load_object(build, global),
        }
    }
}

/// The address in the front end's own type of an allocation, if it carries one.
///
/// # Errors
/// The attribute's text, if it is no address.
pub fn own_type(allocation: Inst) -> Option<Result<u64, String>> {
    if !allocation.is_call() {
        return None;
    }
    let at_call = allocation.call_attributes().string_value(Attrs::Function, OWN_TYPE);
    let text = at_call.or_else(|| {
        let callee = allocation.callee().as_function()?;
        callee.attributes().string_value(Attrs::Function, OWN_TYPE)
    })?;
    // Not every text that `parse` takes is meant: it takes a sign, too.
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    Some(text.parse().ok().filter(|&address| digits && address != 0).ok_or(text))
}

/// The object at an address that the front end knows, as a constant.
pub fn object_at(dialect: Dialect, address: u64) -> ObjectRef {
    let address = dialect.module().context().int(64).int(address);
    let plain = address.const_int_to_pointer(dialect.plain());
    ObjectRef::Value(plain.const_address_space_cast(dialect.tracked()))
}

/// A layout that somebody makes a type of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tag<'a> {
    /// An object of `size` bytes with pointers at these offsets.
    Object { size: u64, pointers: &'a [u64] },
    /// An element of a tuple, stored inline.
    Element { size: u64, pointers: &'a [u64] },
    /// An array of elements of `element` bytes with pointers at these offsets.
    Array { element: u64, pointers: &'a [u64] },
}

impl Tag<'_> {
    fn kind(&self, dialect: Dialect) -> &'static str {
        match (self, dialect.version().array()) {
            (Tag::Object { .. }, _) => OBJECT,
            (Tag::Element { .. }, _) => ELEMENT,
            (Tag::Array { .. }, ArrayKind::Memory) => "memory",
            (Tag::Array { .. }, ArrayKind::Vector) => "vector",
        }
    }

    /// Bytes of the object or element, and the pointers in it.
    fn parts(&self) -> (u64, &[u64]) {
        match *self {
            Tag::Object { size, pointers } | Tag::Element { size, pointers } => (size, pointers),
            Tag::Array { element, pointers } => (element, pointers),
        }
    }

    /// `jl_tape_type.object.32.p0_2`: bytes, and the words that are pointers.
    fn symbol(&self, dialect: Dialect) -> String {
        let (size, pointers) = self.parts();
        let words = words_of(pointers, dialect.word());
        format!("jl_tape_type.{}.{size}.p{}", self.kind(dialect), runs(&words))
    }

    fn row(&self, context: Context, dialect: Dialect, symbol: &str) -> Value {
        let (size, pointers) = self.parts();
        let (whole, count) = match self {
            Tag::Object { .. } => (size, 1),
            Tag::Element { .. } | Tag::Array { .. } => (0, 0),
        };
        let numbers = [whole, dialect.word(), count, size];
        let numbers = numbers.iter().chain(pointers).map(|&n| context.int(64).int(n));
        let mut operands =
            vec![context.metadata_string(symbol), context.metadata_string(self.kind(dialect))];
        operands.extend(numbers);
        context.metadata_node(&operands)
    }

    /// The tag, as an operand of the allocator. A symbol's is a constant, which Julia never tries
    /// to root.
    pub fn object(&self, dialect: Dialect, source: TypeSource) -> ObjectRef {
        let module = dialect.module();
        let symbol = self.symbol(dialect);
        let global = match module.global(&symbol) {
            Some(global) => global,
            None => self.declare(dialect, source, &symbol),
        };
        if is_variable(global) {
            return ObjectRef::Variable(global);
        }
        let address = global.const_bitcast(dialect.plain());
        ObjectRef::Value(address.const_address_space_cast(dialect.tracked()))
    }

    fn declare(&self, dialect: Dialect, source: TypeSource, symbol: &str) -> Global {
        let module = dialect.module();
        module.add_named_metadata(MANIFEST, self.row(module.context(), dialect, symbol));
        match source {
            TypeSource::Symbol => {
                let global = module.add_global(symbol, module.context().int(8));
                global.set_linkage(Linkage::External);
                global.set_alignment(16);
                global
            }
            TypeSource::Init => {
                let global = module.add_global(symbol, dialect.plain());
                global.set_linkage(Linkage::Local);
                global.set_initializer(dialect.plain().zero());
                global.set_alignment(dialect.word() as u32);
                dialect.mark_constant_object(global);
                global
            }
        }
    }
}

/// Whether the global holds the type, rather than being it.
fn is_variable(global: Global) -> bool {
    global.linkage() == Linkage::Local
}

/// A row of the manifest whose type the module makes itself.
pub struct Variable {
    /// Where the type goes.
    pub global: Global,
    /// Whether it is an array of elements of this layout, rather than an object.
    pub is_array: bool,
    /// For each word of the object or element, whether it is a pointer.
    pub words: Vec<bool>,
}

/// The types that the module makes itself, in the manifest's order.
pub fn variables(module: Module) -> Vec<Variable> {
    module.named_metadata(MANIFEST).into_iter().filter_map(|row| variable(module, row)).collect()
}

/// `None` for the row of a symbol, and for what is no row: linked modules bring the same row twice.
fn variable(module: Module, row: Value) -> Option<Variable> {
    let operands = row.metadata_operands();
    let [symbol, kind, _, _, _, size, pointers @ ..] = operands.as_slice() else { return None };
    let global = module.global(&symbol.metadata_text()?).filter(|&g| is_variable(g))?;
    let is_array = !matches!(kind.metadata_text()?.as_str(), OBJECT | ELEMENT);
    let word = module.data_layout().word();
    let mut words = vec![false; usize::try_from(size.as_u64()? / word).ok()?];
    for pointer in pointers {
        *words.get_mut(usize::try_from(pointer.as_u64()? / word).ok()?)? = true;
    }
    Some(Variable { global, is_array, words })
}

/// The numbers of the words at these offsets.
fn words_of(pointers: &[u64], word: u64) -> Vec<u64> {
    pointers.iter().map(|pointer| pointer / word).collect()
}

/// Word numbers, with runs shortened: `0_2`, `0-7`.
fn runs(words: &[u64]) -> String {
    let mut parts = Vec::new();
    let mut rest = words;
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
        assert_eq!(runs(&[0, 2]), "0_2");
        assert_eq!(runs(&[0, 1, 2, 3]), "0-3");
        assert_eq!(runs(&[0, 1, 4, 5, 6]), "0_1_4-6");
    }
}
