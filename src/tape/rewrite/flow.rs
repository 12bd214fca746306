//! Instructions that pass values on: phi nodes, selects, aggregates, comparisons, calls, returns.

use super::Rewriter;
use crate::ir::{Inst, Opcode, Type, TypeKind, Value};

/// A new phi node, to get its edges when everything has its new value.
pub(super) struct Phi {
    old: Inst,
    new: Inst,
    /// Of a derived pointer: the phi node of distances.
    offset: Option<Inst>,
}

impl Rewriter<'_> {
    fn is_inside(&self, pointer: Value) -> bool {
        self.plan.derived.contains(pointer)
    }

    // --- phi nodes -----------------------------------------------------------------------------

    /// Makes the phi nodes that replace these ones, without edges.
    pub(super) fn make_phis(&mut self, instructions: &[Inst]) {
        for &old in instructions.iter().filter(|i| i.opcode() == Opcode::LLVMPHI) {
            let ty = self.retype.value_type(old.value());
            let build = self.builder(old);
            let new = build.phi(ty);
            if self.is_inside(old.value()) {
                let offset = build.phi(build.context().int(64));
                self.bases.insert(old.value(), new.value());
                self.offsets.insert(old.value(), offset.value());
                self.phis.push(Phi { old, new, offset: Some(offset) });
                self.bury(old);
            } else {
                self.phis.push(Phi { old, new, offset: None });
                self.replace(old, new.value());
            }
        }
    }

    /// Gives the new phi nodes their edges.
    pub(super) fn complete_phis(&mut self) {
        for Phi { old, new, offset } in std::mem::take(&mut self.phis) {
            let ty = new.ty();
            for (value, block) in old.incoming() {
                match offset {
                    None => new.add_incoming(self.operand(value, ty), block),
                    Some(offset) => {
                        let base = self.base(value);
                        new.add_incoming(base, block);
                        let distance = self.offset(value);
                        offset.add_incoming(distance, block);
                    }
                }
            }
        }
    }

    // --- choices -------------------------------------------------------------------------------

    pub(super) fn select(&mut self, inst: Inst) {
        let (yes, no) = (inst.operand(1), inst.operand(2));
        let build = self.builder(inst);
        let condition = inst.operand(0);
        if self.is_inside(inst.value()) {
            let base = build.select(condition, self.base(yes), self.base(no));
            let offset = build.select(condition, self.offset(yes), self.offset(no));
            self.bases.insert(inst.value(), base);
            self.offsets.insert(inst.value(), offset);
            return self.bury(inst);
        }
        let ty = self.retype.value_type(inst.value());
        let new = build.select(condition, self.operand(yes, ty), self.operand(no, ty));
        self.replace(inst, new);
    }

    pub(super) fn freeze(&mut self, inst: Inst) {
        let from = inst.operand(0);
        let build = self.builder(inst);
        if self.is_inside(inst.value()) {
            let base = build.freeze(self.base(from));
            let offset = build.freeze(self.offset(from));
            self.bases.insert(inst.value(), base);
            self.offsets.insert(inst.value(), offset);
            return self.bury(inst);
        }
        let ty = self.retype.value_type(inst.value());
        let new = build.freeze(self.operand(from, ty));
        self.replace(inst, new);
    }

    pub(super) fn compare(&mut self, inst: Inst) {
        let (left, right) = (inst.operand(0), inst.operand(1));
        let derived = self.is_inside(left) || self.is_inside(right);
        let (a, b) = if derived {
            (self.comparable(left, inst), self.comparable(right, inst))
        } else {
            let variable = if left.is_constant() { right } else { left };
            let ty = self.retype.value_type(variable);
            (self.operand(left, ty), self.operand(right, ty))
        };
        let new = self.builder(inst).compare_like(inst, a, b);
        match new.as_inst() {
            Some(new) => self.replace_same(inst, new),
            None => {
                inst.replace_uses(new);
                self.bury(inst);
            }
        }
    }

    // --- aggregates ----------------------------------------------------------------------------

    pub(super) fn extract_value(&mut self, inst: Inst) {
        let aggregate = inst.operand(0);
        let ty = self.retype.value_type(aggregate);
        let aggregate = self.operand(aggregate, ty);
        let new = self.builder(inst).extract(aggregate, &inst.aggregate_indices());
        if new.ty() != inst.ty() {
            return self.replace(inst, new);
        }
        new.take_name(inst.value());
        inst.replace_uses(new);
        self.bury(inst);
    }

    pub(super) fn insert_value(&mut self, inst: Inst) {
        let ty = self.retype.value_type(inst.value());
        let aggregate = self.operand(inst.operand(0), ty);
        let indices = inst.aggregate_indices();
        let part_type = indices.iter().fold(ty, |ty, &index| {
            ty.fields().get(index as usize).copied().unwrap_or_else(|| ty.element())
        });
        let part = self.operand(inst.operand(1), part_type);
        let new = self.builder(inst).insert_at(aggregate, part, &indices);
        self.replace(inst, new);
    }

    pub(super) fn vector_element(&mut self, inst: Inst) {
        let (first, second) = (inst.operand(0), inst.operand(1));
        let ty = self.retype.value_type(inst.value());
        let build = self.builder(inst);
        let new = match inst.opcode() {
            Opcode::LLVMExtractElement => {
                let vector = self.retype.value_type(first);
                build.extract_element(self.operand(first, vector), second)
            }
            Opcode::LLVMInsertElement => {
                let vector = self.operand(first, ty);
                build.insert_element(vector, self.operand(second, ty.element()), inst.operand(2))
            }
            _ => {
                let TypeKind::Vector(length) = first.ty().kind() else {
                    unreachable!("shuffles of scalable vectors hold no tape")
                };
                let source = ty.element().vector(length);
                let (a, b) = (self.operand(first, source), self.operand(second, source));
                build.shuffle_like(inst, a, b)
            }
        };
        self.replace(inst, new);
    }

    // --- calls and returns ---------------------------------------------------------------------

    /// A direct call, or one through a pointer whose functions are known.
    pub(super) fn known_call(&mut self, inst: Inst) {
        let (ty, callee) = self.new_callee(inst);
        let params = ty.params();
        let old_args = inst.args();
        let mut args: Vec<Value> = Vec::new();
        for (i, &arg) in old_args.iter().enumerate() {
            args.push(match params.get(i) {
                Some(_) if self.is_inside(arg) => self.base(arg),
                Some(&param) => self.operand(arg, param),
                None => arg,
            });
        }
        if let Some(callee) = inst.called_function() {
            let plan = self.plan;
            for param in plan.derived.params(callee) {
                let distance = self.offset(old_args[param as usize]);
                args.push(distance);
            }
        }
        let new = inst.rebuild_call(ty, callee, &args, None);
        crate::tape::hygiene::clean_call(inst, new);
        if new.ty() == inst.ty() {
            self.replace_same(inst, new);
        } else {
            self.replace(inst, new.value());
        }
    }

    /// What a call calls from now on, and as which type.
    fn new_callee(&mut self, inst: Inst) -> (Type, Value) {
        if let Some(callee) = inst.called_function() {
            let now = self.functions.get(&callee).copied().unwrap_or(callee);
            return (now.function_type(), now.value());
        }
        let leader = self.retype.analysis.indirect[&inst];
        let now = self.functions.get(&leader).copied().unwrap_or(leader);
        let params = now.function_type().params();
        // The result is the call's own: `{}` may stand for `void`.
        let result = self.retype.value_type(inst.value());
        let ty = result.function(&params, inst.called_type().is_variadic());
        let context = inst.function().module().context();
        let space = inst.callee().ty().address_space().unwrap_or(0);
        let callee = self.builder(inst).bitcast(inst.callee(), context.pointer(ty, space));
        (ty, callee)
    }

    pub(super) fn ret(&mut self, inst: Inst) {
        let ty = inst.function().function_type().result();
        let value = self.operand(inst.operand(0), ty);
        self.builder(inst).ret(Some(value));
        self.bury(inst);
    }
}
