//! The layout of a class: what its objects look like to the collector.
//!
//! Invariant: a layout follows from accesses alone, never from a pointee type or a name, so typed
//! and opaque pointers give the same one. Two accesses that disagree are a refusal, not a guess.
//!
//! 1. All sites start at the same position of the class.
//! 2. Cells become words: pointers at aligned words, no data in them, nothing derived.
//! 3. The element: the class's stride, or where positions are exact what divides every size.
//! 4. Sizes: accesses lie inside, and elements divide the size as far as the arithmetic shows it.
//! 5. The home (with `dynamic=vector`): an object of its own type where the size is constant, and short or of a type that
//!    the front end has made; else a SimpleVector if nothing but pointers was found, else an array.

use super::analysis::Analysis;
use super::classes::{ClassId, Content};
use super::congruence::divisor;
use super::sites::{MemoryCall, SiteKind, Size};
use super::tags::own_type;
use crate::diagnostics::Code;
use crate::ir::{Inst, Value};
use crate::options::Dynamic;

/// The greatest number of elements of an object that gets a type of its own.
pub const LONGEST_OBJECT: u64 = 64;

/// Elements of an array of this many bytes and more are objects of their own, not stored inline
/// (seen on the runtime of 1.13).
const LEAST_NOT_INLINE: u64 = 1 << 16;

/// What kind of object a class's memory becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// `julia.gc_alloc_obj` with a type of exactly this size.
    Object,
    /// A SimpleVector, data one word behind its start.
    SimpleVector,
    /// A `Memory` or `Vector`, data behind a pointer.
    Array,
    /// An `NTuple` of its own length.
    Tuple,
}

/// The layout of every object of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The kind of object.
    pub home: Home,
    /// Bytes of an element; 0 for objects whose positions are exact.
    pub element: u64,
    /// Byte offsets of pointers within an element.
    pub pointers: Vec<u64>,
    /// The position of an object's start in its class.
    pub base: i64,
    /// Bytes of a word.
    pub word: u64,
}

impl Layout {
    /// The byte offsets of the pointers in an object of this many bytes.
    pub fn object_pointers(&self, size: u64) -> Vec<u64> {
        if self.element == 0 {
            return self.pointers.iter().copied().filter(|p| p + self.word <= size).collect();
        }
        let starts = (0..size / self.element).map(|i| i * self.element);
        starts.flat_map(|start| self.pointers.iter().map(move |p| start + p)).collect()
    }
}

impl Layout {
    /// Whether an access of `bytes` at a position of the class touches only a part of a pointer.
    pub fn cuts_pointer(&self, position: i64, bytes: u64) -> bool {
        let (word, relative) = (self.word as i64, position - self.base);
        let starts_inside = |at: i64| at % word != 0 && self.is_pointer(at - at.rem_euclid(word));
        let Ok(bytes) = i64::try_from(bytes) else { return relative % word != 0 };
        bytes != 0 && (starts_inside(relative) || starts_inside(relative + bytes))
    }

    fn is_pointer(&self, offset: i64) -> bool {
        let offset = match (self.home, self.element) {
            (Home::SimpleVector, _) => return true,
            (_, 0) => offset,
            (_, element) => offset.rem_euclid(element as i64),
        };
        u64::try_from(offset).is_ok_and(|at| self.pointers.contains(&at))
    }
}

/// Why a class has no layout.
#[derive(Clone, Debug)]
pub struct NoLayout {
    /// The message's code.
    pub code: Code,
    /// What does not fit, to complete "the tape …".
    pub what: String,
    /// Where.
    pub at: Value,
}

fn no_layout(code: Code, what: impl Into<String>, at: Value) -> NoLayout {
    NoLayout { code, what: what.into(), at }
}

/// What a word of an element is.
struct Words {
    /// Bytes of one.
    word: u64,
    pointers: Vec<u64>,
    /// Byte ranges of data, by start.
    data: Vec<(u64, u64, Inst)>,
}

