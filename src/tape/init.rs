//! `julia.tape.init()`: with `tags=init` the module makes the types of its tapes itself.
//!
//! ```text
//! define void @julia.tape.init()       ; call it once before the first tape, from any thread
//! ```
//!
//! Invariant: when it returns, every tag variable of the module holds a concrete `DataType` whose
//! size is its allocation's and whose pointer table lists exactly the pointer words, and which lives
//! for ever. Calling it again, from several threads or from several modules, changes nothing.
//!
//! A layout's type is `NamedTuple{(:w0, :w1, …), Tuple{…}}` with `Any` for each word that is a
//! pointer and `UInt64` for each that is not (`UInt32` where words have 32 bits). Julia keeps such a type in its type cache, so it is
//! never collected, and every module and thread that asks gets the same one; a datatype of our own
//! would need a binding in `Main`, which no two modules can make at the same time. An array's
//! elements are stored inline, as a NamedTuple is immutable and its fields are always set.
//!
//! 1. Constants: the names of words, and a byte for each word of each layout.
//! 2. `julia.tape.type(words, count)` makes one type, in a loop over the layout's bytes.
//! 3. `julia.tape.init()` claims the right to build; whoever does not get it waits at safepoints.
//!    Should libjulia throw meanwhile (out of memory), nobody builds any more.

use super::tags::{variables, Variable};
use crate::ir::{Block, Builder, Function, Global, Linkage, Module, Value};
use crate::julia::Dialect;

const INIT: &str = "julia.tape.init";
const STATE: &str = "julia.tape.init.state";
const NAMES: &str = "julia.tape.init.names";
const WORDS: &str = "julia.tape.init.words";
const TYPE: &str = "julia.tape.type";

/// The states of [`STATE`].
const UNTOUCHED: u64 = 0;
const BUILDING: u64 = 1;
const READY: u64 = 2;

/// Writes the function for every tag variable of the module, earlier runs' included.
pub fn write(dialect: Dialect) {
    let variables = variables(dialect.module());
    if variables.is_empty() {
        return;
    }
    let writer = Writer { dialect, module: dialect.module() };
    let earlier = writer.module.function(INIT);
    let init = writer.successor(earlier, INIT);
    if let Some(helper) = writer.module.function(TYPE) {
        helper.erase();
    }
    let (names, width) = writer.names(&variables);
    let words = writer.words(&variables);
    let make_type = writer.make_type(names, width);
    writer.init(init, &variables, words, make_type);
}

struct Writer {
    dialect: Dialect,
    module: Module,
}

impl Writer {
    /// An empty function to take the place of an earlier run's, whose callers call it from now on.
    fn successor(&self, earlier: Option<Function>, name: &str) -> Function {
        let void = self.module.context().void();
        if let Some(earlier) = earlier {
            earlier.set_name("");
        }
        let function = self.module.add_function(name, void.function(&[], false));
        function.set_linkage(Linkage::External);
        if let Some(earlier) = earlier {
            earlier.replace_uses(function.const_bitcast(earlier.ty()));
            earlier.erase();
        }
        function
    }

    // --- (1) -----------------------------------------------------------------------------------

    /// `w0`, `w1`, … as C strings of one width, as many as the longest layout has words.
    fn names(&self, variables: &[Variable]) -> (Global, u64) {
        let longest = variables.iter().map(|v| v.words.len()).max().unwrap_or(0);
        let width = word_name(longest.saturating_sub(1)).len() + 1;
        let mut bytes = Vec::with_capacity(longest * width);
        for index in 0..longest {
            let start = bytes.len();
            bytes.extend_from_slice(word_name(index).as_bytes());
            bytes.resize(start + width, 0);
        }
        (self.bytes(NAMES, &bytes), width as u64)
    }

    /// The layouts one after the other: 1 for a pointer, 0 for data.
    fn words(&self, variables: &[Variable]) -> Global {
        let words = variables.iter().flat_map(|v| &v.words);
        self.bytes(WORDS, &words.map(|&pointer| pointer.into()).collect::<Vec<u8>>())
    }

    fn bytes(&self, name: &str, bytes: &[u8]) -> Global {
        if let Some(earlier) = self.module.global(name) {
            earlier.erase();
        }
        let content = Value::const_bytes(self.module.context(), bytes);
        let global = self.module.add_global(name, content.ty());
        global.set_initializer(content);
        global.set_linkage(Linkage::Local);
        global.set_constant(true);
        global
    }

    // --- (2) -----------------------------------------------------------------------------------

