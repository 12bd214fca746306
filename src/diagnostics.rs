//! Every message of the passes: its code, its cause and its cure, in one place.
//!
//! A message says what happened, where (function, instruction, debug location), why it matters and
//! what to do. Codes are stable: tests, scripts and people refer to them.

use crate::ir::{self, Function, Inst, Printer, RemarkKind, Severity};
use std::cell::Cell;

macro_rules! codes {
    ($($variant:ident $code:literal $slug:literal $why:literal $help:literal;)+) => {
        /// What a message is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code { $(#[doc = $slug] $variant,)+ }

        impl Code {
            /// All codes, in order.
            pub const ALL: &'static [Code] = &[$(Code::$variant),+];

            /// The stable code.
            pub fn id(self) -> &'static str {
                match self { $(Code::$variant => $code,)+ }
            }

            /// The code's name in words.
            pub fn slug(self) -> &'static str {
                match self { $(Code::$variant => $slug,)+ }
            }

            /// Why the passes cannot go on, or why it matters.
            pub fn why(self) -> &'static str {
                match self { $(Code::$variant => $why,)+ }
            }

            /// What to do about it.
            pub fn help(self) -> &'static str {
                match self { $(Code::$variant => $help,)+ }
            }
        }
    };
}

impl Code {
    /// Whether the code is a rule of `gc-verify`.
    pub fn is_rule(self) -> bool {
        self.id().starts_with("JGV")
    }
}

