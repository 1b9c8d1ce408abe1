"""Finds types of 60 lines or more that stand in a file of another name, as file:line: message; exits with 1 then.

A type stands in `Type.swift`, or with one topic of it in `Type+Topic.swift`; so the folder tree is an index of the types.
An extension of 60 lines or more follows the same rule. Types within a type stay with it.

Usage: types.py FOLDER…, in the repository's root. The code is formatted: a declaration at the left margin ends with the
next line that is a brace.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

LEAST = 60

DECLARATION = re.compile(
    r"(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|private|fileprivate|final|indirect|nonisolated|open)\s+)*"
    r"(?:class|struct|enum|actor|protocol|extension)\s+([\w.]+)"
)


def declarations(lines: list[str]) -> Iterator[tuple[str, int, int]]:
    """The name, first line (from 1) and number of lines of each type and extension at the left margin."""
    for start, line in enumerate(lines):
        if not (match := DECLARATION.match(line)) or line.rstrip().endswith("}"):
            continue
        end = next((number for number in range(start + 1, len(lines)) if lines[number] == "}"), start)
        yield match[1], start + 1, end - start + 1


def findings(folder: Path) -> Iterator[str]:
    """A line for each type of a folder that stands in a file of another name."""
    for path in sorted(folder.rglob("*.swift")):
        file = path.stem.split("+")[0]
        for name, line, count in declarations(path.read_text(encoding="utf-8").splitlines()):
            if count >= LEAST and file not in (name, *name.split(".")):
                yield f"{path}:{line}: {name} has {count} lines and stands in a file of another name"


if __name__ == "__main__":
    lines = [line for folder in sys.argv[1:] for line in findings(Path(folder))]
    print(*lines, sep="\n", end="\n" if lines else "")
    sys.exit(1 if lines else 0)
