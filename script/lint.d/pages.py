"""Finds lines and modules of the pages and of their tests that are too long, as file:line: message; exits with 1 then.

Usage: pages.py, in the repository's root.
"""

from __future__ import annotations

import sys
from pathlib import Path

FOLDERS = [Path("web/dashboard"), Path("web/docs"), Path("web/shared"), Path("Tests/Interop/js/dashboard")]
SUFFIXES = {".js", ".mjs", ".css", ".html"}
MOST_COLUMNS = 120
MOST_LINES = 400


def findings() -> list[str]:
    """A line for each line with too many columns, and for each module with too many lines."""
    found = []
    for path in sorted(each for folder in FOLDERS for each in folder.iterdir() if each.suffix in SUFFIXES):
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, 1):
            if len(line) > MOST_COLUMNS:
                found.append(f"{path}:{number}: the line has {len(line)} columns, more than {MOST_COLUMNS}")
        if path.parts[0] == "web" and len(lines) > MOST_LINES:
            found.append(f"{path}:{MOST_LINES + 1}: the module has more than {MOST_LINES} lines")
    return found


if __name__ == "__main__":
    lines = findings()
    print(*lines, sep="\n", end="\n" if lines else "")
    sys.exit(1 if lines else 0)
