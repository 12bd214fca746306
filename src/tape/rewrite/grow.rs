//! The helpers that lowered code calls: one that stands for `realloc` per kind of vector, one that
//! sets bytes of arrays, and one that makes tuple types.
//!
//! `julia.tape.<kind>_grow(old, count)` allocates `count` elements, copies as many of the old ones
//! as fit, and returns the new object. The old length is read from the old object; null is an
//! object of length 0. No barrier: the new object is fresh, and nothing between its allocation and
//! the last store is a safepoint. The tail is null, as the runtime makes it.

use super::Rewriter;
use crate::ir::{Builder, Function, Inst, Linkage, Value};
use crate::julia::{ArrayKind, DERIVED, LOADED};
use crate::tape::layout::{Home, Layout};

impl Rewriter<'_> {
    /// The helper for a layout, made on first use.
    pub(super) fn grow_helper(&mut self, layout: &Layout) -> Function {
        let module = self.dialect.module();
        let name = self.grow_name(layout);
        if let Some(known) = module.function(&name) {
            return known;
        }
        let (tracked, size) = (self.dialect.tracked(), self.dialect.size_type());
        let function = module.add_function(&name, tracked.function(&[tracked, size], false));
        function.set_linkage(Linkage::Local);
        self.grow_body(function, layout);
        function
    }

    /// `julia.tape.tuple_type(T, count)`: `NTuple{count, T}`, made on first use.
    pub(super) fn tuple_type_helper(&self) -> Function {
        const NAME: &str = "julia.tape.tuple_type";
        let module = self.dialect.module();
        if let Some(known) = module.function(NAME) {
            return known;
        }
        let (tracked, size) = (self.dialect.tracked(), self.dialect.size_type());
        let function = module.add_function(NAME, tracked.function(&[tracked, size], false));
        function.set_linkage(Linkage::Local);
        let (element, count) = (function.params()[0], function.params()[1]);
        element.set_name("element");
        count.set_name("count");
        let [entry, each, done] = ["entry", "each", "done"].map(|b| function.append_block(b));

        let build = Builder::at_end(entry);
        let types = self.dialect.arguments(&build, count);
        build.branch_if(build.equal(count, size.int(0)), done, each);

        let build = Builder::at_end(each);
        let index = build.phi(size);
        self.dialect.set_argument(&build, types, index.value(), element);
        let next = build.add(index.value(), size.int(1));
        index.add_incoming(size.int(0), entry);
        index.add_incoming(next, each);
        build.branch_if(build.equal(next, count), done, each);

        let build = Builder::at_end(done);
        let ty = self.dialect.tuple_type(&build, types, count);
        build.ret(Some(ty));
        self.dialect.ensure_pgcstack(function);
        function
    }

    /// A memset of a run-time number of bytes of an array, by a helper: the object may be null if
    /// nothing is set.
    pub(super) fn zero_elements(&mut self, memset: Inst) {
        let pointer = memset.operand(0);
        let (object, distance) = (self.base(pointer), self.offset(pointer));
        let helper = self.set_helper();
        let build = Builder::before(memset);
        let bytes = build.int_cast(memset.operand(2), build.context().int(64), false);
        build.call(helper, &[object, distance, memset.operand(1), bytes]);
    }

    fn set_helper(&self) -> Function {
        const NAME: &str = "julia.tape.array_set";
        let module = self.dialect.module();
        if let Some(known) = module.function(NAME) {
            return known;
        }
        let context = module.context();
        let (tracked, i64) = (self.dialect.tracked(), context.int(64));
        let types = [tracked, i64, context.int(8), i64];
        let function = module.add_function(NAME, context.void().function(&types, false));
        function.set_linkage(Linkage::Local);
        let params = function.params();
        for (param, name) in params.iter().zip(["object", "offset", "byte", "bytes"]) {
            param.set_name(name);
        }
        let [entry, set, done] = ["entry", "set", "done"].map(|b| function.append_block(b));
        let build = Builder::at_end(entry);
        build.branch_if(build.equal(params[3], i64.int(0)), done, set);
        let build = Builder::at_end(set);
        let data = self.data(&build, Home::Array, params[0]);
        build.memset(build.byte_offset(data, params[1]), params[2], params[3], 1, false);
        build.branch(done);
        Builder::at_end(done).ret(None);
        function
    }

    fn grow_name(&self, layout: &Layout) -> String {
        match layout.home {
            Home::SimpleVector => "julia.tape.svec_grow".to_string(),
            Home::Array | Home::Object | Home::Tuple => {
                let words: Vec<String> =
                    layout.pointers.iter().map(|p| (p / self.dialect.word()).to_string()).collect();
                format!("julia.tape.array_grow.{}.p{}", layout.element, words.join("_"))
            }
        }
    }

    fn grow_body(&self, function: Function, layout: &Layout) {
        let params = function.params();
        let (old, count) = (params[0], params[1]);
        old.set_name("old");
        count.set_name("count");
        let [entry, check, copy, done] =
            ["entry", "check", "copy", "done"].map(|name| function.append_block(name));
        let size = self.dialect.size_type();

        let build = Builder::at_end(entry);
        let new = self.new_vector(&build, layout, count);
        new.set_name("new");
        build.branch_if(build.equal(old, self.dialect.null()), done, check);

        let build = Builder::at_end(check);
        let length = self.length(&build, layout.home, old);
        let shrinks = build.less(count, length);
        let kept = build.select(shrinks, count, length);
        kept.set_name("kept");
        let from = self.elements_of(&build, layout.home, old);
        let to = self.elements_of(&build, layout.home, new);
        build.branch_if(build.equal(kept, size.int(0)), done, copy);

        let build = Builder::at_end(copy);
        let index = build.phi(size);
        index.set_name("i");
        let start = build.mul(index.value(), size.int(layout.element));
        self.copy_element(&build, layout, start, from, to);
        let next = build.add(index.value(), size.int(1));
        index.add_incoming(size.int(0), check);
        index.add_incoming(next, copy);
        build.branch_if(build.equal(next, kept), done, copy);

        Builder::at_end(done).ret(Some(new));
    }

    /// Copies pointers as pointers and everything between them as bytes.
    fn copy_element(&self, build: &Builder, layout: &Layout, start: Value, from: Value, to: Value) {
        let size = self.dialect.size_type();
        let at = |base: Value, offset: u64| {
            let distance = if offset == 0 { start } else { build.add(start, size.int(offset)) };
            build.byte_offset(base, distance)
        };
        let mut done = 0;
        for &pointer in layout.pointers.iter().chain([&layout.element]) {
            if pointer > done {
                let length = size.int(pointer - done);
                build.memcpy(at(to, done), at(from, done), length, self.dialect.word() as u32);
            }
            if pointer < layout.element {
                let value = build.load(
                    self.dialect.tracked(),
                    at(from, pointer),
                    self.dialect.word() as u32,
                );
                build
                    .store(value.value(), at(to, pointer), self.dialect.word() as u32)
                    .set_release();
            }
            done = pointer + self.dialect.word();
        }
    }

    /// The number of elements an object has.
    fn length(&self, build: &Builder, home: Home, object: Value) -> Value {
        let size = self.dialect.size_type();
        let head = self.dialect.derive(build, object);
        // jl_svec_t and jl_genericmemory_t: word 0; jl_array_t: word 1 (julia.h).
        let vector = home == Home::Array && self.dialect.version().array() == ArrayKind::Vector;
        let field =
            if vector { build.byte_offset(head, size.int(self.dialect.word())) } else { head };
        let length = build.load(size, field, self.dialect.word() as u32).value();
        length.set_name("length");
        length
    }

    fn elements_of(&self, build: &Builder, home: Home, object: Value) -> Value {
        let address = match home {
            Home::Array => self.dialect.array_data(build, object),
            Home::SimpleVector | Home::Object | Home::Tuple => {
                let word = self.dialect.size_type().int(self.dialect.word());
                build.byte_offset(self.dialect.derive(build, object), word)
            }
        };
        debug_assert!(matches!(address.ty().address_space(), Some(DERIVED | LOADED)));
        address
    }
}
