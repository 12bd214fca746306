#!/usr/bin/env python3
"""Adds up lit's JSON reports: lit-totals.py REPORT... prints 'N passed, N failed'.

A report that does not exist counts as empty: that run did not get as far as its tests, and whoever
ran it has reported why.
"""

import json
import sys
from pathlib import Path

# lit's other results, such as UNSUPPORTED, say that a test had nothing to tell.
PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
FAILED = {"FAIL", "XPASS", "UNRESOLVED", "TIMEOUT"}


def result_codes(report: Path) -> list[str]:
    if not report.exists():
        return []
    return [test["code"] for test in json.loads(report.read_text())["tests"]]


def main() -> None:
    codes = [code for report in sys.argv[1:] for code in result_codes(Path(report))]
    passed = sum(code in PASSED for code in codes)
    failed = sum(code in FAILED for code in codes)
    print(f"{passed} passed, {failed} failed")


if __name__ == "__main__":
    main()
