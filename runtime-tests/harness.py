"""Running the harness: what it is asked for, and what it says.

A process runs one module, once for each of several sizes and schedules of collections; the numbers
are explained in harness/main.c.
"""

import re
import subprocess
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from modules import ROOT, Layout

RUNTIME = ROOT / "build" / "julia-runtime"
LIBRARY = RUNTIME / "ace_jax_coupling" / "_lib" / "lib" / "libetcouple.so"
SOURCES = ROOT / "runtime-tests" / "harness"

# Seconds until a process counts as hung.
TIME_LIMIT = 120


@dataclass(frozen=True)
class Stress:
    """When a run collects."""

    budget: int
    schedule: int = 0
    stride: int = 97


# One incremental collection at each chance, a full and an incremental one, and a mixture. What is
# wrong may show with objects of one age only. Whatever a collection finds alive is old after it, so
# the last ones have chances without any, in which young objects are stored.
INCREMENTAL, BOTH, MIXED = (Stress(400, plan) for plan in (0b10, 0b1001, 0))
FULL = Stress(5000, 0b1)
SMALL = [INCREMENTAL, BOTH, MIXED, *(Stress(0, 0b10, stride) for stride in (2, 3, 7))]
REFERENCE = Stress(-1)


@dataclass(frozen=True)
class Run:
    """One run of a case."""

    size: int
    stress: Stress

    def __str__(self) -> str:
        how = self.stress
        return f"{self.size}:{how.budget}:{how.stride}:{how.schedule}"


@dataclass(frozen=True)
class Result:
    """What a run printed: its results, its counts, and why it did not come to its end, if so."""

    values: list[str]
    counts: Counter
    fault: str | None


@dataclass(frozen=True)
class Process:
    """What a process left."""

    status: int | None  # None: it was stopped
    output: str

    @property
    def fault(self) -> str | None:
        if self.status == 0:
            return None
        said = [line for line in self.output.splitlines() if line.startswith("FAULT")]
        ended = "ran too long" if self.status is None else f"status {self.status}"
        return said[-1] if said else f"{ended}: {self.output[-400:]}"


def run_process(directory: Path, command: list[object], time_limit: float = TIME_LIMIT) -> Process:
    # A file, not a pipe: the runtime makes a pipe non-blocking, and what does not fit in it would
    # be lost.
    with tempfile.TemporaryFile(dir=directory) as output:
        words = [str(word) for word in command]
        status = None
        try:
            done = subprocess.run(
                words, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                timeout=time_limit, check=False,
            )  # fmt: skip
            status = done.returncode
        except subprocess.TimeoutExpired:
            pass
        output.seek(0)
        return Process(status, output.read().decode(errors="replace"))


def counts_of(output: str) -> Counter:
    pairs = re.findall(r"(\w+)=(\d+)", output.rpartition("counts ")[2])
    return Counter({name: int(number) for name, number in pairs})


def results_of(process: Process, runs: list[Run]) -> list[Result]:
    """One for each run; a fault ends the process, and is that of all runs from there on."""
    parts = re.split(r"^run .*\n", process.output, flags=re.MULTILINE)[1:]
    results = []
    for i in range(len(runs)):
        text = parts[i] if i < len(parts) else ""
        lines = text.splitlines()
        ended = bool(lines) and lines[-1].startswith("counts ")
        fault = None if ended else process.fault or "ended without a word"
        results.append(Result(lines[:-1], counts_of(text) if ended else Counter(), fault))
    return results


class Harness:
    """The compiled harness."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.program = directory / "harness"
        sources = sorted(map(str, SOURCES.glob("*.c")))
        options = ["-O1", "-Wall", "-Wextra", "-Werror", "-rdynamic"]
        command = ["gcc", *options, "-o", str(self.program), *sources, "-ldl", "-lpthread"]
        subprocess.run(command, check=True)

    def run(
        self, module: Path, layouts: list[Layout], case: str, runs: list[Run], threads: int = 1
    ) -> list[Result]:
        with tempfile.TemporaryDirectory(dir=self.directory) as work:
            tags = Path(work) / "manifest"
            tags.write_text("".join(layout.line() + "\n" for layout in layouts))
            command = [self.program, LIBRARY, module, tags, work, case, threads, *runs]
            return results_of(run_process(self.directory, command), runs)


def difference(expected: list[str], result: Result) -> str | None:
    """What is wrong with a result, if anything."""
    if result.fault or expected == result.values:
        return result.fault
    for wanted, got in zip(expected, result.values):
        if wanted != got:
            return f"values differ: expected '{wanted}', got '{got}'"
    return f"values differ: {len(expected)} expected, {len(result.values)} got"