codes! {
    BadOption "JGP001" "bad-option" "" "";
    Internal "JGP002" "internal-error"
        "the pass met something it was not made for; nothing it wrote can be trusted"
        "please report the module; until then leave the pass out";
    BadDeclaration "JGP003" "bad-declaration"
        "a function of Julia's runtime is declared with a type that this Julia version does not have"
        "declare it as that version's code generator does, or choose the version with julia=…";
    VersionConflict "JGP004" "julia-version"
        "the module was made for another Julia version than the option names"
        "leave julia=… out, or name the version the module was made for";
    UnknownTarget "JGP005" "unknown-target"
        "the offsets in Julia's task structure are known for 64-bit targets and for i386"
        "compile for one of these, and name it in the module's target triple";

    EscapesCall "JGP101" "escapes-to-call"
        "the callee expects memory that it may keep, free or write without barriers"
        "make the callee internal, inline it, or keep the tape away from it";
    EscapesMemory "JGP102" "escapes-to-memory"
        "whoever reads that memory would find an object pointer that the collector does not know"
        "keep the tape in local slots, other tapes and internal functions";
    PointerToInt "JGP103" "pointer-to-integer"
        "an object's address as an integer is invisible to the collector"
        "run the pass before optimisations that cast pointers to integers";
    MixedWithOther "JGP104" "mixed-with-other-memory"
        "one value may point to a tape or to memory that stays where it is; it has no one address space"
        "separate the two, or allocate both as tapes";
    Exported "JGP105" "crosses-exported-function"
        "callers outside this module would still pass or expect plain memory"
        "make the function internal (opt's pass internalize does), or lower with exported=lower and change its callers";
    AddressTaken "JGP106" "address-taken-function"
        "the function's type changes with the tape's, and not every caller of it is known"
        "call the function directly, or through a table that is internal to the module";
    InlineAsm "JGP107" "inline-asm"
        "inline assembly cannot be told about an object"
        "keep the tape away from inline assembly";
    MustTail "JGP108" "musttail"
        "a musttail call cannot change its type, and leaves no room for roots"
        "drop musttail from the call";
    DerivedInTape "JGP109" "derived-pointer-in-tape"
        "the collector marks objects, not addresses inside of them"
        "cache the object (address space 10) instead of the derived pointer";
    MixedWord "JGP110" "pointer-and-data-in-one-word"
        "a word holds an object pointer at one time and data at another; no layout describes it"
        "keep them apart; run the pass before optimisations that turn pointers into integers";
    Stride "JGP111" "size-and-stride-disagree"
        "the accesses do not fit the allocation, so its layout would be a guess"
        "make elements whole words (pad them), and the allocation's size a multiple of theirs";
    Unaligned "JGP112" "alignment"
        "objects are aligned to 16 bytes and pointers in them to 8"
        "align the tape to 16 bytes at the most and its pointers to 8";
    Instruction "JGP113" "unsupported-instruction"
        "the rewriter does not know how this instruction treats an object"
        "keep the tape away from it";
    ReturnsTwice "JGP114" "returns-twice"
        "roots are not kept across a second return"
        "keep tapes out of functions that call setjmp and its kin";
    Invoke "JGP115" "invoke"
        "Julia's root placement does not see the arguments and results of invoke"
        "turn the invoke into a call";
    Interior "JGP116" "interior-pointer"
        "only a pointer to an object's start keeps it alive; this one points inside"
        "pass or store the tape's start and the offset apart";
    ByValue "JGP117" "by-value-argument"
        "the calling convention copies the memory; Julia roots no such copy"
        "pass the tape by pointer";
    KeptLent "JGP118" "kept-lent-to-exported"
        "the memory is lent to an exported function, so it stays plain memory; the collector does not see the objects in it"
        "make the callee internal if the objects are referenced from nowhere else";
    ExportedLowered "JGP120" "exported-function-changed"
        "the function now takes or returns objects where it took or returned plain pointers"
        "let its callers pass and expect tracked pointers (address space 10), and root them";
    KeptStack "JGP119" "kept-stack-slot"
        "its address leaves the function, so Julia may not root what is in it"
        "keep the objects alive by other means, as Julia's own code generator does";
    FreedFromElsewhere "JGP122" "freed-from-elsewhere"
        "its allocation is not in this module, so nothing says what kind of object it is; it would stay in malloc memory, where the collector does not see the objects"
        "link the module that allocates it (the forward pass) and this one before the pass runs";
    BadTapeType "JGP121" "bad-tape-type"
        "the attribute \"enzymejl_tapetype\" holds the address of the tape's DataType in decimal digits"
        "write the address as Enzyme.jl does, or leave the attribute out";

    GlobMatchesNothing "JGP200" "glob-matches-nothing"
        "no call or definition is wrapped for it"
        "compare with the functions' names: * is any run of characters, ? any one, all else itself";
    LazyInvoke "JGP201" "lazy-invoke-with-objects"
        "Julia's root placement does not see the arguments and results of invoke, so the objects would be lost during the wait"
        "turn the invoke into a call, or pass the objects through memory that is rooted";
    UnwindFunclet "JGP202" "exception-funclet"
        "the transition must be undone at the head of the unwind path, where funclets leave no room for a call"
        "call lazily compiled functions outside of funclets";
    CalleeRooted "JGP203" "callee-rooted-argument"
        "nobody roots an object in address space 12 between the caller and the callee's first safepoint, and a lazy call waits there"
        "pass the object in address space 10";
    UnrootedSret "JGP204" "unrooted-sret"
        "objects are returned in memory that mixes them with data, which the collector does not scan"
        "return them in a separate array of roots, as Julia's code generator does";
    DerivedResult "JGP205" "derived-result"
        "a pointer into an object does not keep it alive on the way back"
        "return the object in address space 10";
    CalleeNotLazy "JGP206" "callee-not-lazy"
        "a lazy call enters its callee GC-safe; this one would not leave that state, and touch objects during a collection"
        "mark the function \"lazy-compiled\", or call it at another place than the lazy ones";
    PartlySafe "JGP207" "transition-on-some-paths"
        "the call would be wrapped twice on one path or not at all on the other"
        "enter and leave the GC-safe state on every path";
    VariadicEntry "JGP208" "variadic-entry"
        "a function that forwards its variable arguments cannot be written"
        "give the function a fixed number of parameters";
    UnsplittableEntry "JGP209" "unsplittable-entry"
        "the function cannot hand its arguments on to another that holds its body"
        "compile the function eagerly";
    RootsBesideMustTail "JGP210" "musttail-beside-roots"
        "objects that are live across the lazy call need roots, and a function with a musttail call cannot take its roots down"
        "drop musttail from the call, or move the lazy call to another function";

    PlainMemory "JGV001" "plain-memory"
        "the collector does not scan that memory, so it frees the object when nothing else refers to it"
        "allocate the memory as an object; tape-lowering does so for tapes, and says why where it does not (JGP messages and remarks)";
    MissingBarrier "JGV002" "missing-barrier"
        "a collection that follows does not look into an old object again, and frees the young one it now refers to"
        "call julia.write_barrier(object, stored value…) directly behind the store";
    Uninitialised "JGV003" "uninitialised"
        "nobody zeroes fresh objects: the collector would follow whatever lies in the word"
        "store null or an object into every pointer word before the next safepoint";
    BarrierParent "JGV004" "barrier-parent"
        "the barrier reads the tag in front of its first argument, which only an object's start has"
        "pass the object itself (address space 10), not an address inside of it and not null";
    AddressSpace "JGV005" "address-space"
        "Julia's root placement follows objects by their address spaces, and loses this one (GCInvariantVerifier aborts here)"
        "cast objects from address space 10 to 11 only, never back, and keep derived pointers in registers";
    FreesObject "JGV006" "free-of-object"
        "the memory is the collector's: libc's heap is corrupted"
        "remove the call; the collector frees the object";
    NullChild "JGV007" "null-child"
        "the barrier reads the tag of each child, and null has none"
        "pass select(child == null, some object that is always there, child)";
    RemovableNull "JGV008" "removable-null"
        "LLVM deletes a plain null store whose word is stored again later, though the collector reads the word in between"
        "zero with a volatile memset, or with store atomic … release";
    TailCall "JGV009" "tail-call"
        "after root placement LLVM takes tail as \"reads no alloca\" and deletes the stores to the GC frame"
        "run call-wrapping last: it clears tail, lazy calls or not";
    UnrootedAlloca "JGV010" "unrooted-alloca"
        "Julia's root placement roots an alloca only in the entry block, with constant inbounds offsets and a pointer type at each such word"
        "keep the object in an alloca of one tracked pointer, or in an object";
    InvokeObjects "JGV011" "invoke-with-objects"
        "Julia's root placement roots no argument of an invoke and aborts on its result"
        "turn the invoke into a call";
    LoopBarrier "JGV012" "loop-invariant-barrier"
        "Julia's LICM moves the barrier in front of the loop, past safepoints, and the child is lost"
        "load the child again from its cell with a volatile load, and pass that";
    NoPgcstack "JGV013" "no-pgcstack"
        "without julia.get_pgcstack in the entry block Julia's root placement roots nothing in the function"
        "call julia.get_pgcstack in the entry block";
    SizeAndTag "JGV014" "size-and-tag"
        "the collector takes an object's size and pointers from its type alone"
        "allocate what the tag's row in !julia.tape.types says";
    Unbalanced "JGV015" "unbalanced-transition"
        "a thread left GC-safe touches objects during collections; one left GC-unsafe blocks them"
        "leave what was entered, once, on every path, unwind edges and loops included; call-wrapping makes such pairs";
    WhileSafe "JGV016" "object-while-safe"
        "a collection does not wait for this thread now, and knows no root made here"
        "do it before the enter or behind the leave";
    ReturnedSafe "JGV017" "returned-while-safe"
        "the object is lost if a collection ends before the caller has rooted it"
        "return GC-unsafe, and let the caller's leave do the rest";
}