/// Lays out a class. `holds_tape` says whether a cell's pointee is lowered.
///
/// # Errors
/// Something about the accesses or sizes does not fit together.
pub fn lay_out(
    a: &mut Analysis,
    class: ClassId,
    sites: &[usize],
    mut holds_tape: impl FnMut(&mut Analysis, &Content) -> bool,
) -> Result<Layout, NoLayout> {
    let base = common_start(a, class, sites)?;
    let stride = a.classes.stride(class);
    let cells: Vec<(i64, Content)> = a.classes.cells(class).collect();
    let words = words(a, stride, base, &cells, &mut holds_tape)?;
    let sizes: Vec<(Inst, Size)> = sites.iter().map(|&i| sized(a, i)).collect();
    let grows = |&i: &usize| a.sites[i].0.kind == SiteKind::Heap(MemoryCall::Realloc);
    let grows = sites.iter().any(grows);
    let element = element(stride, &words, &sizes)?;
    let is_part = |inst: Inst| a.parts.sizes.contains_key(&inst);
    check_sizes(element, stride, &words, &sizes, is_part)?;
    let has_type = |&(inst, size): &(Inst, Size)| match size {
        // A type that the front end has made costs nothing, however long.
        Size::Constant(_) if own_type(inst).is_some() => true,
        Size::Constant(bytes) => element == 0 || bytes / element <= LONGEST_OBJECT,
        Size::Dynamic(..) | Size::Difference { .. } => false,
    };
    let home = if !grows && sizes.iter().all(has_type) {
        Home::Object
    } else if a.dynamic == Dynamic::ApplyType && !grows {
        // A tuple does not tell its length, which growing needs.
        Home::Tuple
    } else if words.data.is_empty() {
        Home::SimpleVector
    } else {
        Home::Array
    };
    if matches!(home, Home::Array | Home::Tuple) && element >= LEAST_NOT_INLINE {
        let what = format!("has elements of {element} bytes, which Julia does not store inline");
        return Err(no_layout(Code::Stride, what, sizes[0].0.value()));
    }
    let (element, pointers) = match home {
        Home::SimpleVector => (words.word, vec![0]),
        Home::Object | Home::Array | Home::Tuple => (element, words.pointers),
    };
    Ok(Layout { home, element, pointers, base, word: words.word })
}

// --- (1) ---------------------------------------------------------------------------------------

fn common_start(a: &mut Analysis, class: ClassId, sites: &[usize]) -> Result<i64, NoLayout> {
    let mut start = None;
    for &i in sites {
        let (site, node) = a.sites[i];
        let (site_class, position) = a.classes.find(node);
        debug_assert_eq!(site_class, class);
        match start {
            None => start = Some(position),
            Some(other) if other == position => {}
            Some(_) => {
                let what = "is mixed with memory that starts at another offset of it";
                return Err(no_layout(Code::Interior, what, site.inst.value()));
            }
        }
    }
    Ok(start.unwrap_or(0))
}

// --- (2) ---------------------------------------------------------------------------------------

fn words(
    a: &mut Analysis,
    stride: u64,
    base: i64,
    cells: &[(i64, Content)],
    holds_tape: &mut impl FnMut(&mut Analysis, &Content) -> bool,
) -> Result<Words, NoLayout> {
    let mut words = Words { word: a.word(), pointers: Vec::new(), data: Vec::new() };
    for (position, cell) in cells {
        let relative = match stride {
            0 => position - base,
            stride => (position - base).rem_euclid(stride as i64),
        };
        let Some(at) = cell.any_access().or(cell.copied) else { continue };
        let Ok(offset) = u64::try_from(relative) else {
            let what = format!("is accessed {} bytes before its start", relative.unsigned_abs());
            return Err(no_layout(Code::Stride, what, at.value()));
        };
        if let Some(inst) = cell.derived {
            let what = format!("holds a derived pointer at byte {offset}");
            return Err(no_layout(Code::DerivedInTape, what, inst.value()));
        }
        let tape = holds_tape(a, cell);
        if tape || cell.tracked.is_some() {
            check_pointer(offset, cell, tape, words.word)?;
            words.pointers.push(offset);
        } else {
            let bytes = cell.data.map_or(words.word, |(_, bytes)| bytes.max(1));
            words.data.push((offset, bytes, at));
        }
    }
    words.pointers.sort_unstable();
    words.data.sort_unstable_by_key(|&(offset, ..)| offset);
    check_overlap(stride, &words)?;
    Ok(words)
}

