"""Faults made on purpose: what the harness must find when a module or its manifest is wrong."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from gradients import CASES, Gradients, Lowered
from harness import FULL, SMALL, Run, Stress
from modules import Layout, Variant, prepare, source

Module = tuple[str, list[Layout]]


@dataclass(frozen=True)
class Broken:
    """A lowered module (or one that is not) with a fault in it, and the sign that it was found."""

    name: str
    variant: Variant
    size: int
    edit: Callable[[str, list[Layout]], Module]
    expected: str
    lowered: bool = True


def unchanged(text: str, layouts: list[Layout]) -> Module:
    return text, layouts


def without_barriers(text: str, layouts: list[Layout]) -> Module:
    barrier = r"^  call void .*@julia\.write_barrier\(.*\n"
    return re.sub(barrier, "", text, flags=re.MULTILINE), layouts


def without_nulls(text: str, layouts: list[Layout]) -> Module:
    memset = r"^  call void @llvm\.memset\.p11.*i1 true\).*\n"
    return re.sub(memset, "", text, flags=re.MULTILINE), layouts


def with_null_children(text: str, layouts: list[Layout]) -> Module:
    select = r"select i1 (%\S+), (\S+ addrspace\(10\)) %\S+, \2 (%\S+)$"
    return re.sub(select, r"select i1 \1, \2 \3, \2 \3", text, flags=re.MULTILINE), layouts


def longer_types(text: str, layouts: list[Layout]) -> Module:
    return text, [replace(layout, size=layout.size + 8) for layout in layouts]


def hidden_pointers(text: str, layouts: list[Layout]) -> Module:
    return text, [replace(layout, pointers=layout.pointers[:-1]) for layout in layouts]


def variant(case: str, safepoints: str = "branches") -> Variant:
    return Variant(case, "opaque", "symbol", "vector", 0, safepoints)


# --- one fault at a time -------------------------------------------------------------------------

BARRIER = re.compile(r"^  call void .*@julia\.write_barrier\(.*\n", re.MULTILINE)
# A program's own stores of null have metadata.
NULLS = re.compile(
    r"^  (call void @llvm\.memset\.p11.*i1 true\).*|store atomic .* null, .* release, align 8)\n",
    re.MULTILINE,
)


def each_without(pattern: re.Pattern, right: Lowered) -> Iterator[tuple[str, Lowered]]:
    """The module without one of the lines that match, for each such line."""
    for match in pattern.finditer(right.text):
        text = right.text[: match.start()] + right.text[match.end() :]
        yield match.group().strip(), Lowered(text, right.layouts)


def each_hidden_pointer(right: Lowered) -> Iterator[tuple[str, Lowered]]:
    """The module with types that lack one pointer word, for each such word."""
    for i, layout in enumerate(right.layouts):
        for word in layout.pointers:
            layouts = list(right.layouts)
            layouts[i] = replace(layout, pointers=tuple(p for p in layout.pointers if p != word))
            yield f"byte {word} of {layout.symbol}", Lowered(right.text, layouts)


@dataclass(frozen=True)
class OneByOne:
    """What is left out, one at a time, and the sign that it was found."""

    what: str
    each: Callable[[Lowered], Iterator[tuple[str, Lowered]]]
    expected: str


ONE_BY_ONE = [
    OneByOne("barrier", lambda right: each_without(BARRIER, right), "without a barrier"),
    OneByOne("null-store", lambda right: each_without(NULLS, right), "not initialised"),
    # What dies too early may be anything by the time it is looked at.
    OneByOne("pointer", each_hidden_pointer, "values differ|status -|FAULT"),
]


# An object is old, as barriers understand it, from its second collection on, so here are two at a
# chance. The next chances have none: a young object has the time to go through two calls.
RARE = Stress(0, 0b1010, 7)

# What does no harm, by case, and why. That nothing is found is checked, too.
HARMLESS = {
    "c14": {
        # The shadow box, which the cell that `m'mi` points to holds as long.
        "byte 0 of jl_tape_type.memory.16.p0",
    },
    "c16": {
        # The shadow object, which another tape of the same loop also holds.
        "byte 0 of jl_tape_type.memory.16.p0",
    },
}


def run_one_by_one(gradients: Gradients, case: str, kind: OneByOne) -> list[str]:
    """Faults that were put into a case's module and not found."""
    runs = [Run(min(CASES[case][-1], 8), stress) for stress in [*SMALL, RARE, FULL]]
    missed = []
    built = variant(case, "everywhere")
    for i, (what, wrong) in enumerate(kind.each(gradients.lower(built))):
        found = gradients.faults(built, wrong, runs, f"no-{kind.what}-{i}")
        gradients.count({"broken": 1})
        if what in HARMLESS.get(case, ()):
            missed += [f"without {what}, which is harmless: {text}" for text in found[:1]]
        elif not any(re.search(kind.expected, text) for text in found):
            instead = found[0] if found else "nothing"
            missed.append(f"without {what}: expected '{kind.expected}', found {instead}")
    return missed


# --- everything at once --------------------------------------------------------------------------

BROKEN = [
    Broken("broken/tape-in-malloc", variant("c02"), 50, unchanged, "values differ", lowered=False),
    Broken("broken/no-barriers", variant("c02"), 50, without_barriers, "without a barrier"),
    Broken("broken/no-barriers-nested", variant("c11"), 20, without_barriers, "without a barrier"),
    Broken("broken/no-null-stores", variant("c01"), 8, without_nulls, "not initialised"),
    Broken("broken/null-children", variant("c08"), 20, with_null_children, "null child"),
    Broken("broken/tag-too-long", variant("c01"), 8, longer_types, "gets a tag of"),
    Broken("broken/pointer-under-data", variant("c01"), 8, hidden_pointers, "values differ"),
]


def run_broken(gradients: Gradients, broken: Broken) -> list[str]:
    """Faults of a test that expects one."""
    variant = broken.variant
    if broken.lowered:
        right = gradients.lower(variant)
    else:
        text = source(gradients.tools.version, variant.case, variant.pointers)
        right = Lowered(prepare(text, variant.safepoints), [])
    wrong = Lowered(*broken.edit(right.text, right.layouts))
    if broken.lowered and wrong == right:
        return ["there is nothing to break"]
    runs = [Run(broken.size, stress) for stress in SMALL]
    found = gradients.faults(variant, wrong, runs, broken.name)
    gradients.count({"broken": 1})
    if not any(re.search(broken.expected, text) for text in found):
        return [f"expected '{broken.expected}', found {'; '.join(found[:1]) or 'nothing'}"]
    return []
