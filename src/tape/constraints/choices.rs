//! Pointers that are one of several places in an element.
//!
//! SimplifyCFG makes one access of two: `store x, (select c, &e.a, &e.b)`. Unifying both places with
//! the select would make their positions equal modulo their distance, and with them all else that
//! lies so far apart. Instead the cells that are accessed *through* such a pointer share their
//! content with the cells at each place, and the others stay apart.
//!
//! 1. A *choice* is a phi node, a select, a getelementptr whose index is one of a few constants, or a
//!    parameter of a function whose callers are all known, of which nothing is made but loads,
//!    stores, fixed distances from it and further choices. So it cannot be part of a loop through
//!    itself, and its node is in a class of its own while instructions are visited.
//! 2. The places that flow into it are noted instead of being unified.
//! 3. When all instructions are visited, its class's cells are shared with those at each place:
//!    first the choices that are used by no other, whose cells become cells of these.
//! 4. Then its class is joined with that of its places: at the first one's position.

use crate::ir::{Function, Inst, Linkage, Opcode, Type, TypeKind, Value};
use crate::julia;
use crate::tape::analysis::Analysis;
use crate::tape::classes::Node;
use std::collections::HashMap;

/// How far uses are followed from one choice.
const DEPTH: u32 = 8;
/// The greatest number of pairs of a cell and a place of one choice.
const MOST_PAIRS: usize = 1024;

/// A pointer that is one of several places.
struct Choice {
    value: Value,
    places: Vec<Place>,
}

/// A place: bytes behind a pointer.
#[derive(Clone, Copy)]
struct Place {
    pointer: Value,
    offset: i64,
    /// What makes the choice this place.
    by: Value,
}

/// The choices of a module, those first that no other depends on.
#[derive(Default)]
pub struct Choices {
    list: Vec<Choice>,
    index: HashMap<Value, usize>,
    /// Whether nothing but accesses is made of a pointer, as far as that is known.
    accessed_only: HashMap<Value, bool>,
}

impl Choices {
    /// Notes that the choice `value` may be `pointer`; false if it is no choice.
    pub fn note(&mut self, value: Value, pointer: Value, by: Value) -> bool {
        let Some(&i) = self.index.get(&value) else { return false };
        self.list[i].places.push(Place { pointer, offset: 0, by });
        true
    }

    /// Notes the places of a getelementptr; false if it is no choice.
    pub fn note_gep(&mut self, gep: Inst, offsets: &[i64]) -> bool {
        let Some(&i) = self.index.get(&gep.value()) else { return false };
        let place = |&offset| Place { pointer: gep.operand(0), offset, by: gep.value() };
        self.list[i].places.extend(offsets.iter().map(place));
        true
    }
}

// --- (1) ---------------------------------------------------------------------------------------

/// Finds the module's choices.
pub fn find(a: &mut Analysis) {
    let mut choices = Choices::default();
    for function in a.module.functions() {
        if has_known_callers(function) {
            for param in function.params() {
                choices.consider(a, param);
            }
        }
        for inst in function.instructions() {
            if is_choosing(a, inst) {
                choices.consider(a, inst.value());
            }
        }
    }
    a.choices = choices;
}

impl Choices {
    fn consider(&mut self, a: &Analysis, value: Value) {
        if value.ty().is_pointer() && value.ty().address_space() != Some(julia::TRACKED) {
            self.is_accessed_only(a, value, DEPTH);
        }
    }

    /// Whether nothing but accesses is made of the pointer. Choices are listed once it is known.
    fn is_accessed_only(&mut self, a: &Analysis, pointer: Value, depth: u32) -> bool {
        if let Some(&known) = self.accessed_only.get(&pointer) {
            return known;
        }
        // What is met again before it is known is part of a loop.
        self.accessed_only.insert(pointer, false);
        let users = pointer.users();
        let only =
            depth != 0 && users.into_iter().all(|user| self.accesses(a, user, pointer, depth));
        self.accessed_only.insert(pointer, only);
        let chooses = pointer.as_inst().is_none_or(|inst| is_choosing(a, inst));
        if only && chooses {
            self.index.insert(pointer, self.list.len());
            self.list.push(Choice { value: pointer, places: Vec::new() });
        }
        only
    }

