"""Faults made on purpose: what the harness must find when a module or its manifest is wrong."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from gradients import Gradients, Lowered
from harness import BOTH, INCREMENTAL, MIXED, Run
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


def variant(case: str, safepoints: bool = True) -> Variant:
    return Variant(case, "opaque", "symbol", "vector", 0, safepoints)


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
    runs = [Run(broken.size, stress) for stress in (INCREMENTAL, BOTH, MIXED)]
    found = gradients.faults(variant, wrong, runs, broken.name)
    gradients.totals["broken"] += 1
    if not any(re.search(broken.expected, text) for text in found):
        return [f"expected '{broken.expected}', found {found or 'nothing'}"]
    return []
