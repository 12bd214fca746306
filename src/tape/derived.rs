//! Which pointers to lowered memory point inside of it.
//!
//! Only a pointer to an object's start (a *base*) keeps it alive. A *derived* pointer is rewritten as
//! its base and a distance.
//!
//! 1. A getelementptr that moves is derived, and so is what phi nodes, selects and casts make of it.
//! 2. A parameter that some call passes a derived pointer is derived: the function takes the base
//!    and, behind its other parameters, the distance. Functions that are called through pointers
//!    keep their number of parameters; the plan objects to derived arguments of theirs.

use super::retype::Retype;
use crate::ir::{Function, Inst, Opcode, Value};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The derived pointers of a module.
#[derive(Default)]
pub struct Derived {
    values: HashSet<Value>,
    params: HashMap<Function, BTreeSet<u32>>,
}

impl Derived {
    /// Finds them.
    pub fn find(retype: &mut Retype) -> Derived {
        let mut derived = Derived::default();
        let mut todo = moving_geps(retype);
        let addressed: HashSet<Function> =
            retype.analysis.addresses.iter().map(|&(function, _)| function).collect();
        while let Some(value) = todo.pop() {
            if !derived.values.insert(value) {
                continue;
            }
            for user in value.users().into_iter().filter_map(Value::as_inst) {
                if passes_pointer_on(user.opcode()) {
                    todo.push(user.value());
                } else if let Some(callee) = expandable_callee(user, &addressed) {
                    derived.add_params(user, callee, value, &mut todo);
                }
            }
        }
        derived
    }

    /// Whether a pointer to lowered memory points inside of it.
    pub fn contains(&self, pointer: Value) -> bool {
        self.values.contains(&pointer)
    }

    /// The numbers of a function's derived parameters, in order.
    pub fn params(&self, function: Function) -> impl Iterator<Item = u32> + '_ {
        self.params.get(&function).into_iter().flatten().copied()
    }

    fn add_params(&mut self, call: Inst, callee: Function, value: Value, todo: &mut Vec<Value>) {
        let params = callee.params();
        for (i, arg) in (0..).zip(call.args()) {
            if let (true, Some(&param)) = (arg == value, params.get(i as usize)) {
                self.params.entry(callee).or_default().insert(i);
                todo.push(param);
            }
        }
    }
}

fn moving_geps(retype: &mut Retype) -> Vec<Value> {
    let layout = retype.analysis.leaves.data_layout();
    let functions = retype.analysis.module.functions();
    let geps = functions
        .into_iter()
        .flat_map(Function::instructions)
        .filter(|inst| inst.opcode() == Opcode::LLVMGetElementPtr);
    let moves = |gep: &Inst| {
        let offset = gep.gep_offset(layout).unwrap_or_default();
        offset.constant != 0 || !offset.variable.is_empty()
    };
    let lowered = geps.filter(|gep| {
        moves(gep) && retype.analysis.site(*gep).is_none() && retype.lowered(gep.value()).is_some()
    });
    lowered.map(Inst::value).collect()
}

/// The function that a plain call calls, if it can be given more parameters.
fn expandable_callee(call: Inst, addressed: &HashSet<Function>) -> Option<Function> {
    if call.opcode() != Opcode::LLVMCall {
        return None;
    }
    let callee = call.called_function()?;
    let fixed = !callee.is_declaration() && !callee.function_type().is_variadic();
    (fixed && !addressed.contains(&callee)).then_some(callee)
}

/// Whether the result of such an instruction is one of its pointer operands, or an offset from it.
fn passes_pointer_on(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::LLVMGetElementPtr
            | Opcode::LLVMBitCast
            | Opcode::LLVMAddrSpaceCast
            | Opcode::LLVMPHI
            | Opcode::LLVMSelect
            | Opcode::LLVMFreeze
    )
}
