//! What the pass says: refusals with the chain that ties them to an allocation, remarks, counts.

use super::analysis::{Analysis, Effect};
use super::barriers::Counts;
use super::classes::Node;
use super::layout::{Home, Layout};
use super::plan::Plan;
use super::tags::own_type;
use super::verdict::{Class, Refusal, Verdict, Verdicts};
use crate::diagnostics::{remark, Code, Diagnostic};
use crate::ir::{remarks_enabled, Inst, Linkage, RemarkKind, Severity, Value};
use std::collections::{HashMap, HashSet, VecDeque};

/// The name of the pass in remarks.
pub const PASS: &str = "tape-lowering";

/// The longest chain that is shown, in steps.
const LONGEST_CHAIN: usize = 12;

/// One diagnostic per refused class.
pub fn refusals(a: &mut Analysis, verdicts: &Verdicts, severity: Severity) -> Vec<Diagnostic> {
    let refused = verdicts.classes.iter().filter_map(|class| match &class.verdict {
        Verdict::Refused(refusal) => Some((class, refusal.clone())),
        _ => None,
    });
    let refused: Vec<(&Class, Refusal)> = refused.collect();
    if refused.is_empty() {
        return Vec::new();
    }
    let chains = Chains::new(a);
    refused.into_iter().map(|(c, r)| refusal_message(a, &chains, c, &r, severity)).collect()
}

/// One diagnostic per class of memory with objects in it that is freed here and allocated nowhere
/// in the module: the tape of a forward pass that is elsewhere. Memory that comes from other code
/// than the callers of exported functions is that code's affair.
pub fn freed_from_elsewhere(
    a: &mut Analysis,
    verdicts: &Verdicts,
    severity: Severity,
) -> Vec<Diagnostic> {
    let mut unlent = HashSet::new();
    for i in 0..a.facts.len() {
        if a.facts[i].effect != Effect::Lent {
            let node = a.facts[i].node;
            unlent.insert(a.classes.class(node));
        }
    }
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for (node, free) in a.frees.clone() {
        let class = a.classes.class(node);
        let elsewhere = verdicts.get(class).is_none() && !unlent.contains(&class);
        if elsewhere
            && seen.insert(class)
            && a.classes.cells(class).any(|(_, c)| c.tracked.is_some())
        {
            let what = "memory with objects in it is freed, which other code has allocated";
            found.push(
                Diagnostic::error(Code::FreedFromElsewhere, what).with_severity(severity).at(free),
            );
        }
    }
    found
}

fn refusal_message(
    a: &Analysis,
    chains: &Chains,
    class: &Class,
    refusal: &Refusal,
    severity: Severity,
) -> Diagnostic {
    let (site, node) = a.sites[class.sites[0]];
    let what = format!("the tape {}", refusal.what);
    let mut message = Diagnostic::error(refusal.code, what).with_severity(severity);
    message = match (refusal.at.as_inst(), refusal.at.as_function()) {
        (Some(inst), _) => message.at(inst),
        (None, Some(function)) => message.in_function(function),
        // A global is named by the fact.
        (None, None) if refusal.at.is_global() => message,
        (None, None) => message.note(format!("at:   {}", place(refusal.at))),
    };
    let function = site.inst.function().name();
    message = message.note(format!("tape: in '{function}': {}", *site.inst));
    let steps = refusal.node.map_or(Vec::new(), |to| chains.between(node, to));
    for (i, step) in steps.iter().enumerate() {
        if i == LONGEST_CHAIN {
            message = message.note(format!("      … and {} more", steps.len() - i));
            break;
        }
        message = message.note(format!("via:  {}", place(*step)));
    }
    message
}

/// An instruction with its function, or a function's or global's name.
fn place(value: Value) -> String {
    match value.as_inst() {
        Some(inst) => format!("in '{}': {value}", inst.function().name()),
        None if value.is_global() => format!("'{}'", value.name()),
        None => value.to_string(),
    }
}

/// The ties between nodes, to find the chain from an allocation to what stands against it.
struct Chains {
    neighbours: HashMap<Node, Vec<(Node, Value)>>,
}

impl Chains {
    fn new(a: &Analysis) -> Chains {
        let mut neighbours: HashMap<Node, Vec<(Node, Value)>> = HashMap::new();
        for tie in a.classes.ties() {
            neighbours.entry(tie.a).or_default().push((tie.b, tie.by));
            neighbours.entry(tie.b).or_default().push((tie.a, tie.by));
        }
        Chains { neighbours }
    }

    /// A shortest chain, without repeated steps.
    fn between(&self, from: Node, to: Node) -> Vec<Value> {
        let mut came: HashMap<Node, (Node, Value)> = HashMap::new();
        let mut todo = VecDeque::from([from]);
        while let Some(node) = todo.pop_front() {
            if node == to {
                break;
            }
            for &(next, by) in self.neighbours.get(&node).into_iter().flatten() {
                if next != from && !came.contains_key(&next) {
                    came.insert(next, (node, by));
                    todo.push_back(next);
                }
            }
        }
        let mut steps = Vec::new();
        let mut at = to;
        while let Some(&(before, by)) = came.get(&at) {
            steps.push(by);
            at = before;
        }
        steps.reverse();
        steps.dedup();
        steps
    }
}

