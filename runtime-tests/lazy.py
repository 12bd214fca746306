"""Lazily compiled functions, in ORC's LLLazyJIT: `call-wrapping` on the real runtime.

Each module goes through `call-wrapping`, or does not, and gets roots as Julia would place them: in
functions that have `julia.get_pgcstack` in the entry block, what calls return is in the function's
frame until it returns, and nothing else is.
"""

import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import modules
from gradients import Gradients
from harness import LIBRARY, SOURCES, Process, Result, counts_of, difference, run_process
from modules import INPUTS, ROOT, StepFailed, Variant, run_passes, without_bundles

MODULES = ["caller", "value", "object"]
SCENES = ROOT / "runtime-tests" / "lazy"

# How often each of two threads that wait for each other is tried; odd and even rounds differ.
ROUNDS = 100
DEADLOCK = 75
# Seconds until a scene counts as hung, deadlock or not; one takes a tenth of a second.
TIME_LIMIT = 60

Texts = dict[str, str]

PGCSTACK = re.compile(r"^  %\S+ = call ptr @julia\.get_pgcstack\(\)\n", re.MULTILINE)
OBJECT = re.compile(
    r"^  (%\S+) = (?:tail )?call (?:[\w()]+ )*ptr addrspace\(10\) @.*\n", re.MULTILINE
)
RETURN = re.compile(r"^  ret ", re.MULTILINE)
FUNCTION = re.compile(r"^define .*?^}\n", re.MULTILINE | re.DOTALL)
TRANSITION = re.compile(r"@jl_gc_(un)?safe_(enter|leave)\b")
HELPERS = """
declare i64 @harness_mark()
declare void @harness_unwind(i64)
declare void @harness_root(ptr addrspace(10))
"""


def place_roots(text: str) -> str:
    return FUNCTION.sub(lambda match: roots_of_function(match.group()), text) + HELPERS


def roots_of_function(text: str) -> str:
    if not PGCSTACK.search(text):
        return text
    text = PGCSTACK.sub(r"\g<0>  %frame = call i64 @harness_mark()\n", text, count=1)
    text = OBJECT.sub(r"\g<0>  call void @harness_root(ptr addrspace(10) \1)\n", text)
    return RETURN.sub("  call void @harness_unwind(i64 %frame)\n  ret ", text)


def connect(text: str) -> str:
    """Transitions go to the harness, which collects around them."""
    return TRANSITION.sub(
        lambda match: match.group().replace("@jl_gc_", "@harness_"), without_bundles(text)
    )


# --- faults made on purpose ----------------------------------------------------------------------


def without_safe_enter(texts: Texts) -> Texts:
    """The state that is restored is GC-unsafe, so the leave does nothing."""
    enter = r"= call i8 @jl_gc_safe_enter\(\)"
    return texts | {"caller": re.sub(enter, "= add i8 0, 0", texts["caller"])}


def without_unsafe_enter(texts: Texts) -> Texts:
    enter = r"= call i8 @jl_gc_unsafe_enter\(\)"
    return texts | {"value": re.sub(enter, "= add i8 2, 0", texts["value"])}


def with_leave_before_object(texts: Texts) -> Texts:
    """The callee leaves although it returns an object."""
    returned = r"^  ret ptr addrspace\(10\) %0\n"
    leave = "  call void @jl_gc_unsafe_leave(i8 %gc_state)\n"
    text = re.sub(returned, rf"{leave}\g<0>", texts["object"], flags=re.MULTILINE)
    return texts | {"object": text + "declare void @jl_gc_unsafe_leave(i8)\n"}


def without_roots(texts: Texts) -> Texts:
    """Julia places no roots in functions without a pgcstack."""
    return texts | {"caller": PGCSTACK.sub("", texts["caller"])}


def unchanged(texts: Texts) -> Texts:
    return texts


@dataclass(frozen=True)
class Scene:
    """What is run, with what fault if any, how often, and what it says."""

    name: str
    scene: str  # deadlock, objects
    optimise: bool = False
    wrapped: bool = True
    edit: Callable[[Texts], Texts] = unchanged
    rounds: int = 1
    expected: str = ""


SCENES_OF = [
    Scene("lazy/deadlock/wrapped", "deadlock", rounds=ROUNDS),
    Scene(
        "broken/lazy/deadlock/not-wrapped", "deadlock", wrapped=False, rounds=ROUNDS,
        expected="DEADLOCK",
    ),
    Scene("lazy/deadlock/wrapped-O2", "deadlock", optimise=True, rounds=10),
    Scene(
        "broken/lazy/deadlock/no-safe-enter", "deadlock", edit=without_safe_enter, rounds=4,
        expected="DEADLOCK",
    ),
    Scene("lazy/objects", "objects"),
    Scene("lazy/objects-O2", "objects", optimise=True),
    Scene(
        "broken/lazy/objects/leave-before-object", "objects", edit=with_leave_before_object,
        expected="died too early|probable corruption",
    ),
    Scene(
        "broken/lazy/objects/no-unsafe-enter", "objects", edit=without_unsafe_enter,
        expected="is read in a GC-safe state",
    ),
    Scene(
        "broken/lazy/objects/no-roots", "objects", edit=without_roots,
        expected="died too early|probable corruption",
    ),
]  # fmt: skip


# The sizes of the derivative whose halves are lazy; a frame has room for its objects.
DERIVATIVE = "h01"
SIZES = [0, 1, 7, 60]


