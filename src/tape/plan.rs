//! The plan: what the rewriter will touch, and whether it can.
//!
//! Invariant: a module with a plan that has no objections can be rewritten to the end; nothing is
//! decided, or found to be impossible, during the rewrite.
//!
//! 1. Pointers inside of lowered memory are told from pointers to its start (`derived`).
//! 2. Functions whose signature changes, and instructions that a lowered class touches, are listed.
//! 3. Every listed instruction is checked against what the rewriter does. Objections become facts
//!    about the class, so that refusing it is decided with everything else.

use super::analysis::{Analysis, Effect, Fact};
use super::classes::{ClassId, Node};
use super::congruence::known_multiple;
use super::constraints::{is_marker, is_must_tail};
use super::derived::Derived;
use super::layout::Home;
use super::leaves::holds_pointer;
use super::retype::{slot_type, Retype};
use super::sites::{memory_call, site, Size};
use super::verdict::{Verdict, Verdicts};
use super::words::copied_by;
use crate::diagnostics::Code;
use crate::ir::{Function, Inst, Opcode, Type, Value};
use crate::julia;

/// A function that the rewriter touches.
pub struct FunctionPlan {
    /// The function.
    pub function: Function,
    /// Its new type, where it changes.
    pub new_type: Option<Type>,
    /// The instructions that are rewritten, in order.
    pub instructions: Vec<Inst>,
}

/// Everything the rewriter does.
#[derive(Default)]
pub struct Plan {
    /// Functions to touch, in module order.
    pub functions: Vec<FunctionPlan>,
    /// Pointers into lowered memory that are not to its start.
    pub derived: Derived,
    /// What the rewriter cannot do.
    pub objections: Vec<Fact>,
}

/// Plans the rewrite that the verdicts ask for.
pub fn plan(a: &mut Analysis, verdicts: &Verdicts) -> Plan {
    let mut plan = Plan::default();
    if !verdicts.any_lowered() {
        return plan;
    }
    let functions = a.module.functions();
    let defined = functions.iter().copied().filter(|f| !f.is_declaration());
    let mut retype = Retype { analysis: a, verdicts };
    plan.derived = Derived::find(&mut retype);
    for function in defined {
        let new_type = new_type(&mut retype, &plan.derived, function);
        let new_type = (new_type != function.function_type()).then_some(new_type);
        let instructions: Vec<Inst> = function
            .instructions()
            .into_iter()
            .filter(|&inst| is_affected(&mut retype, &plan.derived, inst))
            .collect();
        if new_type.is_some() || !instructions.is_empty() {
            plan.functions.push(FunctionPlan { function, new_type, instructions });
        }
    }
    let mut checks = Checks { retype, derived: &plan.derived, objections: Vec::new() };
    for function in &plan.functions {
        checks.function(function);
    }
    plan.objections = checks.objections;
    plan
}

// --- (2) ---------------------------------------------------------------------------------------

/// A function's type: a distance for each derived parameter goes behind the others.
fn new_type(retype: &mut Retype, derived: &Derived, function: Function) -> Type {
    let ty = retype.function_type(function);
    let i64 = ty.context().int(64);
    let mut params = ty.params();
    params.extend(derived.params(function).map(|_| i64));
    ty.result().function(&params, ty.is_variadic())
}

fn is_affected(retype: &mut Retype, derived: &Derived, inst: Inst) -> bool {
    if retype.value_type(inst.value()) != inst.ty() {
        return true;
    }
    let mut operands = inst.operands().filter(|operand| !operand.is_constant());
    if operands.any(|operand| retype.value_type(operand) != operand.ty()) {
        return true;
    }
    match inst.opcode() {
        Opcode::LLVMAlloca => {
            let ty = slot_type(inst);
            retype.memory_type(inst.value(), ty) != ty
        }
        Opcode::LLVMGetElementPtr => {
            let ty = inst.gep_source_type();
            inst.ty().is_pointer() && retype.memory_type(inst.operand(0), ty) != ty
        }
        Opcode::LLVMLoad => retype.copies_pointer_word(inst),
        Opcode::LLVMStore
            if copied_by(inst, retype.analysis.word())
                .is_some_and(|l| retype.copies_pointer_word(l)) =>
        {
            true
        }
        // Null has no node; what it is stored as, passed as or returned as may change all the same.
        Opcode::LLVMStore => {
            let ty = inst.operand(0).ty();
            retype.memory_type(inst.operand(1), ty) != ty
        }
        Opcode::LLVMRet => {
            inst.operand_count() != 0 && retype.result_type(inst.function()) != inst.operand(0).ty()
        }
        Opcode::LLVMCall | Opcode::LLVMInvoke | Opcode::LLVMCallBr => {
            match inst.called_function() {
                Some(callee) if !callee.is_declaration() => {
                    new_type(retype, derived, callee) != callee.function_type()
                }
                _ => match retype.analysis.indirect.get(&inst).copied() {
                    Some(callee) => retype.function_type(callee) != callee.function_type(),
                    None => false,
                },
            }
        }
        _ => false,
    }
}