/// A message about one place in a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which message this is.
    pub code: Code,
    /// How serious it is.
    pub severity: Severity,
    text: Box<Text>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Text {
    what: String,
    function: Option<String>,
    instruction: Option<String>,
    location: Option<String>,
    notes: Vec<String>,
}

impl Diagnostic {
    /// An error: `what` completes the code's reason.
    pub fn error(code: Code, what: impl Into<String>) -> Diagnostic {
        let text = Text { what: what.into(), ..Text::default() };
        Diagnostic { code, severity: Severity::Error, text: Box::new(text) }
    }

    /// A warning.
    pub fn warning(code: Code, what: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, what) }
    }

    /// The same message, as serious as this.
    pub fn with_severity(self, severity: Severity) -> Diagnostic {
        Diagnostic { severity, ..self }
    }

    /// Names the instruction, its function and its debug location.
    pub fn at(mut self, inst: Inst) -> Diagnostic {
        self.text.function = Some(inst.function().name());
        self.text.instruction = Some(inst.to_string());
        self.text.location = inst.debug_location();
        self
    }

    /// [`Diagnostic::at`] for one of many messages.
    pub fn at_printed(mut self, inst: Inst, printer: &Printer) -> Diagnostic {
        self.text.function = Some(inst.function().name());
        self.text.instruction = Some(printer.print(inst));
        self.text.location = inst.debug_location();
        self
    }

    /// Names the function.
    pub fn in_function(mut self, function: Function) -> Diagnostic {
        self.text.function = Some(function.name());
        self
    }

    /// Adds a line, such as a step of the chain that ties an allocation to the place.
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.text.notes.push(note.into());
        self
    }

    /// The whole text, without LLVM's leading `error: `.
    pub fn render(&self, pass: &str) -> String {
        let Text { what, function, instruction, location, notes } = self.text.as_ref();
        let mut text = String::new();
        if let Some(location) = location {
            text.push_str(&format!("{location}: "));
        }
        text.push_str(&format!("{pass}: [{} {}] ", self.code.id(), self.code.slug()));
        if let Some(function) = function {
            text.push_str(&format!("in function '{function}': "));
        }
        text.push_str(what);
        if let Some(instruction) = instruction {
            text.push_str(&format!("\n  at:   {instruction}"));
        }
        for note in notes {
            text.push_str(&format!("\n  {note}"));
        }
        for (label, line) in [("why:  ", self.code.why()), ("help: ", self.code.help())] {
            if !line.is_empty() {
                text.push_str(&format!("\n  {label}{line}"));
            }
        }
        text
    }
}

