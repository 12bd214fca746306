#!/usr/bin/env python3
"""Checks that gc-verify takes time linear in the size of a function.

usage: linear_time.py OPT [OPT-ARGUMENT...]

Each shape is one function. Eight times as many stores or objects may take less than 20 times as long
(user time); a quadratic step would take 64 times as long.
"""

import resource
import subprocess
import sys
from collections.abc import Callable, Iterator

FEW, MANY = 2_000, 16_000
MOST_TIMES_LONGER = 20
REPETITIONS = 3
# Shorter runs only tell how long opt takes to start.
SHORTEST = 0.03

OBJ = "ptr addrspace(10)"
NEW = f"call noalias nonnull {OBJ} @julia.gc_alloc_obj(ptr %t, i64 8, {OBJ} @T)"

DECLARATIONS = f"""\
target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"
@T = external addrspace(10) global i8
declare ptr @julia.get_pgcstack()
declare noalias nonnull {OBJ} @julia.gc_alloc_obj(ptr, i64, {OBJ})
declare void @julia.write_barrier({OBJ}, ...)
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare nonnull {OBJ} @new()
declare void @collect()
"""


def head(name: str) -> str:
    return (
        f"define void @{name}({OBJ} %x, {OBJ} %y, i1 %c) {{\ntop:\n"
        "  %t = call ptr @julia.get_pgcstack()\n"
        f"  %d = addrspacecast {OBJ} %y to ptr addrspace(11)"
    )


def barrier(child: str) -> str:
    return f"  call void ({OBJ}, ...) @julia.write_barrier({OBJ} %y, {OBJ} {child})"


def fork(i: int) -> str:
    """The end of block i, which goes to block i + 1 in two ways."""
    return f"  br i1 %c, label %b{i + 1}, label %c{i}\nc{i}:\n  br label %b{i + 1}"


def malloc(count: int) -> Iterator[str]:
    """Stores to one piece of memory that is freed behind them, in one block."""
    yield head("f") + f"\n  %m = call ptr @malloc(i64 {8 * count})"
    for i in range(count):
        yield f"  %p{i} = getelementptr {OBJ}, ptr %m, i64 {i}\n  store {OBJ} %x, ptr %p{i}"
    yield "  call void @free(ptr %m)\n  ret void\n}"


def malloc_blocks(count: int) -> Iterator[str]:
    """The same, each store in a block of its own."""
    yield head("f") + f"\n  %m = call ptr @malloc(i64 {8 * count})\n  br label %b0"
    for i in range(count):
        yield f"b{i}:\n  %p{i} = getelementptr {OBJ}, ptr %m, i64 {i}\n  store {OBJ} %x, ptr %p{i}"
        yield fork(i)
    yield f"b{count}:\n  call void @free(ptr %m)\n  ret void\n}}"


def barriers(count: int) -> Iterator[str]:
    """All stores of an object's, then all of its barriers, in one block."""
    yield head("f")
    for i in range(count):
        yield f"  %v{i} = call nonnull {OBJ} @new()"
    for i in range(count):
        yield f"  store atomic {OBJ} %v{i}, ptr addrspace(11) %d release, align 8"
    for i in range(count):
        yield barrier(f"%v{i}")
    yield "  ret void\n}"


def stores_blocks(count: int) -> Iterator[str]:
    """A store in each block, and the barrier in the last."""
    yield head("f") + "\n  br label %b0"
    for i in range(count):
        yield f"b{i}:\n  store atomic {OBJ} %x, ptr addrspace(11) %d release, align 8"
        yield fork(i)
    yield f"b{count}:\n" + barrier("%x") + "\n  ret void\n}"


def others_blocks(count: int) -> Iterator[str]:
    """A store of another object in each block, and all barriers in the last."""
    yield head("f")
    for i in range(count):
        yield f"  %v{i} = call nonnull {OBJ} @new()"
    yield "  br label %b0"
    for i in range(count):
        yield f"b{i}:\n  store atomic {OBJ} %v{i}, ptr addrspace(11) %d release, align 8"
        yield fork(i)
    yield f"b{count}:"
    for i in range(count):
        yield barrier(f"%v{i}")
    yield "  ret void\n}"