// --- (3) ---------------------------------------------------------------------------------------

struct Checks<'a> {
    retype: Retype<'a>,
    derived: &'a Derived,
    objections: Vec<Fact>,
}

impl Checks<'_> {
    fn function(&mut self, plan: &FunctionPlan) {
        let all = plan.function.instructions();
        let twice = all.iter().find(|inst| returns_twice(**inst));
        let invoke = all.iter().find(|inst| is_tracked_invoke(**inst));
        let must_tail = all.iter().find(|inst| is_must_tail(**inst));
        for &inst in &plan.instructions {
            if let Some(call) = twice {
                let what = "is used in a function that calls a function which returns twice";
                self.object_operands(inst, Code::ReturnsTwice, what, call.value());
            }
            if let Some(call) = invoke {
                let what = "is used in a function with an invoke that passes or returns objects";
                self.object_operands(inst, Code::Invoke, what, call.value());
            }
            if let Some(call) = must_tail {
                let what = "is used in a function with a musttail call";
                self.object_operands(inst, Code::MustTail, what, call.value());
            }
            self.instruction(inst);
        }
    }

    /// An objection for every lowered pointer the instruction touches.
    fn object_operands(&mut self, inst: Inst, code: Code, what: &str, at: Value) {
        for value in inst.operands().chain([inst.value()]) {
            for leaf in 0..self.retype.analysis.count(value.ty()) {
                if let Some(node) = self.retype.analysis.nodes(value).leaf(leaf) {
                    self.object(node, code, what, at);
                }
            }
        }
    }

    fn object(&mut self, node: Node, code: Code, what: &str, at: Value) {
        if self.retype.is_lowered(node) {
            let effect = Effect::Blocks;
            self.objections.push(Fact { node, effect, code, what: what.to_string(), at });
        }
    }

    fn object_value(&mut self, value: Value, code: Code, what: &str, at: Inst) {
        if let Some(node) = self.retype.analysis.nodes(value).leaf(0) {
            self.object(node, code, what, at.value());
        }
    }

    fn instruction(&mut self, inst: Inst) {
        match inst.opcode() {
            Opcode::LLVMStore => {
                self.no_derived(inst, &[inst.operand(0)], "is stored");
                self.zero_store(inst);
            }
            Opcode::LLVMRet => self.no_derived(inst, &[inst.operand(0)], "is returned"),
            Opcode::LLVMInsertValue | Opcode::LLVMInsertElement => {
                self.no_derived(inst, &[inst.operand(1)], "becomes part of a value");
            }
            Opcode::LLVMICmp => self.compare(inst),
            Opcode::LLVMCall => self.call(inst),
            Opcode::LLVMInvoke | Opcode::LLVMCallBr => {
                self.signature(inst, Code::Invoke, "crosses an invoke");
            }
            _ => {}
        }
    }

    /// An objection for every lowered pointer in the signature of what is called. Arguments may all
    /// be null.
    fn signature(&mut self, call: Inst, code: Code, what: &str) {
        let indirect = self.retype.analysis.indirect.get(&call).copied();
        let Some(callee) = call.called_function().or(indirect) else { return };
        for param in callee.params() {
            for leaf in 0..self.retype.analysis.count(param.ty()) {
                if let Some(node) = self.retype.analysis.nodes(param).leaf(leaf) {
                    self.object(node, code, what, call.value());
                }
            }
        }
        let count = self.retype.analysis.count(callee.function_type().result());
        for leaf in 0..count {
            let Node(first) = self.retype.analysis.return_nodes(callee);
            self.object(Node(first + leaf), code, what, call.value());
        }
    }

    fn no_derived(&mut self, inst: Inst, values: &[Value], how: &str) {
        for &value in values {
            if self.derived.contains(value) {
                let what = format!("has a pointer inside of it that {how}");
                self.object_value(value, Code::Interior, &what, inst);
            }
        }
    }

    fn compare(&mut self, inst: Inst) {
        let (left, right) = (inst.operand(0), inst.operand(1));
        let homes = [left, right].map(|v| self.retype.lowered(v).map(|(_, l)| l.home));
        let lowered = [left, right].map(|v| match self.retype.analysis.nodes(v).leaf(0) {
            Some(node) => self.retype.is_lowered(node),
            // Null and undef compare with anything.
            None => true,
        });
        if lowered[0] != lowered[1] {
            for value in [left, right] {
                let what = "is compared with memory that is no tape";
                self.object_value(value, Code::MixedWithOther, what, inst);
            }
        }
        let derived = [left, right].iter().any(|v| self.derived.contains(*v));
        if derived && homes.contains(&Some(Home::Array)) {
            // Where the data lies is only known of an array that is not null.
            let what = "has a pointer inside of it that is compared";
            for value in [left, right] {
                self.object_value(value, Code::Interior, what, inst);
            }
        }
    }

    fn call(&mut self, inst: Inst) {
        if site(inst).is_some() || memory_call(inst).is_some() {
            self.no_derived(inst, &inst.args(), "is freed or reallocated");
            return;
        }
        let intrinsic = inst.callee().as_function().filter(|f| f.is_intrinsic());
        let Some(name) = intrinsic.map(|f| f.name()) else {
            if is_must_tail(inst) {
                self.signature(inst, Code::MustTail, "crosses a musttail call");
            }
            let taken: Vec<u32> =
                inst.called_function().map_or(Vec::new(), |f| self.derived.params(f).collect());
            let others = (0..).zip(inst.args()).filter(|(i, _)| !taken.contains(i));
            let others: Vec<Value> = others.map(|(_, arg)| arg).collect();
            self.no_derived(inst, &others, "is passed to a function called through a pointer");
            return;
        };
        if is_marker(&name) {
            return;
        }
        if name.starts_with("llvm.memset.") {
            self.memset(inst);
        } else {
            self.copy(inst);
        }
    }

    /// A zero that is stored over a part of a pointer cuts it in two.
    fn zero_store(&mut self, inst: Inst) {
        let (value, pointer) = (inst.operand(0), inst.operand(1));
        let is_zero = value.is_constant() && (value.is_null() || value.is_undef());
        if !is_zero || holds_pointer(value.ty()) {
            return;
        }
        let Some((_, layout)) = self.retype.lowered(pointer) else { return };
        let Some(node) = self.retype.analysis.nodes(pointer).leaf(0) else { return };
        let (_, position) = self.retype.analysis.classes.find(node);
        let bytes = self.retype.analysis.leaves.data_layout().store_size(value.ty());
        if layout.cuts_pointer(position, bytes) {
            let what = "is zeroed by parts of words";
            self.object_value(pointer, Code::MixedWord, what, inst);
        }
    }

    /// A zeroing must not cut a pointer in two.
    fn memset(&mut self, inst: Inst) {
        let to = inst.operand(0);
        let Some((class, layout)) = self.retype.lowered(to) else { return };
        let Some(node) = self.retype.analysis.nodes(to).leaf(0) else { return };
        let (_, position) = self.retype.analysis.classes.find(node);
        let stride = self.retype.analysis.classes.stride(class);
        let word = layout.word;
        let cuts = match inst.operand(2).as_u64() {
            Some(bytes) => layout.cuts_pointer(position, bytes),
            None => {
                let whole_words = known_multiple(inst.operand(2)) % word == 0;
                let from_word = (position - layout.base) % word as i64 == 0;
                !from_word || !whole_words && !self.is_own_size(class, inst.operand(2))
            }
        };
        let partial = cuts || stride % word != 0;
        if partial && !layout.pointers.is_empty() {
            let what = "is zeroed by parts of words";
            self.object_value(to, Code::MixedWord, what, inst);
        }
    }

    /// Whether the value is the size that memory of the class was allocated with.
    fn is_own_size(&self, class: ClassId, length: Value) -> bool {
        let class = self.retype.verdicts.get(class).expect("lowered classes have sites");
        class.sites.iter().any(|&site| {
            let (site, _) = self.retype.analysis.sites[site];
            self.retype.analysis.size(&site) == Size::Dynamic(length, None, 1)
        })
    }

    /// Both sides of a copy of pointers must be memory that the rewriter may write as it needs to.
    fn copy(&mut self, inst: Inst) {
        let (to, from) = (inst.operand(0), inst.operand(1));
        for (side, other) in [(to, from), (from, to)] {
            let Some((_, layout)) = self.retype.lowered(side) else { continue };
            let bytes = inst.operand(2).as_u64();
            if layout.home == Home::Array && layout.pointers.is_empty() && bytes.is_none() {
                // Where the data lies is only known of an array that is not null.
                let what = "is copied by a number of bytes that is not constant";
                self.object_value(side, Code::Instruction, what, inst);
                continue;
            }
            let object = match other.ty().address_space() {
                Some(julia::TRACKED | julia::DERIVED | julia::LOADED) => side == to,
                _ => false,
            };
            let known = self.retype.lowered(other).is_some() || self.is_slot(other);
            if !known && !self.copies_known_words(inst, side) {
                let what = "is copied by words of which nothing says what they are";
                self.object_value(side, Code::MixedWord, what, inst);
                continue;
            }
            if !self.retype.copies_pointers(inst, side) {
                continue;
            }
            if !known && !object {
                let what = "is copied, with the pointers in it, from or to memory that is no tape";
                self.object_value(side, Code::EscapesMemory, what, inst);
            } else if bytes.is_none() && !shows_whole_elements(inst.operand(2), layout.element) {
                let what = "is copied by a length that shows no whole elements";
                self.object_value(side, Code::Stride, what, inst);
            }
        }
    }

    fn is_slot(&mut self, pointer: Value) -> bool {
        let Some(class) = self.retype.analysis.class_of(pointer) else { return false };
        let class = self.retype.verdicts.get(class);
        class.is_some_and(|c| matches!(c.verdict, Verdict::Slot))
    }

    fn copies_known_words(&mut self, inst: Inst, side: Value) -> bool {
        let Some(node) = self.retype.analysis.nodes(side).leaf(0) else { return false };
        let Some(bytes) = inst.operand(2).as_u64() else { return false };
        (0..bytes).step_by(self.retype.analysis.word() as usize).all(|word| {
            let content = self.retype.analysis.classes.content_at(node, word);
            content.is_some_and(|c| c.any_access().is_some())
        })
    }
}

