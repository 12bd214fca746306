//! Allocations that several tapes share: Enzyme's `-enzyme-coalese`.
//!
//! Enzyme may make one `malloc` of several, each part rounded up to 16 bytes, and replace the other
//! calls by `gep i8, %malloc, <bytes before>`. Where the parts hold different things no one layout
//! describes the whole. Each part then becomes an object of its own, as it was before.
//!
//! This rests on what such a gep is for: a part is reached through its own pointer only. So it is
//! tried only where the allocation cannot be lowered as one, and only for geps that stand for such
//! a part: one index in bytes, a multiple of 16, directly on the call, equal to a leading sum in the
//! size that `malloc` is given.
//!
//! 1. Candidates: allocations of refused classes with such geps, in order of their offsets.
//! 2. The bytes of each part, from the sums in the size.
//! 3. What zeroes or copies more than a part was not made by Enzyme: then there are none.

use super::analysis::Analysis;
use super::classes::ClassId;
use super::congruence::known_multiple;
use super::sites::{MemoryCall, SiteKind, Size};
use super::verdict::{Verdict, Verdicts};
use crate::ir::{DataLayout, Function, Inst, Opcode, Value};
use std::collections::{BTreeMap, HashMap};

/// Enzyme rounds the parts' sizes up to this.
const ROUNDING: u64 = 16;

/// Shared allocations and their parts, each with its size.
#[derive(Default)]
pub struct Parts {
    /// The geps that stand for a part, each with the allocating call.
    pub allocation: HashMap<Inst, Inst>,
    /// Bytes of the first part, by the call, and of the others, by their gep.
    pub sizes: HashMap<Inst, Size>,
    /// The allocating calls, in order.
    mallocs: Vec<Inst>,
}

impl Parts {
    /// The parts of allocations that cannot be lowered as one.
    pub fn of_refused(a: &Analysis, verdicts: &Verdicts) -> Parts {
        let mut parts = Parts::default();
        let refused = verdicts.classes.iter().filter(|c| matches!(c.verdict, Verdict::Refused(_)));
        for &site in refused.flat_map(|class| &class.sites) {
            let (site, _) = a.sites[site];
            if site.kind == SiteKind::Heap(MemoryCall::Malloc) {
                parts.add(site.inst, a.leaves.data_layout());
            }
        }
        parts
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.allocation.is_empty()
    }

    /// Per allocation of constant size, the geps to the starts of its later parts.
    pub fn constant_starts(&self, layout: DataLayout) -> Vec<(Inst, BTreeMap<u64, Inst>)> {
        let constant = |malloc: &&Inst| malloc.operand(0).as_u64().is_some();
        let starts = |malloc: &Inst| {
            let geps = part_geps(*malloc, layout).into_iter();
            let starts = geps.filter_map(|gep| Some((gep.operand(1).as_u64()?, gep)));
            (*malloc, starts.collect())
        };
        self.mallocs.iter().filter(constant).map(starts).collect()
    }

    fn add(&mut self, malloc: Inst, layout: DataLayout) {
        let geps = part_geps(malloc, layout);
        let Some(sizes) = sizes(malloc.operand(0), &geps) else { return };
        let holders = std::iter::once(malloc).chain(geps.iter().copied());
        self.sizes.extend(holders.zip(sizes));
        self.allocation.extend(geps.into_iter().map(|gep| (gep, malloc)));
        self.mallocs.push(malloc);
    }
}

// --- (1) ---------------------------------------------------------------------------------------

/// The geps to later parts. Where all sizes are constant, an access in the middle of a part may look
/// like one: of a start more is made than accesses.
fn part_geps(malloc: Inst, layout: DataLayout) -> Vec<Inst> {
    let byte = malloc.ty().context().int(8);
    let users = malloc.users().into_iter().filter_map(Value::as_inst);
    let mut geps: Vec<Inst> = users
        .filter(|gep| gep.opcode() == Opcode::LLVMGetElementPtr && gep.is_inbounds())
        .filter(|gep| gep.gep_source_type() == byte && gep.operand_count() == 2)
        .filter(|gep| known_multiple(gep.operand(1)) % ROUNDING == 0)
        .filter(|gep| !gep.operand(1).is_null())
        .filter(|&gep| gep.operand(1).as_u64().is_none() || !is_only_accessed(gep, layout))
        .collect();
    // Uses are listed latest first.
    geps.reverse();
    geps.sort_by_key(|gep| gep.operand(1).as_u64());
    geps
}

/// Whether nothing is made of the pointer but loads, stores and constant distances from it.
fn is_only_accessed(gep: Inst, layout: DataLayout) -> bool {
    let mut todo = vec![gep.value()];
    while let Some(pointer) = todo.pop() {
        for user in pointer.users() {
            let Some(inst) = user.as_inst() else { return false };
            let is_constant = || inst.gep_offset(layout).is_some_and(|o| o.variable.is_empty());
            match inst.opcode() {
                Opcode::LLVMLoad => {}
                Opcode::LLVMStore if inst.operand(0) != pointer => {}
                Opcode::LLVMBitCast => todo.push(user),
                Opcode::LLVMGetElementPtr if is_constant() => todo.push(user),
                _ => return false,
            }
        }
    }
    true
}

