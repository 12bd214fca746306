//! Functions get their new types.
//!
//! A function's type cannot be changed in place: a new function takes its body, name and
//! properties, and the parameters that keep their types replace the old ones. A derived parameter
//! becomes the object, and its distance from the object's data one parameter more. Calls are rewritten
//! with all other instructions; the old function goes when no call is left.

use super::Rewriter;
use crate::ir::Function;
use crate::tape::plan::FunctionPlan;

impl Rewriter<'_> {
    /// The function that has the body from now on.
    pub(super) fn change_signature(&mut self, plan: &FunctionPlan) -> Function {
        let old = plan.function;
        let Some(new_type) = plan.new_type else { return old };
        let new = old.module().add_function("", new_type);
        new.copy_properties(old);
        new.take_body(old);
        new.take_name(old.value());
        let (before, after) = (old.params(), new.params());
        for (&from, &to) in before.iter().zip(&after) {
            if from.ty() == to.ty() {
                from.replace_uses(to);
                self.same_params.insert(from, to);
            } else {
                from.replace_metadata_uses(to);
                self.values.insert(from, to);
            }
            to.take_name(from);
        }
        for (param, &distance) in self.plan.derived.params(old).zip(&after[before.len()..]) {
            let from = before[param as usize];
            self.bases.insert(from, after[param as usize]);
            self.offsets.insert(from, distance);
            distance.set_name(&format!("{}.offset", after[param as usize].name()));
        }
        self.functions.insert(old, new);
        self.out.resigned.push(new);
        self.out.old_functions.push(old);
        new
    }
}