class Lazy:
    """The tests of one LLVM version."""

    def __init__(self, gradients: Gradients) -> None:
        self.gradients = gradients
        self.tools = gradients.tools
        self.directory = gradients.harness.directory
        self.program = self.directory / "scenes"
        self.build()

    def build(self) -> None:
        flags = self.llvm_config("--cxxflags")
        jit = self.directory / "jit.o"
        source = SCENES / "jit.cpp"
        if not jit.exists() or jit.stat().st_mtime < source.stat().st_mtime:
            command = ["c++", *flags, "-O0", "-w", "-c", str(source), "-o", str(jit)]
            subprocess.run(command, check=True)
        parts = [path for path in SOURCES.glob("*.c") if path.name != "main.c"]
        objects = [self.compile(path) for path in sorted([*parts, SCENES / "scenes.c"])]
        (libraries,) = self.llvm_config("--libdir")
        link = [f"-L{libraries}", f"-Wl,-rpath,{libraries}"]
        link += [*self.llvm_config("--link-shared", "--libs"), "-ldl", "-lpthread"]
        command = ["c++", "-rdynamic", "-o", str(self.program), *objects, str(jit), *link]
        subprocess.run(command, check=True)

    def llvm_config(self, *options: str) -> list[str]:
        command = [str(self.tools.prefix / "bin" / "llvm-config"), *options]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()

    def compile(self, source: Path) -> str:
        output = self.directory / f"{source.stem}.c.o"
        options = ["-O1", "-Wall", "-Wextra", "-Werror", "-c"]
        subprocess.run(["gcc", *options, "-o", str(output), str(source)], check=True)
        return str(output)

    def modules(self, scene: Scene) -> list[Path]:
        texts = {name: (INPUTS / f"lazy_{name}.ll").read_text() for name in MODULES}
        if scene.wrapped:
            for name, text in texts.items():
                texts[name] = run_passes(self.tools, "call-wrapping,verify", "opaque", text)
            self.gradients.count({"modules": len(texts)})
        broken = scene.edit(texts)
        if scene.edit is not unchanged and broken == texts:
            raise StepFailed("there is nothing to break")
        paths = []
        for name, text in broken.items():
            text = connect(place_roots(text))
            if scene.optimise:
                text = run_passes(self.tools, "default<O2>", "opaque", text)
            path = self.directory / f"{scene.name}-{name}.ll".replace("/", "-")
            path.write_text(text)
            paths.append(path)
        return paths

    def run(self, scene: Scene) -> list[str]:
        """What is wrong with a scene, the first time that something is."""
        paths = self.modules(scene)
        self.gradients.count({"broken": bool(scene.expected)})
        for number in range(scene.rounds):
            command = [self.program, LIBRARY, scene.scene, *paths, number]
            process = run_process(self.directory, command, TIME_LIMIT)
            self.gradients.count(counts_of(process.output) | Counter(runs=1))
            found = said(process)
            if not re.search(scene.expected, found) if scene.expected else found:
                wanted = f"expected '{scene.expected}', " if scene.expected else ""
                return [f"round {number} of {scene.rounds}: {wanted}found {found or 'nothing'}"]
        return []

    def derivative(self, optimise: bool) -> list[str]:
        """Faults of a derivative whose halves are compiled lazily, with the tape between them."""
        variant = Variant(DERIVATIVE, "opaque", "symbol", "vector", 0, "branches", "lower")
        lowered = self.gradients.lower(variant)
        # Its halves, without the function that calls them.
        halves = re.sub(r"^define double @caller\(.*?^}\n", "", lowered.text, flags=re.M | re.S)
        half = r"^(define .*@(?:augmented|reverse)\(.*\)) "
        halves = re.sub(half, r'\1 "lazy-compiled" ', halves, flags=re.MULTILINE)
        caller = (INPUTS / "lazy_derivative.ll").read_text()
        paths = []
        for name, text in (("caller", caller), ("halves", halves)):
            text = connect(
                place_roots(run_passes(self.tools, "call-wrapping,verify", "opaque", text))
            )
            text = modules.connect(text)
            if optimise:
                text = run_passes(self.tools, "default<O2>", "opaque", text)
            paths.append(self.directory / f"lazy-derivative-{int(optimise)}-{name}.ll")
            paths[-1].write_text(text)
        with tempfile.TemporaryDirectory(dir=self.directory) as work:
            tags = Path(work) / "manifest"
            tags.write_text("".join(layout.line() + "\n" for layout in lowered.layouts))
            found = [self.derivative_of_size(size, [*paths, tags]) for size in SIZES]
        self.gradients.count({"modules": len(paths)})
        return [fault for fault in found if fault]

    def derivative_of_size(self, size: int, paths: list[Path]) -> str | None:
        command = [self.program, LIBRARY, "derivative", *paths, size]
        process = run_process(self.directory, command, TIME_LIMIT)
        counts = counts_of(process.output)
        values = process.output.splitlines()[:-1]
        self.gradients.count(counts | Counter(runs=1))
        (expected,) = self.gradients.reference(DERIVATIVE, "opaque", [size])
        wrong = difference(expected, Result(values, counts, process.fault))
        return wrong and f"size {size}: {wrong}"


def said(process: Process) -> str:
    """What a scene found, or nothing."""
    if process.status == DEADLOCK:
        return process.output.strip().splitlines()[-1]
    return process.fault or ""