    fn make_type(&self, names: Global, width: u64) -> Function {
        let (context, tracked) = (self.module.context(), self.dialect.tracked());
        let (byte, size) = (context.int(8), self.dialect.size_type());
        let params = [context.pointer(byte, 0), size];
        let function = self.module.add_function(TYPE, tracked.function(&params, false));
        function.set_linkage(Linkage::Local);
        let (words, count) = (function.params()[0], function.params()[1]);
        words.set_name("words");
        count.set_name("count");
        let [entry, each, done] = ["entry", "each", "done"].map(|b| function.append_block(b));

        let build = Builder::at_end(entry);
        let symbols = self.dialect.arguments(&build, count);
        let types = self.dialect.arguments(&build, count);
        build.branch_if(build.equal(count, size.int(0)), done, each);

        let build = Builder::at_end(each);
        let index = build.phi(size);
        let name = build.byte_offset(*names, build.mul(index.value(), size.int(width)));
        let symbol = self.dialect.symbol(&build, name);
        self.dialect.set_argument(&build, symbols, index.value(), symbol);
        let word = build.load(byte, build.byte_offset(words, index.value()), 1).value();
        let data = self.dialect.exported(&build, self.data_type());
        let pointer = self.dialect.exported(&build, "jl_any_type");
        let word_type = build.select(build.equal(word, byte.int(0)), data, pointer);
        self.dialect.set_argument(&build, types, index.value(), word_type);
        let next = build.add(index.value(), size.int(1));
        index.add_incoming(size.int(0), entry);
        index.add_incoming(next, each);
        build.branch_if(build.equal(next, count), done, each);

        let build = Builder::at_end(done);
        let names = self.dialect.tuple(&build, symbols, count);
        let tuple_type = self.dialect.tuple_type(&build, types, count);
        let result = self.dialect.named_tuple_type(&build, names, tuple_type);
        build.ret(Some(result));
        self.dialect.ensure_pgcstack(function);
        function
    }

    /// The type of a word of data.
    fn data_type(&self) -> &'static str {
        match self.dialect.word() {
            4 => "jl_uint32_type",
            _ => "jl_uint64_type",
        }
    }

    // --- (3) -----------------------------------------------------------------------------------

    fn init(&self, init: Function, variables: &[Variable], words: Global, make_type: Function) {
        let i8 = self.module.context().int(8);
        let state = *self.state();
        let [entry, claim, wait, build_types, done] =
            ["entry", "claim", "wait", "build", "done"].map(|b| init.append_block(b));

        let build = Builder::at_end(entry);
        build.branch_if(is_ready(&build, state), done, claim);

        let build = Builder::at_end(claim);
        let claimed = build.compare_exchange(state, i8.int(UNTOUCHED), i8.int(BUILDING)).value();
        build.branch_if(build.extract(claimed, &[1]), build_types, wait);

        let build = Builder::at_end(wait);
        self.dialect.poll_safepoint(&build);
        build.branch_if(is_ready(&build, state), done, wait);

        self.build_types(build_types, variables, words, make_type);
        let build = Builder::at_end(build_types);
        build.store(i8.int(READY), state, 1).set_release();
        build.branch(done);

        Builder::at_end(done).ret(None);
        self.dialect.ensure_pgcstack(init);
    }

    fn state(&self) -> Global {
        self.module.global(STATE).unwrap_or_else(|| {
            let i8 = self.module.context().int(8);
            let state = self.module.add_global(STATE, i8);
            state.set_linkage(Linkage::Local);
            state.set_initializer(i8.int(UNTOUCHED));
            state
        })
    }

    fn build_types(&self, at: Block, variables: &[Variable], words: Global, make_type: Function) {
        let build = Builder::at_end(at);
        let size = self.dialect.size_type();
        let mut before = 0;
        for variable in variables {
            let count = variable.words.len() as u64;
            let layout = build.byte_offset(*words, size.int(before));
            let layout = build.point_to(layout, build.context().int(8));
            let mut ty = build.call(make_type, &[layout, size.int(count)]).value();
            if variable.is_array {
                ty = self.dialect.array_type(&build, ty);
            }
            let address = self.dialect.address_of(&build, ty);
            build.store(address, *variable.global, self.dialect.word() as u32).set_release();
            before += count;
        }
    }
}

fn word_name(index: usize) -> String {
    format!("w{index}")
}

fn is_ready(build: &Builder, state: Value) -> Value {
    let i8 = build.context().int(8);
    let load = build.load(i8, state, 1);
    load.set_acquire();
    build.equal(load.value(), i8.int(READY))
}
