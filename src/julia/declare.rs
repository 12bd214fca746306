//! Julia's functions as the chosen version declares them.
//!
//! Invariant: a [`Dialect`] never adds to a module before its first use of a function, so making
//! one and asking [`Dialect::check`] is part of a plan, not of a rewrite.

use super::version::PTLS_WORDS;
use super::{tracked_type, ArrayKind, FirstOperand, Version, DERIVED, LOADED, TRACKED};
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{
    AttributeList, Attrs, Builder, Context, Function, Inst, Module, Opcode, Type, Value,
};

const GET_PGCSTACK: &str = "julia.get_pgcstack";
const GET_PGCSTACK_OR_NEW: &str = "julia.get_pgcstack_or_new";
const PTLS_STATES: &str = "julia.ptls_states";
const GC_ALLOC_OBJ: &str = "julia.gc_alloc_obj";
const WRITE_BARRIER: &str = "julia.write_barrier";
const GC_LOADED: &str = "julia.gc_loaded";
pub(super) const SAFE_ENTER: &str = "jl_gc_safe_enter";
pub(super) const SAFE_LEAVE: &str = "jl_gc_safe_leave";
pub(super) const UNSAFE_ENTER: &str = "jl_gc_unsafe_enter";
pub(super) const UNSAFE_LEAVE: &str = "jl_gc_unsafe_leave";

/// Whether a function of this name puts a GC frame into reach: Julia roots nothing in a function
/// whose entry block calls none of these (llvm-late-gc-lowering.cpp).
pub fn gives_frame(name: &str) -> bool {
    [GET_PGCSTACK, GET_PGCSTACK_OR_NEW, PTLS_STATES].contains(&name)
}

/// What target triples call the 32-bit x86.
const I386: [&str; 4] = ["i386", "i486", "i586", "i686"];

/// The functions and types of one Julia version in one module.
#[derive(Clone, Copy)]
pub struct Dialect {
    module: Module,
    version: Version,
}

impl Dialect {
    /// The dialect of the version that was asked for, or that the module shows, or that belongs to
    /// this LLVM.
    ///
    /// # Errors
    /// The module declares the allocator or the task's stack as another version does, or its
    /// pointers are of 32 bits, and not i386's.
    pub fn new(module: Module, asked: Option<Version>) -> Result<Dialect, Diagnostic> {
        let (word, architecture) = (module.data_layout().word(), module.architecture());
        // `jl_task_t` was measured on i386 only: elsewhere 64-bit fields may lie otherwise.
        let is_known = match word {
            8 => true,
            4 => I386.contains(&architecture.as_str()),
            _ => false,
        };
        if !is_known {
            let architecture = if architecture.is_empty() { "unknown" } else { &architecture };
            let what = format!("the target '{architecture}' has pointers of {} bits", word * 8);
            return Err(Diagnostic::error(Code::UnknownTarget, what));
        }
        Dialect::without_offsets(module, asked)
    }

    /// [`Dialect::new`] for any target: for those who call functions by name, and compute no
    /// address in Julia's structures.
    ///
    /// # Errors
    /// The module declares the allocator or the task's stack as another version does.
    pub fn without_offsets(module: Module, asked: Option<Version>) -> Result<Dialect, Diagnostic> {
        let shown = Shown::by(module);
        let default = Version::of_this_llvm();
        let version = match asked {
            Some(version) if shown.allows(version) => version,
            Some(version) => {
                let what = format!("julia={version}, but the module declares {}", shown.what());
                return Err(Diagnostic::error(Code::VersionConflict, what));
            }
            None if shown.allows(default) => default,
            // The newest that the declarations allow: it is the nearest to the default.
            None => Version::all().filter(|&v| shown.allows(v)).last().unwrap_or(default),
        };
        log::debug!("generating for Julia {version}");
        Ok(Dialect { module, version })
    }

    /// The Julia version.
    pub fn version(self) -> Version {
        self.version
    }

    /// The module.
    pub fn module(self) -> Module {
        self.module
    }

    fn context(self) -> Context {
        self.module.context()
    }

    /// The type of a tracked pointer.
    pub fn tracked(self) -> Type {
        tracked_type(self.context())
    }

    /// The null object.
    pub fn null(self) -> Value {
        self.tracked().zero()
    }

    /// Bytes of a word.
    pub fn word(self) -> u64 {
        self.module.data_layout().word()
    }