fn check_pointer(offset: u64, cell: &Content, tape: bool, word: u64) -> Result<(), NoLayout> {
    if let Some((inst, _)) = cell.data {
        let what = format!("holds both an object pointer and data at byte {offset}");
        return Err(no_layout(Code::MixedWord, what, inst.value()));
    }
    if let (false, Some((_, Some(inst)))) = (tape, cell.pointee) {
        let what = format!("holds both an object pointer and a plain pointer at byte {offset}");
        return Err(no_layout(Code::MixedWord, what, inst.value()));
    }
    if offset % word != 0 {
        let at = cell.any_access().expect("pointer cells were accessed");
        let what = format!("holds an object pointer at byte {offset}, which is not aligned");
        return Err(no_layout(Code::Unaligned, what, at.value()));
    }
    Ok(())
}

/// Data that runs into a pointer's word from before, in memory order and around the stride.
fn check_overlap(stride: u64, words: &Words) -> Result<(), NoLayout> {
    let starts: std::collections::BTreeSet<u64> = words.pointers.iter().copied().collect();
    for &(offset, bytes, inst) in &words.data {
        let end = offset.saturating_add(bytes);
        let first = offset.saturating_sub(words.word - 1);
        let direct = starts.range(first..end).next();
        let around = (stride != 0 && end > stride)
            .then(|| starts.range(..(end - stride).min(stride)).next())
            .flatten();
        if let Some(word) = direct.or(around) {
            let what = format!("holds an object pointer at byte {word} and data over it");
            return Err(no_layout(Code::MixedWord, what, inst.value()));
        }
    }
    Ok(())
}

// --- (3), (4) ----------------------------------------------------------------------------------

fn sized(a: &Analysis, site: usize) -> (Inst, Size) {
    let (site, _) = a.sites[site];
    (site.inst, a.size(&site))
}

/// Bytes behind the last access.
fn extent(words: &Words) -> u64 {
    let pointers = words.pointers.iter().map(|p| p + words.word);
    let data = words.data.iter().map(|&(offset, bytes, _)| offset.saturating_add(bytes));
    pointers.chain(data).max().unwrap_or(0)
}

fn element(stride: u64, words: &Words, sizes: &[(Inst, Size)]) -> Result<u64, NoLayout> {
    if words.pointers.is_empty() {
        return Ok(words.word);
    }
    if stride != 0 {
        if stride % words.word != 0 {
            let at = sizes[0].0.value();
            let what = format!("is accessed in steps of {stride} bytes, which are no whole words");
            return Err(no_layout(Code::Stride, what, at));
        }
        return Ok(stride);
    }
    let Some((at, _)) = sizes.iter().find(|(_, s)| !matches!(s, Size::Constant(_))) else {
        return Ok(0);
    };
    if words.data.is_empty() {
        return Ok(words.word);
    }
    // Accessed only near its start: any element that holds these accesses is right.
    let element = sizes.iter().fold(0, |all, (_, size)| divisor(all, size.multiple()));
    if element % words.word == 0 && element >= extent(words) {
        return Ok(element);
    }
    let what = "has a size that shows no element which its accesses fit";
    Err(no_layout(Code::Stride, what, at.value()))
}

fn check_sizes(
    element: u64,
    stride: u64,
    words: &Words,
    sizes: &[(Inst, Size)],
    is_part: impl Fn(Inst) -> bool,
) -> Result<(), NoLayout> {
    for &(inst, size) in sizes {
        match size {
            // Bytes have no layout to fit; the size of a part may have been rounded up.
            _ if words.pointers.is_empty() => {}
            Size::Constant(bytes) if is_part(inst) && element != 0 && bytes % element < 16 => {}
            Size::Constant(bytes) if element != 0 && bytes % element != 0 => {
                let what = format!("has {bytes} bytes, accessed as elements of {element}");
                return Err(no_layout(Code::Stride, what, inst.value()));
            }
            // What a size of 0 is accessed by is never reached.
            Size::Constant(bytes) if stride == 0 && bytes != 0 && extent(words) > bytes => {
                let end = extent(words);
                let what = format!("has {bytes} bytes and is accessed up to byte {end}");
                return Err(no_layout(Code::Stride, what, inst.value()));
            }
            Size::Dynamic(..) if size.multiple() != 1 && size.multiple() % element != 0 => {
                let known = size.multiple();
                let what = format!("has n times {known} bytes, accessed as elements of {element}");
                return Err(no_layout(Code::Stride, what, inst.value()));
            }
            Size::Constant(_) | Size::Dynamic(..) | Size::Difference { .. } => {}
        }
    }
    Ok(())
}
