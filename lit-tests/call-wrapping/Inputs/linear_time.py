#!/usr/bin/env python3
"""Checks that call-wrapping takes time linear in the number of lazy calls.

usage: linear_time.py OPT [OPT-ARGUMENT...]

Each shape is one function with many lazy calls. Four times as many may take less than eight times
as long; a quadratic step would take sixteen times as long.
"""

import resource
import subprocess
import sys
from collections.abc import Callable, Iterator

FEW, MANY = 2_500, 10_000
MOST_TIMES_LONGER = 8
REPETITIONS = 3

DECLARATIONS = """\
declare double @lazy(ptr addrspace(10), double) "lazy-compiled"
declare double @lazy_number(double) "lazy-compiled"
declare i64 @deferred_codegen(i64)
declare ptr addrspace(10) @new()
"""


def straight(count: int) -> Iterator[str]:
    """One block, one object that lives throughout."""
    yield "define void @f(double %x) {\n  %o = call ptr addrspace(10) @new()"
    for i in range(count):
        yield f"  %r{i} = call double @lazy(ptr addrspace(10) %o, double %x)"
    yield "  ret void\n}"


def chained(count: int) -> Iterator[str]:
    """One block and one object for each call."""
    yield "define void @f(double %x) {\n  br label %b0"
    for i in range(count):
        yield f"b{i}:\n  %o{i} = call ptr addrspace(10) @new()"
        yield f"  %r{i} = call double @lazy(ptr addrspace(10) %o{i}, double %x)"
        yield f"  br label %b{i + 1}"
    yield f"b{count}:\n  ret void\n}}"


def invokes(count: int) -> Iterator[str]:
    """Invokes that share a landing pad and a normal destination, both with phi nodes."""
    yield "define double @f(double %x, i64 %n) personality i64 0 {\nentry:"
    yield f"  switch i64 %n, label %b0 [{' '.join(f'i64 {i}, label %b{i}' for i in range(count))}]"
    for i in range(count):
        yield f"b{i}:\n  %r{i} = invoke double @lazy_number(double %x)"
        yield "          to label %ok unwind label %bad"
    results = ", ".join(f"[ %r{i}, %b{i} ]" for i in range(count))
    numbers = ", ".join(f"[ {i}, %b{i} ]" for i in range(count))
    yield f"ok:\n  %r = phi double {results}\n  ret double %r"
    yield f"bad:\n  %which = phi i64 {numbers}\n  %lp = landingpad i32 cleanup\n  resume i32 %lp\n}}"


def indirect(count: int) -> Iterator[str]:
    """Calls through a chain of selects and the fields of one slot."""
    yield "define void @f(double %x, i1 %c) {"
    yield f"  %slot = alloca [{count} x ptr]"
    yield "  %i = call i64 @deferred_codegen(i64 0)\n  %p0 = inttoptr i64 %i to ptr"
    for i in range(count):
        field = f"getelementptr [{count} x ptr], ptr %slot, i64 0, i64 {i}"
        yield f"  %p{i + 1} = select i1 %c, ptr %p{i}, ptr %p0"
        yield f"  %a{i} = {field}\n  store ptr %p{i + 1}, ptr %a{i}\n  %l{i} = load ptr, ptr %a{i}"
        yield f"  %r{i} = call double %l{i}(double %x)"
    yield "  ret void\n}"


def entries(count: int) -> Iterator[str]:
    """Definitions that call each other."""
    for i in range(count):
        yield f'define double @f{i}(double %x) readonly "lazy-compiled" {{'
        yield f"  %r = call double @f{(i + 1) % count}(double %x)\n  ret double %r\n}}"


def seconds(command: list[str], module: bytes) -> float:
    def used() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before = used()
    subprocess.run(command, input=module, stdout=subprocess.DEVNULL, check=True)
    return used() - before


def check(opt: list[str], shape: Callable[[int], Iterator[str]]) -> bool:
    # Twice, so that the recognition of what is wrapped is measured, too.
    command = [*opt, "-passes=call-wrapping,call-wrapping", "-disable-output", "-"]
    times = []
    for count in (FEW, MANY):
        module = "\n".join([DECLARATIONS, *shape(count), ""]).encode()
        times.append(min(seconds(command, module) for _ in range(REPETITIONS)))
    ratio = times[1] / times[0]
    print(f"{shape.__name__}: {times[0]:.3f} s, {times[1]:.3f} s, {ratio:.1f} times as long")
    return ratio < MOST_TIMES_LONGER


def main() -> int:
    shapes = [straight, chained, invokes, indirect, entries]
    return 0 if all([check(sys.argv[1:], shape) for shape in shapes]) else 1


if __name__ == "__main__":
    sys.exit(main())