    /// C's `size_t`: an integer of a word.
    pub fn size_type(self) -> Type {
        self.context().int(self.word() as u32 * 8)
    }

    fn i64(self) -> Type {
        self.context().int(64)
    }

    /// `{}*` or `ptr`.
    pub fn plain(self) -> Type {
        self.context().pointer(self.context().struct_type(&[], false), 0)
    }

    fn pointer_to(self, pointee: Type) -> Type {
        self.context().pointer(pointee, 0)
    }

    fn first_operand_type(self) -> Type {
        match self.version.first_operand() {
            FirstOperand::Ptls => self.pointer_to(self.context().int(8)),
            FirstOperand::TaskWords => self.pointer_to(self.plain()),
            FirstOperand::Task => self.plain(),
        }
    }

    /// Every function this dialect may declare, with its type.
    fn signatures(self) -> Vec<(String, Type)> {
        let (tracked, size) = (self.tracked(), self.size_type());
        let (void, state) = (self.context().void(), self.context().int(8));
        let stack = self.pointer_to(self.pointer_to(self.plain()));
        let mut all = vec![
            (self.stack_name().to_string(), stack.function(&[], false)),
            (
                GC_ALLOC_OBJ.to_string(),
                tracked.function(&[self.first_operand_type(), size, tracked], false),
            ),
            (WRITE_BARRIER.to_string(), void.function(&[tracked], true)),
            (self.version.c_name("alloc_svec"), tracked.function(&[size], false)),
            (self.array_name(), tracked.function(&[tracked, size], false)),
            (SAFE_ENTER.to_string(), state.function(&[], false)),
            (SAFE_LEAVE.to_string(), void.function(&[state], false)),
            (UNSAFE_ENTER.to_string(), state.function(&[], false)),
            (UNSAFE_LEAVE.to_string(), void.function(&[state], false)),
        ];
        if self.version.array() == ArrayKind::Memory {
            all.push((GC_LOADED.to_string(), self.gc_loaded_type()));
        }
        all
    }

    /// # Errors
    /// A function of the dialect is declared already, with another type.
    pub fn check(self) -> Result<(), Diagnostic> {
        self.check_functions(|_| true)
    }

    /// [`Dialect::check`] of what GC-state transitions need.
    ///
    /// # Errors
    /// One of these functions is declared already, with another type.
    pub fn check_transitions(self) -> Result<(), Diagnostic> {
        let names = [SAFE_ENTER, SAFE_LEAVE, UNSAFE_ENTER, UNSAFE_LEAVE, self.stack_name()];
        self.check_functions(|name| names.contains(&name))
    }

    fn check_functions(self, wanted: impl Fn(&str) -> bool) -> Result<(), Diagnostic> {
        for (name, ty) in self.signatures() {
            if !wanted(&name) {
                continue;
            }
            let Some(function) = self.module.function(&name) else { continue };
            if function.function_type() != ty {
                let what = format!(
                    "'{name}' is declared as {}, Julia {} has {ty}",
                    function.function_type(),
                    self.version
                );
                return Err(Diagnostic::error(Code::BadDeclaration, what));
            }
        }
        Ok(())
    }

    /// The function of this name, declared now if it was not.
    fn function(self, name: &str, set_attributes: impl FnOnce(Function)) -> Function {
        if let Some(function) = self.module.function(name) {
            return function;
        }
        let signatures = self.signatures();
        let (_, ty) = signatures.iter().find(|(n, _)| n == name).expect("a listed function");
        let function = self.module.add_function(name, *ty);
        set_attributes(function);
        function
    }

    /// `julia.gc_alloc_obj`. It is declared with what `JULIA_ABI.md` §2 lists, but without memory,
    /// `nounwind` and `willreturn` attributes: with them LLVM deletes null stores.
    pub fn gc_alloc_obj(self) -> Function {
        self.function(GC_ALLOC_OBJ, |f| {
            f.attributes().add(Attrs::Result, "noalias", 0);
            f.attributes().add(Attrs::Result, "nonnull", 0);
            // allocsize(1): the argument number in the high half, "no count" in the low one.
            f.attributes().add(Attrs::Function, "allocsize", 1 << 32 | 0xffff_ffff);
        })
    }

