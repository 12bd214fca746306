//! Allocations that several tapes share: Enzyme's `-enzyme-coalese`.
//!
//! Enzyme may make one `malloc` of several, each part rounded up to 16 bytes, and replace the other
//! calls by `gep i8, %malloc, <bytes before>`. Where the parts hold different things no one layout
//! describes the whole. Each part then becomes an object of its own, as it was before.
//!
//! This rests on what such a gep is for: a part is reached through its own pointer only. So it is
//! tried only where the allocation cannot be lowered as one, and only where it shows that Enzyme made
//! it of several (utils `CoaleseTrivialMallocs`): the call carries `!enzyme_cache_alloc`, or the sums
//! of sizes are there, each rounded up.
//!
//! 1. Candidates: geps in bytes, by a multiple of 16, directly on the call of a refused class. Geps by
//!    run-time distances stand in the call's block, so that each runs once for each call; `rehang`
//!    puts the others there.
//! 2. The order of the parts and the bytes of each, from the sums in the size.
//! 3. What zeroes, copies or steps over more than a part was not made by Enzyme: then there are none.

use super::analysis::Analysis;
use super::classes::ClassId;
use super::congruence::known_multiple;
use super::sites::{MemoryCall, SiteKind, Size};
use super::verdict::{Verdict, Verdicts};
use crate::ir::{DataLayout, Function, Inst, Opcode, Value};
use std::collections::{BTreeMap, HashMap};

/// Enzyme rounds the parts' sizes up to this.
const ROUNDING: u64 = 16;
/// Enzyme's mark on the calls that allocate its caches.
const MARK: &str = "enzyme_cache_alloc";
/// How many operands a sum is looked for in.
const LONGEST_SUM: usize = 64;
/// How many instructions lie between a number and the call at most.
const FARTHEST: usize = 256;

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
        let Some((geps, sizes)) = sized_parts(malloc, geps) else { return };
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
    geps
}

