#!/usr/bin/env python3
"""Checks that passes give the same IR on every run, and change nothing when they run again.

usage: check-stable.py OPT PLUGIN PASSES [--after=PASSES] [OPT-ARGUMENT...] INPUT

With --after the input is what those passes make of INPUT.

In lit tests `%check-stable` stands for the script and its first two arguments. The other arguments
of opt, such as -opaque-pointers=0, are passed to each of its runs.
"""

import difflib
import subprocess
import sys
from pathlib import Path


AFTER = "--after="


class CheckFailed(Exception):
    """A property does not hold; the message says which one, and how."""


class Opt:
    """opt with the plugin and the arguments that all runs have in common."""

    def __init__(self, opt: str, plugin: str, arguments: list[str]) -> None:
        self._command = [opt, f"-load-pass-plugin={plugin}", *arguments, "-S", "-"]

    def run(self, passes: str, module: bytes) -> str:
        # The module goes through stdin, as the output would otherwise name the input file. What
        # opt says on stderr is left to go to the test's own.
        command = [*self._command, f"-passes={passes}"]
        done = subprocess.run(command, input=module, stdout=subprocess.PIPE, check=False)
        if done.returncode != 0:
            raise CheckFailed(f"opt -passes={passes} failed with status {done.returncode}")
        return done.stdout.decode()


def require_equal(what: str, before: str, after: str) -> None:
    if before == after:
        return
    diff = difflib.unified_diff(
        before.splitlines(), after.splitlines(), "before", "after", lineterm=""
    )
    raise CheckFailed("\n".join([f"{what}:", *diff]))


def check(opt: Opt, passes: str, module: bytes) -> None:
    first = opt.run(passes, module)
    require_equal("two runs over the same input differ", first, opt.run(passes, module))
    # The verifier's output is the text that the passes read next. Printing it once more also evens
    # out what is not part of the IR: "; preds" comments list blocks in the order of the use lists,
    # and that order is lost when text is read.
    verified = opt.run("verify", first.encode())
    require_equal("a second run changes the IR", verified, opt.run(passes, verified.encode()))


def main() -> int:
    if len(sys.argv) < 5:
        print(__doc__, file=sys.stderr)
        return 2
    _, opt, plugin, passes, *arguments, path = sys.argv
    module = Path(path).read_bytes()
    try:
        if arguments and arguments[0].startswith(AFTER):
            before, *arguments = arguments
            module = Opt(opt, plugin, arguments).run(before.removeprefix(AFTER), module).encode()
        check(Opt(opt, plugin, arguments), passes, module)
    except CheckFailed as failure:
        print(f"check-stable: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