    /// `[i]jl_alloc_svec(n)`, zeroed by the runtime.
    pub fn alloc_svec(self) -> Function {
        self.function(&self.version.c_name("alloc_svec"), mark_fresh)
    }

    fn array_name(self) -> String {
        match self.version.array() {
            ArrayKind::Vector => self.version.c_name("alloc_array_1d"),
            ArrayKind::Memory => "jl_alloc_genericmemory".to_string(),
        }
    }

    /// `[i]jl_alloc_array_1d(type, n)` or `jl_alloc_genericmemory(type, n)`, zeroed by the runtime
    /// where the elements hold pointers.
    pub fn alloc_array(self) -> Function {
        self.function(&self.array_name(), mark_fresh)
    }

    /// `julia.write_barrier(parent, children...)`
    pub fn write_barrier(self) -> Function {
        self.function(WRITE_BARRIER, |f| {
            f.attributes().add(Attrs::Function, "nounwind", 0);
            f.attributes().add(Attrs::Function, "norecurse", 0);
            set_memory(f, MEMORY_INACCESSIBLE, "inaccessiblememonly");
            if self.version >= Version::parse("1.8").expect("a row") {
                f.attributes().add(Attrs::Param(0), "readonly", 0);
            }
        })
    }

    fn gc_loaded_type(self) -> Type {
        let data = self.context().pointer(self.context().struct_type(&[], false), LOADED);
        data.function(&[self.tracked(), self.plain()], false)
    }

    /// `julia.gc_loaded(object, data)`: keeps the object alive for uses of the result (1.11 on).
    pub fn gc_loaded(self) -> Function {
        self.function(GC_LOADED, |f| {
            for name in ["nounwind", "norecurse", "nosync", "speculatable", "willreturn"] {
                f.attributes().add(Attrs::Function, name, 0);
            }
            set_memory(f, MEMORY_NONE, "readnone");
        })
    }

    /// `i8 jl_gc_safe_enter()`
    pub fn safe_enter(self) -> Function {
        self.function(SAFE_ENTER, |_| ())
    }

    /// `void jl_gc_safe_leave(i8)`
    pub fn safe_leave(self) -> Function {
        self.function(SAFE_LEAVE, |_| ())
    }

    /// `i8 jl_gc_unsafe_enter()`
    pub fn unsafe_enter(self) -> Function {
        self.function(UNSAFE_ENTER, |_| ())
    }

    /// `void jl_gc_unsafe_leave(i8)`
    pub fn unsafe_leave(self) -> Function {
        self.function(UNSAFE_LEAVE, |_| ())
    }

    fn stack_name(self) -> &'static str {
        if self.version.has_task() {
            GET_PGCSTACK
        } else {
            PTLS_STATES
        }
    }

    /// The call of `julia.get_pgcstack` at the head of the function, put there if need be: without
    /// one in the entry block Julia roots nothing (llvm-late-gc-lowering.cpp).
    pub fn ensure_pgcstack(self, function: Function) -> Inst {
        let callee = self.function(self.stack_name(), |_| ());
        let entry = function.entry();
        let head = entry.first_insertion_point().expect("a block ends with a terminator");
        let existing = entry
            .instructions()
            .into_iter()
            .find(|inst| inst.opcode() == Opcode::LLVMCall && inst.callee() == callee.value());
        match existing {
            Some(call) if call == head => call,
            Some(call) => {
                call.move_before(head);
                call
            }
            None => {
                let call = Builder::before(head).call(callee, &[]);
                call.set_name("pgcstack");
                call
            }
        }
    }

    /// The allocator's first operand, computed from the result of [`Dialect::ensure_pgcstack`].
    pub fn allocator_operand(self, build: &Builder, pgcstack: Value) -> Value {
        let word = self.plain();
        let Some(offset) = self.version.gcstack_offset(self.word()) else {
            return build.bitcast(pgcstack, self.first_operand_type());
        };
        if self.version.first_operand() == FirstOperand::Ptls {
            let ptls = self.load_ptls(build, pgcstack);
            return build.bitcast(ptls, self.first_operand_type());
        }
        let (unit, bytes_per_unit) =
            if self.version.byte_geps() { (self.context().int(8), 1) } else { (word, self.word()) };
        let distance = self.i64().int((offset / bytes_per_unit).wrapping_neg());
        let task = build.gep(unit, pgcstack, &[distance], true);
        task.set_name("current_task");
        build.bitcast(task, self.first_operand_type())
    }

    /// The thread's state, from the result of [`Dialect::ensure_pgcstack`] (1.7 on).
    pub(super) fn load_ptls(self, build: &Builder, pgcstack: Value) -> Value {
        let word = self.plain();
        let field = build.gep(word, pgcstack, &[self.i64().int(PTLS_WORDS)], true);
        field.set_name("ptls_field");
        let ptls = build.load(word, field, self.word() as u32).value();
        ptls.set_name("ptls");
        ptls
    }

    /// A derived pointer to the object's start.
    pub fn derive(self, build: &Builder, object: Value) -> Value {
        debug_assert_eq!(object.ty().address_space(), Some(TRACKED));
        build.address_space_cast(object, DERIVED)
    }

    /// The data of an array object (address space 13). The object must not be null.
    pub fn array_data(self, build: &Builder, object: Value) -> Value {
        let head = self.derive(build, object);
        match self.version.array() {
            // jl_array_t: word 0 is the data pointer (julia.h, up to 1.10).
            ArrayKind::Vector => {
                let data = self.context().pointer(self.context().int(8), LOADED);
                build.load(data, head, self.word() as u32).value()
            }
            // jl_genericmemory_t: word 1 is the data pointer (julia.h, from 1.11 on).
            ArrayKind::Memory => {
                let field = build.gep(self.plain(), head, &[self.i64().int(1)], true);
                let raw = build.load(self.plain(), field, self.word() as u32).value();
                let object = build.bitcast(object, self.tracked());
                build.call(self.gc_loaded(), &[object, raw]).value()
            }
        }
    }
}

