#!/usr/bin/env python3
"""Adds up JSON reports: lit-totals.py REPORT... prints 'N passed, N failed' as the last line.

Reports are lit's or those of runtime-tests/run.py, whose other counts are added up in a line of
their own. A report that does not exist counts as empty: that run did not get as far as its tests,
and whoever ran it has reported why.
"""

import json
import sys
from collections import Counter
from pathlib import Path

# lit's other results, such as UNSUPPORTED, say that a test had nothing to tell.
PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
FAILED = {"FAIL", "XPASS", "UNRESOLVED", "TIMEOUT"}


def counts(report: Path) -> Counter:
    if not report.exists():
        return Counter()
    content = json.loads(report.read_text())
    if "tests" not in content:
        return Counter(content)
    codes = [test["code"] for test in content["tests"]]
    return Counter(
        passed=sum(code in PASSED for code in codes), failed=sum(code in FAILED for code in codes)
    )


def main() -> None:
    totals = sum((counts(Path(report)) for report in sys.argv[1:]), Counter())
    if totals["modules"]:
        print(
            f"on the Julia runtime: {totals['modules']} modules, {totals['runs']} runs, "
            f"{totals['collections']} collections, {totals['tapes'] + totals['boxes']} objects, "
            f"{totals['barriers']} barriers, {totals['broken']} modules broken on purpose"
        )
    print(f"{totals['passed']} passed, {totals['failed']} failed")


if __name__ == "__main__":
    main()