    fn accesses(&mut self, a: &Analysis, user: Value, pointer: Value, depth: u32) -> bool {
        let Some(inst) = user.as_inst() else { return false };
        match inst.opcode() {
            Opcode::LLVMLoad => inst.ty().kind() != TypeKind::ScalableVector,
            Opcode::LLVMStore => {
                inst.operand(0) != pointer && says_what_lies_there(inst.operand(0))
            }
            Opcode::LLVMBitCast => self.is_accessed_only(a, user, depth - 1),
            Opcode::LLVMPHI | Opcode::LLVMSelect => self.is_accessed_only(a, user, depth - 1),
            Opcode::LLVMGetElementPtr => {
                inst.ty().is_pointer()
                    && a.site(inst).is_none()
                    && (is_fixed_distance(a, inst) || constant_offsets(a, inst).is_some())
                    && self.is_accessed_only(a, user, depth - 1)
            }
            _ => false,
        }
    }
}

/// Zeros may be stored over anything, so what becomes of them depends on what lies at the place.
fn says_what_lies_there(stored: Value) -> bool {
    let is_zero = stored.is_null() || stored.is_undef();
    let ty: Type = stored.ty();
    ty.kind() != TypeKind::ScalableVector
        && (!is_zero || ty.address_space() == Some(julia::TRACKED))
}

fn is_choosing(a: &Analysis, inst: Inst) -> bool {
    match inst.opcode() {
        Opcode::LLVMPHI | Opcode::LLVMSelect => inst.ty().is_pointer(),
        Opcode::LLVMGetElementPtr => a.site(inst).is_none() && constant_offsets(a, inst).is_some(),
        _ => false,
    }
}

fn is_fixed_distance(a: &Analysis, gep: Inst) -> bool {
    gep.constant_offset(a.leaves.data_layout()).is_some()
}

/// The distances of a getelementptr whose index is one of a few constants, chosen by a select or
/// phi node.
pub fn constant_offsets(a: &Analysis, gep: Inst) -> Option<Vec<i64>> {
    if !gep.ty().is_pointer() || !gep.operand(0).ty().is_pointer() {
        return None;
    }
    let offset = gep.gep_offset(a.leaves.data_layout())?;
    let &[(index, stride)] = offset.variable.as_slice() else { return None };
    let index = index.as_inst()?;
    let chosen: Vec<Value> = match index.opcode() {
        Opcode::LLVMSelect => vec![index.operand(1), index.operand(2)],
        Opcode::LLVMPHI => index.incoming().into_iter().map(|(value, _)| value).collect(),
        _ => return None,
    };
    let distance = |index: Value| {
        let index = index.as_i64()?;
        Some(offset.constant.wrapping_add(index.wrapping_mul(stride as i64)))
    };
    chosen.into_iter().map(distance).collect()
}

/// Whether every use of the function is a plain call.
fn has_known_callers(function: Function) -> bool {
    let is_plain_call = |user: Value| {
        let call = user.as_inst().filter(|inst| inst.opcode() == Opcode::LLVMCall);
        call.is_some_and(|call| {
            call.called_function() == Some(function) && !call.args().contains(&function.value())
        })
    };
    !function.is_declaration()
        && function.linkage() == Linkage::Local
        && function.value().users().into_iter().all(is_plain_call)
}

// --- (3), (4) ----------------------------------------------------------------------------------

/// Says what the choices may be, once all instructions are visited.
pub fn settle(a: &mut Analysis) {
    let choices = std::mem::take(&mut a.choices);
    for choice in &choices.list {
        let Some(node) = a.nodes(choice.value).leaf(0) else { continue };
        let (class, position) = a.classes.find(node);
        let cells: Vec<i64> = a.classes.cells(class).map(|(at, _)| at - position).collect();
        let places = nodes_of(a, choice);
        if cells.len() * places.len() > MOST_PAIRS {
            for (place, offset, by) in places {
                a.classes.unify(node, place, offset, by);
            }
            continue;
        }
        for (place, offset, _) in places {
            for &cell in &cells {
                a.classes.share_content((place, offset + cell), (node, cell));
            }
        }
    }
    for choice in choices.list.iter().rev() {
        let Some(node) = a.nodes(choice.value).leaf(0) else { continue };
        for (i, (place, offset, by)) in nodes_of(a, choice).into_iter().enumerate() {
            if i == 0 || a.classes.class(node) != a.classes.class(place) {
                a.classes.unify(node, place, offset, by);
            }
        }
    }
}

fn nodes_of(a: &mut Analysis, choice: &Choice) -> Vec<(Node, i64, Value)> {
    let places = choice.places.iter();
    places.filter_map(|p| Some((a.nodes(p.pointer).leaf(0)?, p.offset, p.by))).collect()
}
