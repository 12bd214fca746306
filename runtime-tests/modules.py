"""Corpus modules made ready for the harness: text edits, the pass, and compilation.

A module goes through these steps:

1. `prepare`: floating-point operations lose `fast`, so that both sides compute the same bits; the
   allocator is declared as Julia 1.13 does; a variant may have more safepoints. They are there
   before the pass, which may count on there being none where it sees none.
2. `lower`: the pass. The reference skips this step.
3. `connect`: calls of the runtime's allocators go to the harness, and barriers tell it where their
   children end.
4. `compile_module`: a shared library, optimised or not.
"""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENZYME = ROOT / "lit-tests" / "Inputs" / "enzyme"
INPUTS = ROOT / "runtime-tests" / "inputs"

# Flags that let LLVM compute something else than is written.
FAST = re.compile(r"\b(fast|reassoc|contract|arcp|afn|nnan|ninf|nsz) (?=[\w{<\[%])")
# What gets a safepoint before it, by the variant's choice. At calls and returns a tape is handed
# over, and nothing else may hold what it holds.
SAFEPOINTS = {
    "allocations": None,
    "branches": re.compile(r"^  (br|switch) ", re.MULTILINE),
    "everywhere": re.compile(
        r"^  ((br|switch|ret) |(\S+ = )?(tail )?call (?!.*@llvm\.))", re.MULTILINE
    ),
}
ALLOCATORS = {
    "@ijl_alloc_svec": "@harness_alloc_svec",
    "@jl_alloc_genericmemory": "@harness_alloc_memory",
}
# The corpus' typed modules declare the allocator as Julia 1.10 does, opaque ones fit any version.
TASK_OF_1_10 = {
    "@task = external global {}*": "@task = external global {}",
    "{}** @task": "{}* @task",
    "@julia.gc_alloc_obj({}**,": "@julia.gc_alloc_obj({}*,",
}
ROOTS_BUNDLE = re.compile(r' \[ "jl_roots"\(.*?\) \](?=$|,)', re.MULTILINE)
BARRIER = "@julia.write_barrier("
ROW = re.compile(r'^!\d+ = !{!"(jl_tape_type[^"]*)", !"(\w+)", (.*)}$', re.MULTILINE)


class StepFailed(Exception):
    """A tool failed; the message is what it said."""


@dataclass(frozen=True)
class Tools:
    """The LLVM under test and the plugin built for it."""

    prefix: Path
    version: int
    plugin: Path

    def run(self, tool: str, *arguments: str, text: str) -> str:
        command = [str(self.prefix / "bin" / tool), *arguments]
        done = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
        if done.returncode != 0:
            raise StepFailed(f"{tool} {' '.join(arguments)}: {done.stderr.decode()[:2000]}")
        return done.stdout.decode()


@dataclass(frozen=True)
class Variant:
    """How a case is built."""

    case: str
    pointers: str  # opaque, typed
    tags: str  # symbol, init
    dynamic: str  # vector, apply-type
    optimise: int  # 0, 2
    safepoints: str  # allocations, branches, everywhere
    exported: str = "refuse"  # lower

    def __str__(self) -> str:
        optimise = f"O{self.optimise}"
        words = [self.case, self.pointers, self.tags, self.dynamic, optimise, self.safepoints]
        return "/".join(words)


def pointer_options(tools: Tools, pointers: str) -> list[str]:
    """Up to LLVM 14 there are only typed pointers, from 17 on only opaque ones, and no option."""
    both = 15 <= tools.version < 17
    return [f"-opaque-pointers={int(pointers == 'opaque')}"] if both else []


def modes(version: int) -> list[str]:
    """The kinds of pointers that an LLVM version reads."""
    return ["opaque"] * (version >= 15) + ["typed"] * (version < 17)


def source(version: int, case: str, pointers: str) -> str:
    """A case's text: hand-written, or what Enzyme made on this LLVM or the nearest one."""
    if case.startswith("h"):
        (path,) = INPUTS.glob(f"{case}_*.{pointers}.ll")
        return path.read_text()
    paths = {}
    for path in ENZYME.glob(f"{case}_*.out.{pointers}.llvm*.ll"):
        paths[int(path.suffixes[-2].removeprefix(".llvm"))] = path
    before = [known for known in paths if known <= version]
    return paths[max(before) if before else min(paths)].read_text()


def prepare(text: str, safepoints: str) -> str:
    text = FAST.sub("", text)
    for old, new in TASK_OF_1_10.items():
        text = text.replace(old, new)
    before = SAFEPOINTS[safepoints]
    if before:
        text = before.sub(lambda m: "  call void @harness_safepoint()\n" + m.group(), text)
        text += "\ndeclare void @harness_safepoint()\n"
    return text


def lower(tools: Tools, variant: Variant, text: str) -> str:
    choices = (
        f"julia=1.13;tags={variant.tags};dynamic={variant.dynamic};exported={variant.exported}"
    )
    return run_passes(tools, f"tape-lowering<{choices}>,verify", variant.pointers, text)


def run_passes(tools: Tools, passes: str, pointers: str, text: str) -> str:
    options = [f"-load-pass-plugin={tools.plugin}", *pointer_options(tools, pointers), "-S"]
    return tools.run("opt", *options, f"-passes={passes}", text=text)


def without_bundles(text: str) -> str:
    """Takes out what only Julia's root placement reads, and LLVM's code generator cannot lower."""
    return ROOTS_BUNDLE.sub("", text)


def connect(text: str) -> str:
    text = without_bundles(text)
    for name, replacement in ALLOCATORS.items():
        text = re.sub(re.escape(name) + r"\b", replacement, text)
    return "\n".join(map(end_children, text.split("\n")))


def end_children(line: str) -> str:
    """Appends all ones to a barrier's arguments: a C function cannot count them."""
    at = line.find(BARRIER)
    if at < 0 or line.startswith("declare"):
        return line
    end, depth = at + len(BARRIER), 1
    while depth:
        depth += {"(": 1, ")": -1}.get(line[end], 0)
        end += 1
    return f"{line[: end - 1]}, i64 -1{line[end - 1 :]}"


def compile_module(tools: Tools, pointers: str, optimise: int, text: str, output: Path) -> None:
    common = pointer_options(tools, pointers)
    if optimise:
        text = tools.run("opt", *common, "-passes=default<O2>", "-S", text=text)
    objects = output.with_suffix(".o")
    options = [*common, f"-O{optimise}", "-relocation-model=pic", "-filetype=obj"]
    tools.run("llc", *options, "-o", str(objects), text=text)
    command = ["gcc", "-shared", "-nostdlib", "-o", str(output), str(objects)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise StepFailed(f"{' '.join(command)}: {done.stderr}")


@dataclass(frozen=True)
class Layout:
    """A row of the manifest: what the harness is to make a type of."""

    symbol: str
    kind: str
    size: int  # of the object or the array's element
    pointers: tuple[int, ...]

    def line(self) -> str:
        return " ".join(map(str, [self.symbol, self.kind, self.size, *self.pointers]))


def manifest(text: str) -> list[Layout]:
    """The rows of a module's `!julia.tape.types`."""
    layouts = []
    for symbol, kind, numbers in ROW.findall(text):
        _, _, _, size, *pointers = (int(n.removeprefix("i64 ")) for n in numbers.split(", "))
        layouts.append(Layout(symbol, kind, size, tuple(pointers)))
    return layouts
