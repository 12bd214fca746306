//! memcpy and memmove that touch lowered memory.
//!
//! 1. Bytes without pointers are copied as bytes.
//! 2. A constant number of bytes with pointers in them is copied by words: pointers must not tear,
//!    and each needs its barrier. All words are loaded before the first is stored, so overlapping
//!    memory is copied right.
//! 3. A number of bytes known at run time is whole elements of an array: a helper copies them word
//!    by word, from the end where the destination lies behind the source.

use super::{Rewriter, Stored};
use crate::ir::{Builder, Function, Inst, Linkage, Value};
use crate::tape::layout::Layout;
use crate::tape::tags::ObjectRef;

impl Rewriter<'_> {
    pub(super) fn copy(&mut self, inst: Inst) {
        let (to, from) = (inst.operand(0), inst.operand(1));
        let lowered = |this: &mut Self, p: Value| this.retype.lowered(p).map(|(_, l)| l);
        let pointers = [to, from].into_iter().any(|side| {
            let holds = lowered(self, side).is_some_and(|layout| !layout.pointers.is_empty());
            holds && self.retype.copies_pointers(inst, side)
        });
        match (pointers, inst.operand(2).as_u64(), lowered(self, to)) {
            (false, ..) => self.copy_bytes(inst),
            (true, Some(bytes), _) => self.copy_words(inst, bytes),
            (true, None, Some(layout)) => self.copy_elements(inst, layout),
            (true, None, None) => unreachable!("the plan lets no such copy through"),
        }
        self.bury(inst);
    }

    // --- (1) -----------------------------------------------------------------------------------

    fn copy_bytes(&mut self, inst: Inst) {
        let to = self.place(inst.operand(0), inst);
        let from = self.place(inst.operand(1), inst);
        let build = self.builder(inst);
        let new = if inst.callee().name().starts_with("llvm.memmove.") {
            build.memmove(to, from, inst.operand(2), 1)
        } else {
            build.memcpy(to, from, inst.operand(2), 1)
        };
        new.set_operand(3, inst.operand(3));
        new.copy_metadata(inst);
    }

    // --- (2) -----------------------------------------------------------------------------------

    fn copy_words(&mut self, inst: Inst, bytes: u64) {
        let (to, from) = (inst.operand(0), inst.operand(1));
        let is_lowered = self.retype.lowered(to).is_some();
        let marked = if is_lowered { to } else { from };
        let node = self.retype.analysis.nodes(marked).leaf(0).expect("lowered memory has a node");
        let to_address = self.place(to, inst);
        let from_address = self.place(from, inst);
        let build = self.builder(inst);
        let i64 = build.context().int(64);
        let mut words = Vec::new();
        for offset in (0..bytes).step_by(self.dialect.word() as usize) {
            let left = (bytes - offset).min(self.dialect.word());
            let pointer = self.retype.is_pointer_word(node, offset);
            let ty =
                if pointer { self.dialect.tracked() } else { build.context().int(left as u32 * 8) };
            let alignment = if pointer { self.dialect.word() as u32 } else { 1 };
            let address = build.byte_offset(from_address, i64.int(offset));
            let value = build.load(ty, address, alignment).value();
            words.push((offset, value, alignment, pointer));
        }
        for (offset, value, alignment, pointer) in words {
            let address = build.byte_offset(to_address, i64.int(offset));
            let store = build.store(value, address, alignment);
            if pointer && is_lowered {
                store.set_release();
                self.stored(store, value, to);
            }
        }
    }

    // --- (3) -----------------------------------------------------------------------------------

    fn copy_elements(&mut self, inst: Inst, layout: &Layout) {
        let (to, from) = (inst.operand(0), inst.operand(1));
        let node = self.retype.analysis.nodes(to).leaf(0).expect("lowered memory has a node");
        let (_, position) = self.retype.analysis.classes.find(node);
        let phase = (position - layout.base).rem_euclid(layout.element as i64) as u64;
        // Where the data lies is found by the helper: an object may be null if nothing is copied.
        let objects = [self.base(to), self.base(from)];
        let distances = [self.offset(to), self.offset(from)];
        let build = self.builder(inst);
        let bytes = build.int_cast(inst.operand(2), build.context().int(64), false);
        let helper = self.copy_helper(layout, phase);
        let args = [objects[0], distances[0], objects[1], distances[1], bytes];
        self.builder(inst).call(helper, &args);
    }

    fn copy_helper(&mut self, layout: &Layout, phase: u64) -> Function {
        let module = self.dialect.module();
        let words: Vec<String> =
            layout.pointers.iter().map(|p| (p / self.dialect.word()).to_string()).collect();
        let kind = format!("{:?}", layout.home).to_lowercase();
        let name =
            format!("julia.tape.copy.{kind}.{}.p{}.{phase}", layout.element, words.join("_"));
        if let Some(known) = module.function(&name) {
            return known;
        }
        let (tracked, i64) = (self.dialect.tracked(), module.context().int(64));
        let types = [tracked, i64, tracked, i64, i64];
        let function = module.add_function(&name, module.context().void().function(&types, false));
        function.set_linkage(Linkage::Local);
        let names = ["to", "to.offset", "from", "from.offset", "bytes"];
        for (param, name) in function.params().iter().zip(names) {
            param.set_name(name);
        }
        self.copy_body(function, layout, phase);
        function
    }

    fn copy_body(&mut self, function: Function, layout: &Layout, phase: u64) {
        let params = function.params();
        let bytes = params[4];
        let [entry, check, forward, backward, done] =
            ["entry", "check", "forward", "backward", "done"].map(|n| function.append_block(n));
        let i64 = function.module().context().int(64);
        let build = Builder::at_end(entry);
        build.branch_if(build.equal(bytes, i64.int(0)), done, check);
        let build = Builder::at_end(check);
        let start_of = |object: Value, distance: Value| {
            let start = build.byte_offset(self.data(&build, layout.home, object), distance);
            build.point_to(start, build.context().int(8))
        };
        let element = Element {
            layout,
            phase,
            object: params[0],
            to: start_of(params[0], params[1]),
            from: start_of(params[2], params[3]),
        };
        build.branch_if(build.less(element.from, element.to), backward, forward);

        let build = Builder::at_end(forward);
        let at = build.phi(i64);
        self.copy_one(&build, &element, at.value());
        let next = build.add(at.value(), i64.int(layout.element));
        at.add_incoming(i64.int(0), check);
        at.add_incoming(next, forward);
        build.branch_if(build.equal(next, bytes), done, forward);

        let build = Builder::at_end(backward);
        let end = build.phi(i64);
        let start = build.add(end.value(), i64.int(layout.element.wrapping_neg()));
        self.copy_one(&build, &element, start);
        end.add_incoming(bytes, check);
        end.add_incoming(start, backward);
        build.branch_if(build.equal(start, i64.int(0)), done, backward);

        Builder::at_end(done).ret(None);
    }

    /// Copies the words of the element that starts `start` bytes from both sides' starts.
    fn copy_one(&mut self, build: &Builder, element: &Element, start: Value) {
        let i64 = build.context().int(64);
        let layout = element.layout;
        let mut words = Vec::new();
        for offset in (0..layout.element).step_by(self.dialect.word() as usize) {
            let pointer = layout.pointers.contains(&((offset + element.phase) % layout.element));
            let ty = if pointer { self.dialect.tracked() } else { self.dialect.size_type() };
            let distance = if offset == 0 { start } else { build.add(start, i64.int(offset)) };
            let address = build.byte_offset(element.from, distance);
            words.push((
                distance,
                build.load(ty, address, self.dialect.word() as u32).value(),
                pointer,
            ));
        }
        for (distance, value, pointer) in words {
            let address = build.byte_offset(element.to, distance);
            let store = build.store(value, address, self.dialect.word() as u32);
            if pointer {
                store.set_release();
                let (address, parent) = (store.operand(1), element.object);
                // The object copied to stands in for a null child of its own.
                let stand_in = ObjectRef::Value(parent);
                self.out.stores.push(Stored { store, value, address, parent, stand_in });
            }
        }
    }
}

/// What is copied element by element.
struct Element<'a> {
    layout: &'a Layout,
    /// Bytes from a layout's element to the one copied.
    phase: u64,
    /// The object copied to.
    object: Value,
    to: Value,
    from: Value,
}
