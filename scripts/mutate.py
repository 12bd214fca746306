#!/usr/bin/env python3
"""Damages correct modules, one instruction at a time, and demands that gc-verify sees it.

usage: mutate.py OPT PLUGIN [--passes PASSES] [OPT-ARGUMENT...] MODULE...

Each module is lowered by PASSES (none: taken as it is) and must then be clean. Then, one at a time:

  barrier   a call of julia.write_barrier is removed                         missing-barrier
  null      a volatile memset or an atomic null store of a fresh object is   uninitialised
            removed
  enter     a call of jl_gc_(un)safe_enter is removed, its result undefined  unbalanced-transition
  leave     a call of jl_gc_(un)safe_leave is removed                        unbalanced-transition
  store     a store of an object goes to memory from malloc instead          plain-memory

Every mutant breaks the rule beside it, and gc-verify must say so by its code. Two kinds of positions
are no mutants: stores of constants, which live for ever, and null stores that are followed by another
store of an object or a branch before the next call, as their words may all be stored before a
collection then. The last line counts the mutants of each kind, and the null stores left out.
"""

import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

CODES = {
    "barrier": "JGV002",
    "null": "JGV003",
    "enter": "JGV015",
    "leave": "JGV015",
    "store": "JGV001",
}

BARRIER = re.compile(r"^  (tail )?call void .*@julia\.write_barrier\(")
ENTER = re.compile(r"^  (%\S+) = (?:tail )?call i8 @jl_gc_(?:un)?safe_enter\(")
LEAVE = re.compile(r"^  (?:tail )?call void @jl_gc_(?:un)?safe_leave\(")
MEMSET = re.compile(r"^  (?:tail )?call void @llvm\.memset\.p11\S*\(.* i8 0, .* i1 true\)")
NULL_STORE = re.compile(
    r"^  store atomic (?:ptr|\{\}) addrspace\(10\)\*? null, .* release, align \d+"
)
STORE = re.compile(
    r"^  store (?P<kind>(?:atomic )?(?:volatile )?)(?P<value>\S.*?addrspace\(10\).*? \S+), "
    r"(?P<type>(?:ptr|\{.*\}|\[.*\]|<.*>)(?: addrspace\(1[0-3]\)\*?|\*)*) (?P<address>%[-\w.$]+|%\"[^\"]+\")(?P<rest>( release)?, align \d+.*)$"
)


def run(opt, arguments, module):
    command = [*opt, *arguments, "-"]
    return subprocess.run(command, input=module, capture_output=True, text=True, check=False)


def is_safepoint(line):
    """A call that is no intrinsic of LLVM's and none of Julia's few."""
    return re.search(r"\bcall\b", line) and not re.search(
        r"@(llvm\.|julia\.(write_barrier|get_pgcstack|ptls_states|pointer_from|gc_loaded|typeof))", line
    )


def mutants(lines):
    """Each mutant's kind, its line number, and the lines it consists of."""
    for number, line in enumerate(lines):
        without = lines[:number] + lines[number + 1 :]
        if BARRIER.match(line):
            yield "barrier", number, without
        elif match := ENTER.match(line):
            name = match[1]
            undefined = re.compile(rf"\bi8 {re.escape(name)}(?![-\w.$])")
            yield "enter", number, [undefined.sub("i8 undef", other) for other in without]
        elif LEAVE.match(line):
            yield "leave", number, without
        elif (MEMSET.match(line) or NULL_STORE.match(line)) and is_at_allocation(lines, number):
            yield "null" if is_needed(lines, number) else "left out", number, without
        elif (match := STORE.match(line)) and "%" in match["value"]:
            yield "store", number, redirected(lines, number, match)


def is_at_allocation(lines, number):
    """Whether only casts and other null stores lie between the allocation and the line."""
    for line in reversed(lines[:number]):
        if "@julia.gc_alloc_obj(" in line:
            return True
        if not re.search(r" = (addrspacecast|bitcast|getelementptr) ", line) and not NULL_STORE.match(line):
            return False
    return False


def is_needed(lines, number):
    """Whether a call comes behind the null store before any other store of an object or branch."""
    for line in lines[number + 1 :]:
        if is_safepoint(line):
            return True
        if NULL_STORE.match(line):
            continue
        if STORE.match(line) or re.match(r"  (br|ret|switch|unreachable)\b", line):
            return False
    return False


def redirected(lines, number, match):
    """The store goes to new memory from malloc; nothing else changes."""
    typed = match["type"].endswith("*")
    value_type = re.sub(r" addrspace\((11|13)\)(\*?)$", r"\2", match["type"])
    declared = next((line for line in lines if re.search(r"@malloc\(", line)), "")
    # The module's own function of that name, or of another type, is not libc's.
    own = declared.startswith("define") or declared.startswith("declare") and "(i64" not in declared
    malloc = "_Znwm" if own else "malloc"
    new = [f"  %mutant = call {'i8*' if typed else 'ptr'} @{malloc}(i64 65536)"]
    address = "%mutant"
    if typed:
        new.append(f"  %mutant.cast = bitcast i8* %mutant to {value_type}")
        address = "%mutant.cast"
    new.append(
        f"  store {match['kind']}{match['value']}, {value_type} {address}{match['rest']}"
    )
    result = lines[:number] + new + lines[number + 1 :]
    if not any(re.match(rf"declare .*@{malloc}\(", line) for line in lines):
        result.append(f"declare {'i8*' if typed else 'ptr'} @{malloc}(i64)")
    return result


def main():
    opt = [sys.argv[1], f"-load-pass-plugin={sys.argv[2]}"]
    arguments, passes, modules = [], None, []
    rest = iter(sys.argv[3:])
    for word in rest:
        if word == "--passes":
            passes = next(rest)
        elif word.startswith("-"):
            arguments.append(word)
        else:
            modules.append(word)
    counts, failures = Counter(), []

    def try_one(job):
        path, kind, number, line, mutant = job
        done = run(opt, [*arguments, "-passes=gc-verify", "-disable-output"], "\n".join(mutant))
        if CODES[kind] not in done.stderr or done.returncode != 1:
            return f"{path}: {kind} at line {number + 1} of the lowered module is not reported as " \
                   f"{CODES[kind]} (status {done.returncode}): {line.strip()}\n{done.stderr}"
        return None

    jobs = []
    for path in modules:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if passes:
            lowered = run(opt, [*arguments, f"-passes={passes}", "-S"], text)
        else:
            lowered = run(opt, [*arguments, "-passes=verify", "-S"], text)
        if lowered.returncode != 0:
            sys.exit(f"{path}: cannot be lowered\n{lowered.stderr}")
        text = lowered.stdout
        clean = run(opt, [*arguments, "-passes=gc-verify", "-disable-output"], text)
        if clean.returncode != 0 or clean.stderr:
            sys.exit(f"{path}: not clean before it is damaged\n{clean.stderr}")
        lines = text.splitlines()
        for kind, number, mutant in mutants(lines):
            counts[kind] += 1
            if kind == "left out":
                continue
            jobs.append((path, kind, number, lines[number], mutant))
    with ThreadPoolExecutor(max_workers=2) as pool:
        failures = [failure for failure in pool.map(try_one, jobs) if failure]
    for failure in failures:
        print(failure)
    kinds = ", ".join(f"{counts[kind]} {kind}" for kind in CODES)
    left_out = counts["left out"]
    print(f"{len(jobs)} mutants ({kinds}; {left_out} null left out), {len(failures)} not reported")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
