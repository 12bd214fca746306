"""Derivatives under stress: the lowered module computes the bits that Enzyme's module computes."""

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

from harness import MIXED, REFERENCE, SMALL, Harness, Run, Stress, difference
from modules import (
    Layout, StepFailed, Tools, Variant, compile_module, connect, lower, manifest, modes, prepare,
    source,
)  # fmt: skip

# The sizes each case runs with. Loops of the corpus go round once at least, so most cannot be 0;
# where the size is fixed it only says how much of the inputs there is.
FIXED = [8]
LOOPS = [1, 7, 2000]
CASES = {
    "c01": FIXED,
    "c02": LOOPS,
    "c03": LOOPS,
    "c04": LOOPS,
    "c07": FIXED,
    "c08": LOOPS,
    "c09": FIXED,  # without a tape on the heap: what stays on the stack
    "c11": [0, *LOOPS],
    "c12": LOOPS,
    "c13": FIXED,
    "c14": LOOPS,
    "c16": LOOPS,
    "c19": LOOPS,
    "h01": [0, *LOOPS],
    "h02": [0, *LOOPS],
    "h03": [0, *LOOPS],
}
# From this size on a run has chances enough for any mixture.
LARGE = 100

# Lists are not refreshed while there are several threads, so c03 and c08 show less than alone.
THREADS = 4
TEAMS = ["c02", "c03", "c04", "c07", "c08", "c11", "c12", "c13", "c14", "c19", "h01", "h02", "h03"]
# Those whose tapes are also handed from thread to thread: `augmented` returns one tape.
SHARED = ["h01"]
TEAM_RUNS = [Run(7, Stress(100)), Run(300, Stress(100)), Run(2000, Stress(60))]


def variants(version: int) -> list[Variant]:
    """Every combination that matters; apply-type is not the default, and gets few."""
    choices = [
        (mode, tags, "vector", optimise, safepoints)
        for mode in modes(version)
        for tags in ("symbol", "init")
        for optimise in (0, 2)
        for safepoints in ("allocations", "branches")
    ]
    for tags, optimise in (("symbol", 0), ("init", 2)):
        choices += [(mode, tags, "apply-type", optimise, "branches") for mode in modes(version)]
        choices += [(mode, tags, "vector", optimise, "everywhere") for mode in modes(version)]
    return [Variant(case, *c) for case in CASES for c in choices if is_read_by(version, case)]


def is_read_by(version: int, case: str) -> bool:
    """h02 exchanges pointers, which LLVM 14's atomicrmw cannot."""
    return version >= 15 or case != "h02"


@dataclass(frozen=True)
class Lowered:
    """What the pass made of a module, or what a fault was put into."""

    text: str
    layouts: list[Layout]


class Gradients:
    """The tests of one LLVM version."""

    def __init__(self, tools: Tools, harness: Harness, totals: Counter) -> None:
        self.tools = tools
        self.harness = harness
        self.totals = totals
        self.plain: dict[tuple, Path] = {}
        self.values: dict[tuple, list[str]] = {}
        self.lock = Lock()

    def build(self, variant: Variant, text: str, name: str) -> Path:
        path = self.harness.directory / f"{variant}-{name}.so".replace("/", "-")
        compile_module(self.tools, variant.pointers, variant.optimise, connect(text), path)
        return path

    def reference(self, case: str, pointers: str, sizes: list[int]) -> list[list[str]]:
        """What Enzyme's module computes, unoptimised and without collections."""
        with self.lock:
            missing = [s for s in sizes if (case, pointers, s) not in self.values]
            if missing:
                self.compute_reference(case, pointers, missing)
            return [self.values[case, pointers, size] for size in sizes]

    def compute_reference(self, case: str, pointers: str, sizes: list[int]) -> None:
        variant = Variant(case, pointers, "none", "none", 0, "allocations")
        if (case, pointers) not in self.plain:
            text = prepare(source(self.tools.version, case, pointers), "allocations")
            self.plain[case, pointers] = self.build(variant, text, "reference")
        runs = [Run(size, REFERENCE) for size in sizes]
        results = self.harness.run(self.plain[case, pointers], [], case, runs)
        for run, result in zip(runs, results):
            if result.fault:
                raise StepFailed(f"the reference, run {run}: {result.fault}")
            self.values[case, pointers, run.size] = result.values

    def lower(self, variant: Variant) -> Lowered:
        text = source(self.tools.version, variant.case, variant.pointers)
        if variant.exported == "lower":
            text = text.replace("define internal", "define")
        text = lower(self.tools, variant, prepare(text, variant.safepoints))
        return Lowered(text, manifest(text))

    def faults(self, variant: Variant, lowered: Lowered, runs: list[Run], name: str) -> list[str]:
        """What is wrong with the runs of a module on one thread."""
        module = self.build(variant, lowered.text, name)
        expected = self.reference(variant.case, variant.pointers, [run.size for run in runs])
        results = self.harness.run(module, lowered.layouts, variant.case, runs)
        found = []
        for run, values, result in zip(runs, expected, results):
            self.count(result.counts | Counter(runs=1))
            wrong = difference(values, result)
            if wrong:
                found.append(f"run {run}: {wrong}")
            if result.fault:  # the end of the process, and so of all runs behind
                break
        return found

    def count(self, counts: dict[str, int]) -> None:
        with self.lock:
            self.totals.update(counts)

    def gradients(self, variant: Variant) -> list[str]:
        """Faults of a variant, for all its sizes."""
        runs = [
            Run(size, stress)
            for size in CASES[variant.case]
            for stress in ([MIXED] if size >= LARGE else SMALL)
        ]
        found = self.faults(variant, self.lower(variant), runs, "lowered")
        self.count({"modules": 1})
        return found

    def team(self, variant: Variant, shared: bool) -> list[str]:
        """Faults of a case that several threads run at the same time."""
        if shared:
            variant = replace(variant, exported="lower")
        lowered = self.lower(variant)
        module = self.build(variant, lowered.text, "shared" if shared else "team")
        runs = TEAM_RUNS[1:] if variant.case == "c13" else TEAM_RUNS
        case = variant.case + "-shared" * shared
        results = self.harness.run(module, lowered.layouts, case, runs, THREADS)
        found = []
        for run, result in zip(runs, results):
            self.count(result.counts | Counter(runs=1))
            (alone,) = self.reference(variant.case, variant.pointers, [run.size])
            expected = [line for t in range(1, THREADS + 1) for line in (f"thread {t}", *alone)]
            wrong = difference(expected, result)
            if wrong:
                found.append(f"run {run}, {THREADS} threads: {wrong}")
            if result.fault:
                break
        self.count({"modules": 1})
        return found