def objects_blocks(count: int) -> Iterator[str]:
    """Objects that are made in blocks of their own, and a long way to the first safepoint behind them."""
    yield head("f")
    yield f"  switch i64 0, label %b0 [{' '.join(f'i64 {i}, label %a{i}' for i in range(count))}]"
    for i in range(count):
        yield f"a{i}:\n  %a{i}v = {NEW}\n  %d{i} = addrspacecast {OBJ} %a{i}v to ptr addrspace(11)"
        yield f"  store atomic {OBJ} null, ptr addrspace(11) %d{i} release, align 8\n  br label %b0"
        yield f"b{i}:\n{fork(i)}"
    yield f"b{count}:\n  call void @collect()\n  ret void\n}}"


def allocas(count: int) -> Iterator[str]:
    """Allocas that are all written in one block and read in blocks far away."""
    yield head("f")
    for i in range(count):
        yield f"  %a{i} = alloca {OBJ}\n  store {OBJ} %x, ptr %a{i}"
    yield "  br label %b0"
    for i in range(count):
        yield f"b{i}:\n  %v{i} = load {OBJ}, ptr %a{i}\n  store {OBJ} %v{i}, ptr %a{(i + 1) % count}"
        yield fork(i)
    yield f"b{count}:\n  ret void\n}}"


def live(count: int) -> Iterator[str]:
    """Loads that are live over many blocks, without a safepoint and without a frame."""
    yield f"define void @f({OBJ} %x, i1 %c) {{\ntop:\n"
    yield f"  %d = addrspacecast {OBJ} %x to ptr addrspace(11)"
    for i in range(count):
        yield f"  %v{i} = load {OBJ}, ptr addrspace(11) %d"
    yield "  br label %b0"
    for i in range(count):
        yield f"b{i}:\n{fork(i)}"
    yield f"b{count}:"
    for i in range(count):
        yield f"  %e{i} = addrspacecast {OBJ} %v{i} to ptr addrspace(11)"
    yield "  call void @collect()\n  ret void\n}"


def phis(count: int) -> Iterator[str]:
    """A chain of phi nodes between objects, with a store to each."""
    yield head("f") + "\n  br label %b0"
    for i in range(count):
        before = f"%p{i - 1}" if i else "%x"
        yield f"b{i}:\n  br i1 %c, label %c{i}, label %e{i}\nc{i}:\n  br label %e{i}"
        yield f"e{i}:\n  %p{i} = phi {OBJ} [ {before}, %b{i} ], [ %y, %c{i} ]"
        yield f"  %d{i} = addrspacecast {OBJ} %p{i} to ptr addrspace(11)"
        yield f"  store atomic {OBJ} %x, ptr addrspace(11) %d{i} release, align 8"
        yield f"  call void ({OBJ}, ...) @julia.write_barrier({OBJ} %p{i}, {OBJ} %x)"
        yield f"  br label %b{i + 1}"
    yield f"b{count}:\n  ret void\n}}"


def seconds(command: list[str], module: bytes) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    # Findings are all right.
    subprocess.run(command, input=module, capture_output=True, check=False)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def check(opt: list[str], shape: Callable[[int], Iterator[str]]) -> bool:
    command = [*opt, "-passes=gc-verify", "-disable-output", "-"]
    times = []
    for count in (FEW, MANY):
        module = "\n".join([DECLARATIONS, *shape(count), ""]).encode()
        subprocess.run([*opt, "-passes=verify", "-disable-output", "-"], input=module, check=True)
        times.append(min(seconds(command, module) for _ in range(REPETITIONS)))
    ratio = times[1] / max(times[0], SHORTEST)
    print(f"{shape.__name__}: {times[0]:.3f} s, {times[1]:.3f} s, {ratio:.1f} times as long")
    return ratio < MOST_TIMES_LONGER


def main() -> int:
    shapes = [
        malloc,
        malloc_blocks,
        barriers,
        stores_blocks,
        others_blocks,
        objects_blocks,
        allocas,
        live,
        phis,
    ]
    return 0 if all([check(sys.argv[1:], shape) for shape in shapes]) else 1


if __name__ == "__main__":
    sys.exit(main())