// --- (2) ---------------------------------------------------------------------------------------

/// The sizes of the first part and of those at the geps; `None` if they do not show in `total`.
fn sizes(total: Value, geps: &[Inst]) -> Option<Vec<Size>> {
    let starts: Vec<Value> = geps.iter().map(|gep| gep.operand(1)).collect();
    if starts.is_empty() {
        return None;
    }
    if let Some(total) = total.as_u64() {
        return constant_sizes(total, &starts);
    }
    let mut sizes = Vec::new();
    for part in 0..=starts.len() {
        let end = match starts.get(part) {
            Some(&next) => before_rounding(next),
            None => total,
        };
        let bytes = match part.checked_sub(1) {
            None => end,
            Some(previous) => addend(end, starts[previous])?,
        };
        sizes.push(match bytes.as_u64() {
            Some(constant) => Size::Constant(constant),
            None => Size::Dynamic(bytes, None, 1),
        });
    }
    Some(sizes)
}

fn constant_sizes(total: u64, starts: &[Value]) -> Option<Vec<Size>> {
    let mut bounds = vec![0];
    for start in starts {
        bounds.push(start.as_u64()?);
    }
    bounds.push(total);
    let grow = bounds.windows(2).all(|pair| pair[0] < pair[1]);
    grow.then(|| bounds.windows(2).map(|pair| Size::Constant(pair[1] - pair[0])).collect())
}

// --- (3) ---------------------------------------------------------------------------------------

/// Whether everything that zeroes or copies a part stays in it.
pub fn are_respected(a: &mut Analysis) -> bool {
    let mut sizes: HashMap<ClassId, Vec<Size>> = HashMap::new();
    for (inst, size) in a.parts.sizes.clone() {
        if let Some(class) = a.class_of(inst.value()) {
            sizes.entry(class).or_default().push(size);
        }
    }
    let functions = a.module.functions();
    let mut all = functions.into_iter().flat_map(Function::instructions);
    all.all(|inst| {
        let length = match inst.opcode() {
            Opcode::LLVMStore => return store_fits(a, &sizes, inst),
            Opcode::LLVMCall if is_bulk(inst) => inst.operand(2),
            _ => return true,
        };
        [inst.operand(0), inst.operand(1)].into_iter().all(|pointer| {
            let class = a.class_of(pointer);
            let known = class.and_then(|class| sizes.get(&class)).into_iter().flatten();
            known.into_iter().all(|&size| match (length.as_u64(), size) {
                (Some(length), Size::Constant(bytes)) => length <= bytes,
                (None, Size::Dynamic(bytes, None, 1)) => bytes == length,
                _ => false,
            })
        })
    })
}

fn is_bulk(call: Inst) -> bool {
    let name = call.callee().as_function().filter(|f| f.is_intrinsic()).map(|f| f.name());
    let kinds = ["llvm.memset.", "llvm.memcpy.", "llvm.memmove."];
    name.is_some_and(|name| kinds.iter().any(|kind| name.starts_with(kind)))
}

/// Zeros of any size say nothing of what lies there, so they are no accesses.
fn store_fits(a: &mut Analysis, sizes: &HashMap<ClassId, Vec<Size>>, store: Inst) -> bool {
    let Some(class) = a.class_of(store.operand(1)) else { return true };
    let bytes = a.leaves.data_layout().store_size(store.operand(0).ty());
    sizes.get(&class).into_iter().flatten().all(|&size| match size {
        Size::Constant(all) => bytes <= all,
        Size::Dynamic(..) => bytes <= ROUNDING,
    })
}

/// The other summand.
fn addend(sum: Value, summand: Value) -> Option<Value> {
    let add = sum.as_inst().filter(|i| i.opcode() == Opcode::LLVMAdd)?;
    let (a, b) = (add.operand(0), add.operand(1));
    if a == summand {
        Some(b)
    } else {
        (b == summand).then_some(a)
    }
}

/// What was rounded up: `n` of `((n - 1) | 15) + 1` or `(n + 15) & -16`; else the value itself.
fn before_rounding(rounded: Value) -> Value {
    let operation = |v: Value, opcode| v.as_inst().filter(|i| i.opcode() == opcode);
    let constant = |v: Value| v.as_i64();
    let by_or = || {
        let add =
            operation(rounded, Opcode::LLVMAdd).filter(|i| constant(i.operand(1)) == Some(1))?;
        let or = operation(add.operand(0), Opcode::LLVMOr)
            .filter(|i| constant(i.operand(1)) == Some(15))?;
        let less = or.operand(0).as_inst()?;
        match (less.opcode(), constant(less.operand(1))) {
            (Opcode::LLVMSub, Some(1)) | (Opcode::LLVMAdd, Some(-1)) => Some(less.operand(0)),
            _ => None,
        }
    };
    let by_and = || {
        let and =
            operation(rounded, Opcode::LLVMAnd).filter(|i| constant(i.operand(1)) == Some(-16))?;
        let more = operation(and.operand(0), Opcode::LLVMAdd)
            .filter(|i| constant(i.operand(1)) == Some(15))?;
        Some(more.operand(0))
    };
    by_or().or_else(by_and).unwrap_or(rounded)
}
