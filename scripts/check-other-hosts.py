#!/usr/bin/env python3
"""Checks what the plugin does in programs of other LLVM versions: one sentence, exit status 1.

usage: check-other-hosts.py PLUGIN VERSION OPT...

PLUGIN is built for VERSION; each OPT is the opt of another version, in .../llvm-N/bin/.
"""

import re
import subprocess
import sys
from pathlib import Path

MODULE = b"define void @f() {\n  ret void\n}\n"


def complaint(built: int, host: int) -> str:
    return (
        f"julia-gc-passes: this plugin is built for LLVM {built}, but the program that loads it runs"
        f" LLVM {host}: build the plugin with 'cargo build --release --no-default-features"
        f" --features llvm{host}'\n"
    )


def check(plugin: str, built: int, opt: Path) -> str | None:
    """What is wrong, if anything."""
    found = re.search(r"/llvm-(\d+)/", str(opt))
    if found is None:
        return f"{opt}: not in a directory llvm-N"
    command = [opt, f"-load-pass-plugin={plugin}", "-passes=tape-lowering", "-S", "-"]
    done = subprocess.run(command, input=MODULE, capture_output=True, check=False)
    expected = (1, b"", complaint(built, int(found[1])))
    got = (done.returncode, done.stdout, done.stderr.decode())
    print(f"LLVM {built} in LLVM {found[1]}: status {done.returncode}")
    return None if got == expected else f"{opt}: expected {expected}, got {got}"


def main() -> int:
    _, plugin, built, *hosts = sys.argv
    failures = [check(plugin, int(built), Path(opt)) for opt in hosts]
    failures = [failure for failure in failures if failure]
    for failure in failures:
        print(f"check-other-hosts: {failure}", file=sys.stderr)
    return 1 if failures or not hosts else 0


if __name__ == "__main__":
    sys.exit(main())
