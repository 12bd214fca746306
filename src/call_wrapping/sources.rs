//! Which functions the wrapped calls may reach: every one of them is entered GC-safe.
//!
//! Invariant: a function with a body that is found here becomes an entry, or the module is refused;
//! otherwise its body would run GC-safe. The search goes backward from all calls at once, so that
//! each value is visited once.

use super::recognise::{is_constant_cast, is_value_cast};
use super::slots::Slots;
use crate::ir::{DataLayout, Function, Inst, Opcode, Value};
use std::collections::HashSet;

/// The backward search.
pub struct Sources {
    slots: Slots,
    seen: HashSet<Value>,
    open: Vec<Value>,
}

impl Sources {
    /// Nothing has been seen yet.
    pub fn new(layout: DataLayout) -> Sources {
        Sources { slots: Slots::new(layout), seen: HashSet::new(), open: Vec::new() }
    }

    /// The functions that may be called here and were not found before.
    pub fn reached_by(&mut self, call: Inst) -> Vec<Function> {
        let mut found = Vec::new();
        self.visit(call.callee());
        while let Some(value) = self.open.pop() {
            match value.as_function() {
                Some(function) => found.push(function),
                None => self.go_back(value),
            }
        }
        found
    }

    fn visit(&mut self, value: Value) {
        if self.seen.insert(value) {
            self.open.push(value);
        }
    }

    fn go_back(&mut self, value: Value) {
        let Some(inst) = value.as_inst() else {
            if value.is_ifunc() {
                self.visit_results(value.operand(0));
            } else if is_constant_cast(value) || value.is_alias() {
                self.visit(value.operand(0));
            }
            return;
        };
        match inst.opcode() {
            Opcode::LLVMPHI => inst.operands().for_each(|v| self.visit(v)),
            Opcode::LLVMSelect => inst.operands().skip(1).for_each(|v| self.visit(v)),
            Opcode::LLVMLoad => {
                let Some(place) = self.slots.place(inst.operand(0)) else { return };
                for value in self.slots.take_stored(place) {
                    self.visit(value);
                }
            }
            _ if is_value_cast(inst) => self.visit(inst.operand(0)),
            _ => (),
        }
    }

    /// What is called through an ifunc is what its resolver returns.
    fn visit_results(&mut self, resolver: Value) {
        let mut at = resolver;
        while is_constant_cast(at) {
            at = at.operand(0);
        }
        let Some(function) = at.as_function() else { return };
        for end in function.blocks().into_iter().filter_map(|block| block.terminator()) {
            if end.opcode() == Opcode::LLVMRet && end.operand_count() == 1 {
                self.visit(end.operand(0));
            }
        }
    }
}