/// One warning per externally visible function whose type changes.
pub fn changed_exports(plan: &Plan) -> Vec<Diagnostic> {
    let changed = plan.functions.iter().filter_map(|f| Some((f.function, f.new_type?)));
    let exported = changed.filter(|(f, _)| f.linkage() != Linkage::Local);
    exported
        .map(|(function, ty)| {
            let what = format!("its type is now {ty}");
            Diagnostic::warning(Code::ExportedLowered, what).in_function(function)
        })
        .collect()
}

/// A remark per class, before anything is rewritten.
pub fn remarks(a: &Analysis, verdicts: &Verdicts) {
    if !remarks_enabled(a.module.context(), PASS) && !log::log_enabled!(log::Level::Debug) {
        return;
    }
    for class in &verdicts.classes {
        for &site in &class.sites {
            let (site, _) = a.sites[site];
            let tape = match site.inst.name() {
                name if name.is_empty() => site.inst.to_string().trim().to_string(),
                name => name,
            };
            let emit = |kind, name, text: &str| {
                remark(kind, PASS, name, site.inst.function(), Some(site.inst), text);
            };
            match &class.verdict {
                Verdict::Lower(layout) => {
                    let ty = describe_own_type(site.inst, layout);
                    let text = format!("tape '{tape}' becomes {}{ty}", describe(layout));
                    emit(RemarkKind::Passed, "TapeLowered", &text);
                }
                Verdict::Data if site.is_heap() => {
                    let text =
                        format!("'{tape}' stays in malloc memory: no pointer in it is tracked");
                    emit(RemarkKind::Analysis, "TapeKept", &text);
                }
                Verdict::Kept(code, what) => {
                    let (id, slug, why) = (code.id(), code.slug(), code.why());
                    let text = format!("[{id} {slug}] '{tape}' stays as it is: it {what}; {why}");
                    emit(RemarkKind::Missed, "MemoryKept", &text);
                }
                Verdict::Refused(refusal) => {
                    let (id, slug) = (refusal.code.id(), refusal.code.slug());
                    let text = format!("[{id} {slug}] tape '{tape}' stays: it {}", refusal.what);
                    emit(RemarkKind::Missed, "TapeRefused", &text);
                }
                Verdict::Data | Verdict::Slot => {}
            }
        }
    }
}

/// What a layout is, in words.
pub fn describe(layout: &Layout) -> String {
    let kind = match layout.home {
        Home::Object => "an object",
        Home::SimpleVector => return "a SimpleVector".to_string(),
        Home::Array => "an array",
        Home::Tuple => "a tuple",
    };
    let pointers: Vec<String> = layout.pointers.iter().map(u64::to_string).collect();
    match layout.element {
        0 => format!("{kind} with pointers at bytes {}", pointers.join(", ")),
        size => {
            format!("{kind} of {size}-byte elements with pointers at bytes {}", pointers.join(", "))
        }
    }
}

/// What becomes of the type that the front end made for an allocation.
fn describe_own_type(allocation: Inst, layout: &Layout) -> &'static str {
    match (own_type(allocation), layout.home) {
        (None, _) => "",
        (Some(_), Home::Object) => ", of the front end's own type",
        (Some(_), Home::SimpleVector | Home::Array | Home::Tuple) => {
            "; the front end's own type does not fit it"
        }
    }
}

/// Counts of a run, for the `stats` option.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stats {
    /// Objects that are zeroed.
    pub zeroed: usize,
    /// Frees that went away.
    pub frees: usize,
    /// Stores and barriers.
    pub barriers: Counts,
}

/// The text of the `stats` option.
pub fn stats_text(a: &Analysis, verdicts: &Verdicts, stats: &Stats) -> String {
    let sites = |wanted: &dyn Fn(&Verdict) -> bool| -> usize {
        let heap = |c: &&Class| wanted(&c.verdict);
        let classes = verdicts.classes.iter().filter(heap);
        classes.flat_map(|c| &c.sites).filter(|&&s| a.sites[s].0.is_heap()).count()
    };
    let lowered = verdicts.classes.iter().filter_map(|class| match &class.verdict {
        Verdict::Lower(layout) => Some((layout.home, class.sites.len())),
        _ => None,
    });
    let mut homes = [0; 4];
    for (home, count) in lowered {
        homes[home as usize] += count;
    }
    let [objects, vectors, arrays, tuples] = homes;
    let Counts { barriers, fresh, null, reloads } = stats.barriers;
    format!(
        "tape-lowering statistics:\
         \n  {objects:>6} allocations became objects, {} of them zeroed\
         \n  {vectors:>6} became SimpleVectors\
         \n  {arrays:>6} became arrays\
         \n  {tuples:>6} became tuples of run-time length\
         \n  {:>6} heap allocations kept: no tracked pointer in them\
         \n  {:>6} heap allocations refused or kept though they hold tracked pointers\
         \n  {:>6} calls of free removed\
         \n  {barriers:>6} barriers, {reloads} with a reloaded child\
         \n  {fresh:>6} barriers elided: the object is young\
         \n  {null:>6} barriers elided: nothing but null is stored",
        stats.zeroed,
        sites(&|v| matches!(v, Verdict::Data)),
        sites(&|v| matches!(v, Verdict::Kept(..) | Verdict::Refused(_))),
        stats.frees,
    )
}
