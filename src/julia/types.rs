//! Making types at run time, through libjulia.
//!
//! Invariant: only functions and data that every version from 1.6 on exports are named, but for
//! what a version's array kind needs. Nothing is looked up by a binding's name: from 1.12 on that
//! answers by the task's world age, and a fresh task sees no binding at all.
//!
//! Arguments in a C array are passed in a SimpleVector ([`Dialect::arguments`]), which the bundle
//! `"jl_roots"` keeps alive during the call.

use super::{ArrayKind, Dialect, Version};
use crate::ir::{Builder, Inst, Linkage, Type, Value};

/// Words of a `jl_datatype_t` before its parameters, and of a `jl_svec_t` before its elements
/// (julia.h).
const DATATYPE_PARAMETERS: u64 = 2;
const SVEC_ELEMENTS: u64 = 1;

impl Dialect {
    /// A call of one of libjulia's functions by its exported name. A declaration that is there
    /// already is used, whatever type it has.
    fn runtime_call(self, build: &Builder, name: &str, result: Type, args: &[Value]) -> Inst {
        let params: Vec<Type> = args.iter().map(|a| a.ty()).collect();
        let ty = result.function(&params, false);
        let module = self.module();
        let function = module.function(name).unwrap_or_else(|| module.add_function(name, ty));
        build.call_as(ty, function.value(), args)
    }

    /// [`Dialect::runtime_call`] with objects that are kept alive during the call.
    fn rooting_call(
        self,
        build: &Builder,
        name: &str,
        result: Type,
        args: &[Value],
        roots: &[Value],
    ) -> Inst {
        let call = self.runtime_call(build, name, result, args);
        let bundle = Some(("jl_roots", roots));
        let rooting = call.rebuild_call(call.called_type(), call.callee(), args, bundle);
        call.erase();
        rooting
    }

    /// An object that libjulia exports a variable for, such as `jl_any_type`. It lives for ever.
    pub fn exported(self, build: &Builder, name: &str) -> Value {
        let module = self.module();
        let global = module.global(name).unwrap_or_else(|| {
            let global = module.add_global(name, self.plain());
            global.set_linkage(Linkage::External);
            self.mark_constant_object(global);
            global
        });
        self.load_object(build, global)
    }

    /// Says that what the variable holds needs no root (`julia.constgv`,
    /// llvm-late-gc-lowering.cpp).
    pub fn mark_constant_object(self, global: crate::ir::Global) {
        let context = self.module().context();
        global.set_metadata(context.metadata_kind("julia.constgv"), context.metadata_node(&[]));
    }

    /// The object in a variable of plain pointer type.
    pub fn load_object(self, build: &Builder, global: crate::ir::Global) -> Value {
        let plain = build.load(self.plain(), *global, self.word() as u32).value();
        build.address_space_cast(plain, super::TRACKED)
    }

    /// `jl_symbol(name)`, for a C string. Symbols live for ever.
    pub fn symbol(self, build: &Builder, name: Value) -> Value {
        let callee = self.version().c_name("symbol");
        self.runtime_call(build, &callee, self.tracked(), &[name]).value()
    }

    /// Waits for a collection that another thread wants.
    pub fn poll_safepoint(self, build: &Builder) {
        let callee = self.version().c_name("gc_safepoint");
        self.runtime_call(build, &callee, build.context().void(), &[]);
    }

    /// An object's address as a plain pointer.
    pub fn address_of(self, build: &Builder, object: Value) -> Value {
        let derived = self.derive(build, object);
        let address = self.runtime_call(
            build,
            "julia.pointer_from_objref",
            self.plain(),
            &[build.bitcast(derived, self.derived_type())],
        );
        address.value()
    }

    fn derived_type(self) -> Type {
        let context = self.module().context();
        context.pointer(context.struct_type(&[], false), super::DERIVED)
    }

    // --- SimpleVectors -------------------------------------------------------------------------

    /// A SimpleVector of `count` null elements.
    pub fn arguments(self, build: &Builder, count: Value) -> Value {
        build.call(self.alloc_svec(), &[count]).value()
    }

    /// Stores an object that lives for ever, or is otherwise rooted, into a SimpleVector.
    pub fn set_argument(self, build: &Builder, svec: Value, index: Value, object: Value) {
        let first = self.first_element(build, svec);
        let address = build.gep(self.tracked(), first, &[index], true);
        build.store(object, address, self.word() as u32).set_release();
        build.call(self.write_barrier(), &[svec, object]);
    }

