"""Finds lines of the live page, its tests and /docs that are too long, as file:line: message; exits with 1 then.

Usage: columns.py, in the repository's root.
"""

from __future__ import annotations

import sys
from pathlib import Path

FOLDERS = [Path("web/dashboard"), Path("web/docs"), Path("web/shared"), Path("Tests/Interop/js/dashboard")]
SUFFIXES = {".js", ".mjs", ".css", ".html"}
MOST = 120


def findings() -> list[str]:
    """A line for each that has more columns than it may have."""
    found = []
    for path in sorted(each for folder in FOLDERS for each in folder.iterdir() if each.suffix in SUFFIXES):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if len(line) > MOST:
                found.append(f"{path}:{number}: the line has {len(line)} columns, more than {MOST}")
    return found


if __name__ == "__main__":
    lines = findings()
    print(*lines, sep="\n", end="\n" if lines else "")
    sys.exit(1 if lines else 0)
