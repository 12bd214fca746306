#!/usr/bin/env python3
"""Runs lowered corpus modules on a real Julia runtime, with collections at every chance.

usage: runtime-tests/run.py [--llvm VERSION] [--plugin PATH] [--report FILE] [FILTER...]

  --llvm VERSION  the LLVM that compiles (default: 16)
  --plugin PATH   the plugin (default: the build of scripts/test.sh)
  --report FILE   also writes the totals there, as JSON
  FILTER          only tests whose name contains one of these words

The module as Enzyme wrote it runs without collections and gives the reference; what the pass made
of it runs under stress and must give the same bits, on one thread and on several. Lazily compiled
functions run in ORC's LLLazyJIT. Then modules and manifests are broken on purpose, and each fault
must be found. Every run is a process with a time limit. The last line counts; the exit status is 0
only if every test passed.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from broken import BROKEN, ONE_BY_ONE, run_broken, run_one_by_one
from gradients import CASES, SHARED, TEAMS, Gradients, is_read_by, variants
from harness import Harness
from lazy import SCENES_OF, Lazy
from modules import ROOT, StepFailed, Tools, Variant, modes

Test = tuple[str, Callable[[], list[str]]]


def ensure_julia_runtime() -> None:
    command = 'source "$0/scripts/setup.sh" && ensure_julia_runtime'
    subprocess.run(["bash", "-c", command, str(ROOT)], check=True)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Runs lowered modules on a Julia runtime.")
    parser.add_argument("--llvm", type=int, default=16)
    parser.add_argument("--plugin", type=Path)
    parser.add_argument("--report", type=Path)
    parser.add_argument("filters", nargs="*", metavar="FILTER")
    return parser.parse_args()


def tests_of(tools: Tools, directory: Path, totals: Counter) -> list[Test]:
    gradients = Gradients(tools, Harness(directory), totals)
    tests = [(str(v), lambda v=v: gradients.gradients(v)) for v in variants(tools.version)]
    for case in (team for team in TEAMS if is_read_by(tools.version, team)):
        for tags, optimise in (("symbol", 0), ("init", 2)):
            pointers = modes(tools.version)[0]
            variant = Variant(case, pointers, tags, "vector", optimise, "branches")
            shapes = (False, True) if case in SHARED else (False,)
            for shared in shapes:
                name = f"threads/{variant}" + "/shared" * shared
                tests.append((name, lambda v=variant, s=shared: gradients.team(v, s)))
    # These exist with opaque pointers only.
    if "opaque" not in modes(tools.version):
        return tests
    tests += [(b.name, lambda b=b: run_broken(gradients, b)) for b in BROKEN]
    lazy = Lazy(gradients)
    for optimise in (False, True):
        name = f"lazy/derivative/O{2 * optimise}"
        tests.append((name, lambda o=optimise: lazy.derivative(o)))
    tests += [(scene.name, lambda s=scene: lazy.run(s)) for scene in SCENES_OF]
    for case in CASES:
        for kind in ONE_BY_ONE:
            name = f"broken/one-by-one/{case}/{kind.what}"
            tests.append((name, lambda c=case, k=kind: run_one_by_one(gradients, c, k)))
    return tests


def run_test(test: Test) -> tuple[str, list[str], float]:
    name, body = test
    start = time.monotonic()
    try:
        faults = body()
    except StepFailed as failure:
        faults = [str(failure)]
    return name, faults, time.monotonic() - start


def summary(totals: Counter) -> str:
    return (
        f"{totals['passed']} passed, {totals['failed']} failed; {totals['modules']} modules in "
        f"{totals['runs']} runs, {totals['collections']} collections, {totals['tapes']} tapes and "
        f"{totals['boxes']} boxes, {totals['barriers']} barriers of which {totals['fired']} fired; "
        f"{totals['broken']} modules broken on purpose"
    )


def main() -> int:
    options = parse_arguments()
    version = options.llvm
    built = ROOT / "target" / f"llvm{version}" / "release" / "libjulia_gc_passes.so"
    prefix = Path(os.environ.get(f"LLVM_SYS_{version}0_PREFIX", f"/usr/lib/llvm-{version}"))
    tools = Tools(prefix, version, options.plugin or built)
    ensure_julia_runtime()
    directory = ROOT / "build" / f"runtime-tests-{version}"
    directory.mkdir(parents=True, exist_ok=True)
    for left in [*directory.glob("*.so"), *directory.glob("*.ll")]:
        left.unlink()
    totals: Counter = Counter(passed=0, failed=0)

    def wanted(test: Test) -> bool:
        return not options.filters or any(word in test[0] for word in options.filters)

    tests = list(filter(wanted, tests_of(tools, directory, totals)))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, faults, seconds in pool.map(run_test, tests):
            totals["failed" if faults else "passed"] += 1
            if os.environ.get("RUNTIME_TESTS_TIMES"):
                print(f"{seconds:.2f} s {name}", flush=True)
            for fault in faults:
                print(f"FAILED {name}: {fault}", flush=True)
    if options.report:
        options.report.write_text(json.dumps(totals))
    print(f"runtime tests, LLVM {version}: {summary(totals)}")
    return 1 if totals["failed"] or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
