//! Sites: what makes a tape makes an object.
//!
//! 1. The size: constant, or computed where the old call computed it.
//! 2. Objects: `julia.gc_alloc_obj(task, size, tag)`; SimpleVectors: `[i]jl_alloc_svec(words)`;
//!    arrays: the version's allocator with a tag and the number of elements. A size that the
//!    arithmetic does not show to be whole elements is rounded up.
//!    Tuples (`dynamic=apply-type`): an object of a type that a helper makes at run time (`grow`).
//! 3. `realloc` calls a helper that allocates and copies (`grow`).

use super::{Fresh, Rewriter};
use crate::ir::{Attrs, Builder, Inst, Value};
use crate::tape::classes::ClassId;
use crate::tape::layout::{Home, Layout};
use crate::tape::sites::{MemoryCall, Site, SiteKind, Size};
use crate::tape::tags::{object_at, own_type, ObjectRef, Tag};

impl Rewriter<'_> {
    pub(super) fn allocate(&mut self, inst: Inst) {
        let site = self.retype.analysis.site(inst).expect("the caller saw a site");
        let (_, layout) = self.retype.lowered(inst.value()).expect("the caller saw its class");
        let size = self.retype.analysis.size(&site);
        let object = match (layout.home, size) {
            (Home::Object, Size::Constant(bytes)) => self.object(&site, layout, bytes),
            (Home::Object, Size::Dynamic(..) | Size::Difference { .. }) => {
                unreachable!("objects have constant sizes")
            }
            (Home::SimpleVector | Home::Array, size) => self.vector(&site, layout, size),
            (Home::Tuple, size) => self.tuple(&site, layout, size),
        };
        self.replace(inst, object);
    }

    // --- (1) -----------------------------------------------------------------------------------

    /// How many whole elements a size comes to.
    fn elements(&self, build: &Builder, size: Size, element: u64) -> Value {
        let size_type = self.dialect.size_type();
        // The analysis may have seen a parameter of the function as it was.
        let now = |value: Value| self.same_params.get(&value).copied().unwrap_or(value);
        let (a, b, constant) = match size {
            Size::Constant(bytes) => return size_type.int(bytes.div_ceil(element)),
            Size::Dynamic(a, b, constant) => (a, b, constant),
            Size::Difference { end, start } => {
                let [end, start] = [end, start].map(|v| build.int_cast(now(v), size_type, false));
                // It may be more than the size, but the size is whole elements.
                return divided(build, build.sub(end, start), element);
            }
        };
        let mut bytes = build.int_cast(now(a), size_type, false);
        if let Some(b) = b {
            bytes = build.mul(bytes, build.int_cast(now(b), size_type, false));
        }
        if constant == element {
            return bytes;
        }
        if constant != 1 {
            bytes = build.mul(bytes, size_type.int(constant));
        }
        if size.multiple() % element != 0 {
            bytes = build.add(bytes, size_type.int(element - 1));
        }
        divided(build, bytes, element)
    }

    // --- (2) -----------------------------------------------------------------------------------

    fn object(&mut self, site: &Site, layout: &Layout, bytes: u64) -> Value {
        // A Julia type is padded to whole words.
        let bytes = bytes.next_multiple_of(self.dialect.word());
        let pointers = layout.object_pointers(bytes);
        let operand = self.allocator_operand(site.inst);
        let build = self.builder(site.inst);
        let tag = self.object_tag(site, bytes, &pointers).get(self.dialect, &build);
        let size = self.dialect.size_type().int(bytes);
        let call = build.call(self.dialect.gc_alloc_obj(), &[operand, size, tag]);
        let attributes = call.call_attributes();
        attributes.add(Attrs::Result, "noalias", 0);
        attributes.add(Attrs::Result, "nonnull", 0);
        if bytes != 0 {
            attributes.add(Attrs::Result, "dereferenceable", bytes);
        }
        let zero_all = site.kind == SiteKind::Heap(MemoryCall::Calloc);
        self.out.fresh.push(Fresh { call, size: bytes, pointers, zero_all });
        call.value()
    }

    fn vector(&mut self, site: &Site, layout: &Layout, size: Size) -> Value {
        let build = self.builder(site.inst);
        let count = self.elements(&build, size, layout.element);
        if site.kind == SiteKind::Heap(MemoryCall::Realloc) {
            let old = site.inst.operand(0);
            let old = self.operand(old, self.dialect.tracked());
            let helper = self.grow_helper(layout);
            return self.builder(site.inst).call(helper, &[old, count]).value();
        }
        self.new_vector(&build, layout, count)
    }

    /// A SimpleVector or array of `count` elements.
    pub(super) fn new_vector(&self, build: &Builder, layout: &Layout, count: Value) -> Value {
        let call = match layout.home {
            Home::SimpleVector => build.call(self.dialect.alloc_svec(), &[count]),
            Home::Array => {
                let tag = Tag::Array { element: layout.element, pointers: &layout.pointers };
                let tag = tag.object(self.dialect, self.types).get(self.dialect, build);
                build.call(self.dialect.alloc_array(), &[tag, count])
            }
            Home::Object | Home::Tuple => unreachable!("they have an allocator of their own"),
        };
        call.value()
    }

    /// An object of a tuple type that is made now, its pointers zeroed.
    fn tuple(&mut self, site: &Site, layout: &Layout, size: Size) -> Value {
        let pgcstack = self.dialect.ensure_pgcstack(site.inst.function()).value();
        let operand = self.allocator_operand(site.inst);
        let build = self.builder(site.inst);
        let count = self.elements(&build, size, layout.element);
        let element = self.element_tag(layout).get(self.dialect, &build);
        let ty = build.call(self.tuple_type_helper(), &[element, count]).value();
        let bytes = build.mul(count, self.dialect.size_type().int(layout.element));
        let object = self.dialect.alloc_dynamic(&build, pgcstack, operand, bytes, ty);
        let head = self.dialect.derive(&build, object);
        build.memset(head, build.context().int(8).int(0), bytes, self.dialect.word() as u32, true);
        object
    }

    fn element_tag(&self, layout: &Layout) -> ObjectRef {
        let tag = Tag::Element { size: layout.element, pointers: &layout.pointers };
        tag.object(self.dialect, self.types)
    }

    /// The tag of an object: the front end's own, or one of its layout.
    fn object_tag(&self, site: &Site, size: u64, pointers: &[u64]) -> ObjectRef {
        match own_type(site.inst) {
            Some(Ok(address)) => object_at(self.dialect, address),
            Some(Err(text)) => unreachable!("the plan lets no tag '{text}' through"),
            None => Tag::Object { size, pointers }.object(self.dialect, self.types),
        }
    }

    /// A tag of the class that a pointer points to: of its first object, or its elements.
    pub(super) fn class_tag(&mut self, pointer: Value) -> ObjectRef {
        let (id, layout) = self.retype.lowered(pointer).expect("a pointer to lowered memory");
        if let Some(&known) = self.class_tags.get(&id) {
            return known;
        }
        let tag = self.new_class_tag(id, layout);
        self.class_tags.insert(id, tag);
        tag
    }

    fn new_class_tag(&mut self, id: ClassId, layout: &Layout) -> ObjectRef {
        if layout.home == Home::Tuple {
            return self.element_tag(layout);
        }
        let class = self.retype.verdicts.get(id).expect("lowered classes have sites");
        let (site, _) = self.retype.analysis.sites[class.sites[0]];
        let Size::Constant(size) = self.retype.analysis.size(&site) else {
            unreachable!("objects have constant sizes")
        };
        let size = size.next_multiple_of(self.dialect.word());
        let pointers = layout.object_pointers(size);
        self.object_tag(&site, size, &pointers)
    }

    /// The allocator's first operand, computed once at the function's head.
    fn allocator_operand(&mut self, at: Inst) -> Value {
        let function = at.function();
        if let Some(&known) = self.allocator_operands.get(&function) {
            return known;
        }
        let pgcstack = self.dialect.ensure_pgcstack(function);
        let build = Builder::after(pgcstack);
        let operand = self.dialect.allocator_operand(&build, pgcstack.value());
        self.allocator_operands.insert(function, operand);
        operand
    }
}

fn divided(build: &Builder, bytes: Value, element: u64) -> Value {
    if element.is_power_of_two() {
        build.lshr(bytes, bytes.ty().int(u64::from(element.trailing_zeros())))
    } else {
        build.udiv(bytes, bytes.ty().int(element))
    }
}
