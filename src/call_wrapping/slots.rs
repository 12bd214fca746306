//! Local slots: allocas through which a function's address may travel.
//!
//! Invariant: an alloca's users are looked at once, and every load and store of it is handed out at
//! most once, so that following all slots of a module is linear in its size.
//!
//! Places are kept apart by constant offset. A place whose offset is not constant meets every
//! other place of its slot.

use crate::ir::{DataLayout, Inst, Opcode, Value};
use std::collections::{BTreeMap, HashMap};

/// A place in a slot; no offset means anywhere in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    slot: Inst,
    offset: Option<i64>,
}

/// What has not been handed out yet, by offset: ordered, so that runs are deterministic.
#[derive(Default)]
struct Accesses {
    loads: BTreeMap<Option<i64>, Vec<Inst>>,
    stored: BTreeMap<Option<i64>, Vec<Value>>,
}

/// The slots of a module.
pub struct Slots {
    layout: DataLayout,
    known: HashMap<Inst, Accesses>,
}

impl Slots {
    /// No slot is known yet.
    pub fn new(layout: DataLayout) -> Slots {
        Slots { layout, known: HashMap::new() }
    }

    /// The place that the address is of, if it is in a slot.
    pub fn place(&self, address: Value) -> Option<Place> {
        let mut offset = Some(0);
        let mut at = address.as_inst()?;
        loop {
            match at.opcode() {
                Opcode::LLVMAlloca => return Some(Place { slot: at, offset }),
                Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => (),
                Opcode::LLVMGetElementPtr => offset = self.behind(at, offset),
                _ => return None,
            }
            at = at.operand(0).as_inst()?;
        }
    }

    /// The offset of a getelementptr over something at `offset`.
    fn behind(&self, gep: Inst, offset: Option<i64>) -> Option<i64> {
        let step = gep.constant_offset(self.layout)?;
        offset?.checked_add(step)
    }

    /// The loads that may read the place, but for those handed out before.
    pub fn take_loads(&mut self, place: Place) -> Vec<Inst> {
        take(&mut self.accesses(place.slot).loads, place.offset)
    }

    /// The values that may have been stored to the place, but for those handed out before.
    pub fn take_stored(&mut self, place: Place) -> Vec<Value> {
        take(&mut self.accesses(place.slot).stored, place.offset)
    }

    fn accesses(&mut self, slot: Inst) -> &mut Accesses {
        if !self.known.contains_key(&slot) {
            let accesses = self.collect(slot);
            self.known.insert(slot, accesses);
        }
        self.known.get_mut(&slot).expect("inserted above")
    }

    fn collect(&self, slot: Inst) -> Accesses {
        let mut accesses = Accesses::default();
        let mut addresses = vec![(slot, Some(0))];
        while let Some((address, offset)) = addresses.pop() {
            for user in address.users().into_iter().filter_map(|u| u.as_inst()) {
                match user.opcode() {
                    Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => {
                        addresses.push((user, offset));
                    }
                    Opcode::LLVMGetElementPtr => {
                        addresses.push((user, self.behind(user, offset)));
                    }
                    Opcode::LLVMLoad => accesses.loads.entry(offset).or_default().push(user),
                    Opcode::LLVMStore if user.operand(1) == address.value() => {
                        accesses.stored.entry(offset).or_default().push(user.operand(0));
                    }
                    _ => (),
                }
            }
        }
        accesses
    }
}

/// Takes what is at the offset or at an unknown one; at an unknown one everything.
fn take<T>(by_offset: &mut BTreeMap<Option<i64>, Vec<T>>, offset: Option<i64>) -> Vec<T> {
    match offset {
        Some(_) => {
            let mut all = by_offset.remove(&offset).unwrap_or_default();
            all.extend(by_offset.remove(&None).unwrap_or_default());
            all
        }
        None => std::mem::take(by_offset).into_values().flatten().collect(),
    }
}