/// Whether nothing is made of the pointer but loads, stores and constant distances from it.
fn is_only_accessed(gep: Inst, layout: DataLayout) -> bool {
    let mut todo = vec![gep.value()];
    while let Some(pointer) = todo.pop() {
        for user in pointer.users() {
            let Some(inst) = user.as_inst() else { return false };
            let is_constant = || inst.constant_offset(layout).is_some();
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

/// The geps in the order of their parts, and the sizes of the first part and of theirs; `None` if
/// they do not show.
fn sized_parts(malloc: Inst, geps: Vec<Inst>) -> Option<(Vec<Inst>, Vec<Size>)> {
    let marked = malloc.metadata(malloc.ty().context().metadata_kind(MARK)).is_some();
    match malloc.operand(0).as_u64() {
        // Numbers do not tell a sum from a size.
        Some(total) => marked.then(|| constant_sizes(total, geps))?,
        None => dynamic_sizes(malloc, geps, marked),
    }
}

fn constant_sizes(total: u64, mut geps: Vec<Inst>) -> Option<(Vec<Inst>, Vec<Size>)> {
    let start = |gep: &Inst| gep.operand(1).as_u64();
    geps.sort_by_key(start);
    // A start may be computed twice: `rehang` makes one of it.
    geps.dedup_by_key(|gep| start(gep));
    let starts: Option<Vec<u64>> = geps.iter().map(start).collect();
    let bounds: Vec<u64> = [0].into_iter().chain(starts?).chain([total]).collect();
    let grow = bounds.len() > 2 && bounds.windows(2).all(|pair| pair[0] < pair[1]);
    let sizes = bounds.windows(2).map(|pair| Size::Constant(pair[1] - pair[0])).collect();
    grow.then_some((geps, sizes))
}

fn dynamic_sizes(malloc: Inst, geps: Vec<Inst>, marked: bool) -> Option<(Vec<Inst>, Vec<Size>)> {
    if geps.iter().any(|gep| gep.block() != malloc.block()) {
        return None;
    }
    let geps = in_order(malloc.operand(0), geps, marked)?;
    let starts: Vec<Value> = geps.iter().map(|gep| gep.operand(1)).collect();
    let mut sizes = Vec::new();
    for (part, &holder) in std::iter::once(&malloc).chain(&geps).enumerate() {
        let next = starts.get(part).copied();
        let end = next.unwrap_or(malloc.operand(0));
        let start = part.checked_sub(1).map(|previous| starts[previous]);
        let size = match start {
            None => Some(next.map_or(end, before_rounding)),
            Some(start) => addend(next.map_or(end, before_rounding), start),
        };
        let known = |size: &Value| is_known_at(*size, malloc, holder);
        sizes.push(match (size.filter(known), start) {
            (Some(size), _) => match size.as_u64() {
                Some(constant) => Size::Constant(constant),
                None => Size::Dynamic(size, None, 1),
            },
            (None, None) if known(&end) => Size::Dynamic(end, None, 1),
            (None, Some(start)) if known(&end) && known(&start) => Size::Difference { end, start },
            (None, _) => return None,
        });
    }
    Some((geps, sizes))
}

/// The geps by their distances: the size is a sum with the last one in it, that one with the one
/// before, and so on.
fn in_order(total: Value, geps: Vec<Inst>, marked: bool) -> Option<Vec<Inst>> {
    match geps.len() {
        0 => return None,
        1 if marked => return Some(geps),
        _ => {}
    }
    let mut left: HashMap<Value, Inst> = HashMap::new();
    for &gep in &geps {
        // Two geps by the same distance would be two objects.
        let twice = left.insert(rounding_in(gep.operand(1))?, gep).is_some();
        if twice {
            return None;
        }
    }
    let mut ordered = Vec::new();
    let mut sum = total;
    while !left.is_empty() {
        let last = summand(sum, &left)?;
        let gep = left.remove(&last).expect("it was found there");
        ordered.push(gep);
        sum = last;
    }
    ordered.reverse();
    Some(ordered)
}

/// The step of a distance that rounds it up: the `or` of `((n - 1) | 15) + 1`, the `and` of
/// `(n + 15) & -16`.
fn rounding_in(distance: Value) -> Option<Value> {
    let inst = distance.as_inst()?;
    if inst.opcode() == Opcode::LLVMAnd && inst.operand(1).as_i64() == Some(-16) {
        return Some(distance);
    }
    let is_or = |v: &Value| {
        let or = v.as_inst().filter(|i| i.opcode() == Opcode::LLVMOr);
        or.is_some_and(|or| or.operand(1).as_i64() == Some(15))
    };
    let adds_one = inst.opcode() == Opcode::LLVMAdd && inst.operand(1).as_i64() == Some(1);
    Some(inst.operand(0)).filter(|v| adds_one && is_or(v))
}

/// The one of these values that a sum is made with, itself left aside.
fn summand(sum: Value, of: &HashMap<Value, Inst>) -> Option<Value> {
    let mut todo = vec![sum];
    for _ in 0..LONGEST_SUM {
        let value = todo.pop()?;
        if value != sum && of.contains_key(&value) {
            return Some(value);
        }
        let arithmetic = [
            Opcode::LLVMAdd,
            Opcode::LLVMSub,
            Opcode::LLVMOr,
            Opcode::LLVMAnd,
            Opcode::LLVMMul,
            Opcode::LLVMShl,
        ];
        if let Some(inst) = value.as_inst().filter(|i| arithmetic.contains(&i.opcode())) {
            todo.extend(inst.operands());
        }
    }
    None
}

/// Whether a number is computed before the call, or before the part's gep behind it in its block.
fn is_known_at(number: Value, malloc: Inst, holder: Inst) -> bool {
    let Some(inst) = number.as_inst() else { return true };
    if inst.block() != malloc.block() {
        // The size is computed with it, or its block would not be known to come before.
        return depends_on(malloc.operand(0), number);
    }
    let mut at = inst.next();
    for _ in 0..FARTHEST {
        match at {
            Some(next) if next == malloc || next == holder => return true,
            Some(next) => at = next.next(),
            None => return false,
        }
    }
    depends_on(malloc.operand(0), number)
}

fn depends_on(value: Value, on: Value) -> bool {
    let mut todo = vec![value];
    for _ in 0..LONGEST_SUM {
        match todo.pop() {
            None => return false,
            Some(value) if value == on => return true,
            Some(value) if value.as_inst().is_some() => todo.extend(value.operands()),
            Some(_) => {}
        }
    }
    false
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
            Opcode::LLVMGetElementPtr => return gep_fits(a, &sizes, inst),
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
        Size::Dynamic(..) | Size::Difference { .. } => bytes <= ROUNDING,
    })
}

/// Steps start inside of the part.
fn gep_fits(a: &mut Analysis, sizes: &HashMap<ClassId, Vec<Size>>, gep: Inst) -> bool {
    let Some(class) = a.class_of(gep.operand(0)) else { return true };
    let Some(sizes) = sizes.get(&class) else { return true };
    let Some(offset) = gep.gep_offset(a.leaves.data_layout()) else { return false };
    offset.variable.is_empty()
        || sizes.iter().all(|&size| match size {
            Size::Constant(bytes) => u64::try_from(offset.constant).map_or(true, |at| at < bytes),
            Size::Dynamic(..) | Size::Difference { .. } => true,
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
    let before = || {
        let step = rounding_in(rounded)?.as_inst()?;
        let sum = step.operand(0).as_inst()?;
        match (step.opcode(), sum.opcode(), sum.operand(1).as_i64()) {
            (Opcode::LLVMOr, Opcode::LLVMSub, Some(1))
            | (Opcode::LLVMOr, Opcode::LLVMAdd, Some(-1))
            | (Opcode::LLVMAnd, Opcode::LLVMAdd, Some(15)) => Some(sum.operand(0)),
            _ => None,
        }
    };
    before().unwrap_or(rounded)
}