/// Julia's root placement does not see the operands of such an instruction, and aborts on its
/// result.
fn is_tracked_invoke(inst: Inst) -> bool {
    inst.opcode() == Opcode::LLVMInvoke
        && (julia::carries_tracked(inst.ty())
            || inst.args().iter().any(|arg| julia::carries_tracked(arg.ty())))
}

fn shows_whole_elements(length: Value, element: u64) -> bool {
    element != 0 && known_multiple(length) % element == 0
}

fn returns_twice(inst: Inst) -> bool {
    inst.is_call()
        && (inst.call_attributes().has(crate::ir::Attrs::Function, "returns_twice")
            || inst.callee().as_function().is_some_and(|f| f.has_attribute("returns_twice")))
}

/// Decides and plans until no objection is left: what the rewriter cannot do becomes a refusal.
pub fn settle(a: &mut Analysis) -> (Verdicts, Plan) {
    loop {
        let verdicts = super::verdict::decide(a);
        let mut plan = plan(a, &verdicts);
        let objections = std::mem::take(&mut plan.objections);
        if objections.is_empty() {
            return (verdicts, plan);
        }
        debug_assert!(verdicts.classes.iter().any(|c| matches!(c.verdict, Verdict::Lower(_))));
        a.facts.extend(objections);
    }
}