/// A remark for `-pass-remarks`, `-pass-remarks-missed` and remark files.
pub fn remark(
    kind: RemarkKind,
    pass: &str,
    name: &str,
    function: Function,
    inst: Option<Inst>,
    message: &str,
) {
    // Most of the code has no debug location: the message names the function.
    let message = format!("in '{}': {message}", function.name());
    log::debug!("{pass}: {name}: {message}");
    ir::remark(kind, pass, name, function, inst, &message);
}

thread_local! {
    static CURRENT: Cell<Option<Inst>> = const { Cell::new(None) };
}

/// Notes which instruction the pass is at, for the message a panic becomes. `None` before the
/// instruction is erased.
pub fn set_current_instruction(inst: Option<Inst>) {
    CURRENT.set(inst);
}

/// The instruction the pass was at last.
pub fn current_instruction() -> Option<Inst> {
    CURRENT.get()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique() {
        for (i, a) in Code::ALL.iter().enumerate() {
            for b in &Code::ALL[i + 1..] {
                assert_ne!(a.id(), b.id());
                assert_ne!(a.slug(), b.slug());
            }
        }
    }

    #[test]
    fn a_message_says_what_why_and_what_to_do() {
        let text = Diagnostic::error(Code::MustTail, "the tape is an argument of a musttail call")
            .note("tied by: %x")
            .render("tape-lowering");
        assert_eq!(
            text,
            "tape-lowering: [JGP108 musttail] the tape is an argument of a musttail call\
             \n  tied by: %x\
             \n  why:  a musttail call cannot change its type, and leaves no room for roots\
             \n  help: drop musttail from the call"
        );
    }
}