    fn first_element(self, build: &Builder, svec: Value) -> Value {
        let head = self.derive(build, svec);
        let distance = build.context().int(64).int(SVEC_ELEMENTS);
        build.gep(self.tracked(), head, &[distance], true)
    }

    /// The elements as a C array.
    fn elements(self, build: &Builder, svec: Value) -> Value {
        let head = self.address_of(build, svec);
        let distance = build.context().int(64).int(SVEC_ELEMENTS);
        build.gep(self.tracked(), head, &[distance], true)
    }

    // --- types ---------------------------------------------------------------------------------

    /// The tuple of `count` objects (`jl_f_tuple(self, objects, i32 count)`).
    pub fn tuple(self, build: &Builder, objects: Value, count: Value) -> Value {
        let elements = self.elements(build, objects);
        let count = build.int_cast(count, build.context().int(32), false);
        let args = [self.null(), elements, count];
        self.rooting_call(build, "jl_f_tuple", self.tracked(), &args, &[objects]).value()
    }

    /// `Tuple{…}` of `count` types.
    pub fn tuple_type(self, build: &Builder, types: Value, count: Value) -> Value {
        let callee = self.version().c_name("apply_tuple_type_v");
        let args = [self.elements(build, types), count];
        self.rooting_call(build, &callee, self.tracked(), &args, &[types]).value()
    }

    /// An object of a type and size known at run time, from the result of
    /// [`Dialect::ensure_pgcstack`] and the allocator's first operand. Before 1.9 Julia's own
    /// allocation intrinsic takes constant sizes only (llvm-final-gc-lowering.cpp).
    pub fn alloc_dynamic(
        self,
        build: &Builder,
        pgcstack: Value,
        operand: Value,
        size: Value,
        ty: Value,
    ) -> Value {
        if self.version() >= Version::parse("1.9").expect("a row") {
            return build.call(self.gc_alloc_obj(), &[operand, size, ty]).value();
        }
        let ptls = if self.version().has_task() {
            self.load_ptls(build, pgcstack)
        } else {
            // What stands for the stack is the thread's state itself.
            pgcstack
        };
        let byte_pointer = build.context().pointer(build.context().int(8), 0);
        let args = [
            build.bitcast(ptls, byte_pointer),
            size,
            build.bitcast(self.address_of(build, ty), byte_pointer),
        ];
        let callee = self.version().c_name("gc_alloc_typed");
        self.runtime_call(build, &callee, self.tracked(), &args).value()
    }

    /// `NamedTuple{names, types}`, for a tuple of symbols and a tuple type.
    pub fn named_tuple_type(self, build: &Builder, names: Value, types: Value) -> Value {
        let callee = self.version().c_name("apply_type2");
        let args = [self.exported(build, "jl_namedtuple_type"), names, types];
        self.runtime_call(build, &callee, self.tracked(), &args).value()
    }

    /// The version's array type of these elements: `Vector{T}` or `Memory{T}`.
    pub fn array_type(self, build: &Builder, element: Value) -> Value {
        match self.version().array() {
            ArrayKind::Vector => {
                let callee = self.version().c_name("apply_array_type");
                let one = self.size_type().int(1);
                self.runtime_call(build, &callee, self.tracked(), &[element, one]).value()
            }
            ArrayKind::Memory => self.memory_type(build, element),
        }
    }

    /// `GenericMemory{:not_atomic, element, CPU}`: the parameters of `Memory{Any}` but the element.
    fn memory_type(self, build: &Builder, element: Value) -> Value {
        let size = self.size_type();
        let model = self.derive(build, self.exported(build, "jl_memory_any_type"));
        let field = build.gep(self.tracked(), model, &[size.int(DATATYPE_PARAMETERS)], true);
        let known = build.load(self.tracked(), field, self.word() as u32).value();
        let params = self.arguments(build, size.int(3));
        for index in 0..3 {
            let object = if index == 1 {
                element
            } else {
                let first = self.first_element(build, known);
                let address = build.gep(self.tracked(), first, &[size.int(index)], true);
                let known = build.load(self.tracked(), address, self.word() as u32);
                known.set_nonnull();
                known.value()
            };
            self.set_argument(build, params, size.int(index), object);
        }
        let callee = self.version().c_name("apply_type");
        let generic = self.exported(build, "jl_genericmemory_type");
        let args = [generic, self.elements(build, params), size.int(3)];
        self.rooting_call(build, &callee, self.tracked(), &args, &[params]).value()
    }
}
