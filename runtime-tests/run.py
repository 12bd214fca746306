#!/usr/bin/env python3
"""Runs lowered corpus modules on a real Julia runtime, with collections at every chance.

usage: runtime-tests/run.py [--llvm VERSION] [--plugin PATH] [FILTER...]

  --llvm VERSION  15 or 16 (default: 16)
  --plugin PATH   the plugin (default: the build of scripts/test.sh)
  FILTER          only tests whose name contains one of these words

The module as Enzyme wrote it runs without collections and gives the reference; what the pass made of
it runs under stress and must give the same bits. Then modules and manifests are broken on purpose,
and each fault must be found. Every run is a process with a time limit. The last line counts; the
exit status is 0 only if every test passed.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from broken import BROKEN, Broken
from modules import StepFailed, Tools, Variant, compile_module, connect, lower, manifest, prepare

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT / "lit-tests" / "Inputs" / "enzyme"
RUNTIME = ROOT / "build" / "julia-runtime"
LIBRARY = RUNTIME / "ace_jax_coupling" / "_lib" / "lib" / "libetcouple.so"

# Seconds until a run counts as hung.
TIME_LIMIT = 120

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
    "c11": [0, *LOOPS],
    "c12": LOOPS,
    "c13": FIXED,
    "c14": LOOPS,
    "c16": LOOPS,
    "c19": LOOPS,
}

# Each value of every choice, in few combinations.
CHOICES = [
    ("opaque", "symbol", "vector", 0, False),
    ("opaque", "init", "vector", 0, True),
    ("opaque", "symbol", "vector", 2, True),
    ("opaque", "init", "vector", 2, False),
    ("typed", "symbol", "vector", 0, True),
    ("typed", "init", "vector", 2, True),
    ("opaque", "symbol", "apply-type", 0, True),
    ("typed", "init", "apply-type", 2, True),
]


@dataclass(frozen=True)
class Stress:
    """When the harness collects; the numbers are explained in harness/main.c."""

    budget: int
    stride: int = 97
    schedule: int = 0
    refresh: bool = True


REFERENCE = Stress(-1)
# One incremental collection at each chance, a full and an incremental one, and a mixture. What is
# wrong may show with objects of one age only.
INCREMENTAL, BOTH, MIXED = (Stress(400, schedule=plan) for plan in (0b10, 0b1001, 0))
# From this size on a run has chances enough for any mixture.
LARGE = 100


@dataclass(frozen=True)
class Run:
    """What a run of the harness left."""

    status: int | None  # None: it was stopped
    output: str

    @property
    def values(self) -> list[str]:
        return [line for line in self.output.splitlines() if not line.startswith("counts")]

    @property
    def counts(self) -> Counter:
        pairs = re.findall(r"(\w+)=(\d+)", self.output.rpartition("counts")[2])
        return Counter({name: int(number) for name, number in pairs})

    def fault(self) -> str | None:
        """Why the run did not come to its end, if so."""
        if self.status == 0:
            return None
        said = [line for line in self.output.splitlines() if line.startswith("FAULT")]
        ended = "ran too long" if self.status is None else f"status {self.status}"
        return said[-1] if said else f"{ended}: {self.output[-400:]}"


class Suite:
    """The tests of one LLVM version."""

    def __init__(self, tools: Tools, harness: Path, directory: Path) -> None:
        self.tools = tools
        self.harness = harness
        self.directory = directory
        self.totals: Counter = Counter()

    def source(self, variant: Variant) -> str:
        pattern = f"{variant.case}_*.out.{variant.pointers}.llvm{self.tools.version}.ll"
        (path,) = CORPUS.glob(pattern)
        return prepare(path.read_text(), variant.safepoints)

    def build(self, variant: Variant, text: str, name: str) -> Path:
        path = self.directory / f"{variant}-{name}.so".replace("/", "-")
        compile_module(self.tools, variant, text, path)
        return path

    def run(self, module: Path, rows: str, case: str, size: int, stress: Stress) -> Run:
        with tempfile.TemporaryDirectory(dir=self.directory) as work:
            tags = Path(work) / "manifest"
            tags.write_text(rows)
            words = [self.harness, LIBRARY, module, tags, work, case, size]
            words += [stress.budget, stress.stride, stress.schedule, int(stress.refresh)]
            command = [str(word) for word in words]
            # A file, not a pipe: the runtime makes a pipe non-blocking, and what does not fit in it
            # would be lost.
            printed = Path(work) / "output"
            status = None
            with printed.open("wb") as output:
                try:
                    done = subprocess.run(
                        command, stdout=output, stderr=output, timeout=TIME_LIMIT, check=False
                    )
                    status = done.returncode
                except subprocess.TimeoutExpired:
                    pass
            return Run(status, printed.read_text(errors="replace"))

    def gradients(self, variant: Variant) -> list[str]:
        """Faults of a variant, for all its sizes."""
        source = self.source(variant)
        plain = self.build(variant, connect(source), "plain")
        lowered = lower(self.tools, variant, source)
        module = self.build(variant, connect(lowered), "lowered")
        rows = "".join(layout.line() + "\n" for layout in manifest(lowered))
        faults = []
        for size in CASES[variant.case]:
            reference = self.run(plain, "", variant.case, size, REFERENCE)
            for stress in (MIXED,) if size >= LARGE else (INCREMENTAL, BOTH, MIXED):
                stressed = self.run(module, rows, variant.case, size, stress)
                found = fault(reference, stressed)
                if found:
                    faults.append(f"size {size}, schedule {stress.schedule}: {found}")
                self.totals += stressed.counts
                self.totals["runs"] += 1
        self.totals["modules"] += 1
        return faults

    def broken(self, broken: Broken) -> list[str]:
        """Faults of a test that expects one."""
        variant = broken.variant
        source = self.source(variant)
        plain = self.build(variant, connect(source), f"{broken.name}-plain")
        reference = self.run(plain, "", variant.case, broken.size, REFERENCE)
        lowered = lower(self.tools, variant, source) if broken.lowered else source
        text, rows = broken.edit(lowered, manifest(lowered))
        if broken.lowered and (text, rows) == (lowered, manifest(lowered)):
            return ["there is nothing to break"]
        module = self.build(variant, connect(text), broken.name)
        lines = "".join(layout.line() + "\n" for layout in rows)
        schedules = (INCREMENTAL, BOTH, MIXED)
        runs = [self.run(module, lines, variant.case, broken.size, s) for s in schedules]
        found = [fault(reference, run) or "nothing" for run in runs]
        self.totals["broken"] += 1
        if not any(re.search(broken.expected, text) for text in found):
            return [f"expected '{broken.expected}', found {found}"]
        return []


def fault(reference: Run, stressed: Run) -> str | None:
    """What is wrong with a run, if anything."""
    ended = reference.fault() or stressed.fault()
    if ended or reference.values == stressed.values:
        return ended
    for expected, got in zip(reference.values, stressed.values):
        if expected != got:
            return f"values differ: expected '{expected}', got '{got}'"
    return f"values differ: {len(reference.values)} expected, {len(stressed.values)} got"


def build_harness(directory: Path) -> Path:
    harness = directory / "harness"
    sources = sorted(map(str, (ROOT / "runtime-tests" / "harness").glob("*.c")))
    options = ["-O1", "-Wall", "-Wextra", "-Werror", "-rdynamic"]
    subprocess.run(["gcc", *options, "-o", str(harness), *sources, "-ldl"], check=True)
    return harness


def ensure_runtime() -> None:
    command = 'source "$0/scripts/setup.sh" && ensure_runtime'
    subprocess.run(["bash", "-c", command, str(ROOT)], check=True)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Runs lowered modules on a Julia runtime.")
    parser.add_argument("--llvm", type=int, choices=(15, 16), default=16)
    parser.add_argument("--plugin", type=Path)
    parser.add_argument("filters", nargs="*", metavar="FILTER")
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    version = options.llvm
    built = ROOT / "target" / f"llvm{version}" / "release" / "libjulia_gc_passes.so"
    prefix = os.environ.get(f"LLVM_SYS_{version}0_PREFIX", f"/usr/lib/llvm-{version}")
    tools = Tools(Path(prefix) / "bin", version, options.plugin or built)
    ensure_runtime()
    directory = ROOT / "build" / f"runtime-tests-{version}"
    directory.mkdir(parents=True, exist_ok=True)
    suite = Suite(tools, build_harness(directory), directory)

    def wanted(name: object) -> bool:
        return not options.filters or any(word in str(name) for word in options.filters)

    variants = [Variant(case, *choice) for case in CASES for choice in CHOICES]
    tests = [(str(v), lambda v=v: suite.gradients(v)) for v in variants if wanted(v)]
    tests += [(b.name, lambda b=b: suite.broken(b)) for b in BROKEN if wanted(b.name)]
    failed = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, faults in pool.map(lambda test: (test[0], run_test(test[1])), tests):
            failed += bool(faults)
            for fault in faults:
                print(f"FAILED {name}: {fault}", flush=True)
    print(summary(suite.totals, len(tests) - failed, failed))
    return 1 if failed or not tests else 0


def run_test(test) -> list[str]:
    try:
        return test()
    except StepFailed as failure:
        return [str(failure)]


def summary(totals: Counter, passed: int, failed: int) -> str:
    return (
        f"{passed} passed, {failed} failed: {totals['modules']} modules in {totals['runs']} runs, "
        f"{totals['collections']} collections, {totals['tapes']} tapes and {totals['boxes']} boxes, "
        f"{totals['barriers']} barriers of which {totals['fired']} fired; "
        f"{totals['broken']} modules broken on purpose"
    )


if __name__ == "__main__":
    sys.exit(main())