fn mark_fresh(function: Function) {
    function.attributes().add(Attrs::Result, "noalias", 0);
    function.attributes().add(Attrs::Result, "nonnull", 0);
}

/// Bits of `memory(…)`: two per location (argmem, inaccessiblemem, other).
const MEMORY_NONE: u64 = 0;
const MEMORY_INACCESSIBLE: u64 = 3 << 2;

/// Sets `memory(…)`, which from LLVM 16 on replaces attributes such as `readnone`.
fn set_memory(function: Function, bits: u64, before_16: &str) {
    if AttributeList::is_known("memory") {
        function.attributes().add(Attrs::Function, "memory", bits);
    } else {
        function.attributes().add(Attrs::Function, before_16, 0);
    }
}

/// What a module's declarations say about its Julia version.
struct Shown {
    first_operand: Option<FirstOperand>,
    ptls_states: bool,
    pgcstack: bool,
}

impl Shown {
    fn by(module: Module) -> Shown {
        let context = module.context();
        let plain = context.pointer(context.struct_type(&[], false), 0);
        let first = module
            .function(GC_ALLOC_OBJ)
            .filter(|_| context.typed_pointers())
            .and_then(|f| f.function_type().params().first().copied());
        let first_operand = first.and_then(|ty| {
            if ty == context.pointer(context.int(8), 0) {
                Some(FirstOperand::Ptls)
            } else if ty == context.pointer(plain, 0) {
                Some(FirstOperand::TaskWords)
            } else if ty == plain {
                Some(FirstOperand::Task)
            } else {
                None
            }
        });
        Shown {
            first_operand,
            ptls_states: module.function(PTLS_STATES).is_some(),
            pgcstack: module.function(GET_PGCSTACK).is_some(),
        }
    }

    fn allows(&self, version: Version) -> bool {
        let old = !version.has_task();
        self.first_operand.is_none_or(|first| first == version.first_operand())
            && (old || !self.ptls_states)
            && !(old && self.pgcstack)
    }

    fn what(&self) -> String {
        let mut all = Vec::new();
        if let Some(first) = self.first_operand {
            let kind = match first {
                FirstOperand::Ptls => "the thread's state (as up to 1.7)",
                FirstOperand::TaskWords => "the task as a pointer to words (as 1.8 to 1.10)",
                FirstOperand::Task => "the task as a plain pointer (as from 1.11 on)",
            };
            all.push(format!("{GC_ALLOC_OBJ} whose first operand is {kind}"));
        }
        if self.ptls_states {
            all.push(PTLS_STATES.to_string());
        }
        if self.pgcstack {
            all.push(GET_PGCSTACK.to_string());
        }
        all.join(" and ")
    }
}
