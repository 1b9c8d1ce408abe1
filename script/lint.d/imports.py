#!/usr/bin/env python3
"""Finds imports that a target makes without declaring them in Package.swift, and dependencies that it declares without
importing them. The declarations are the rules of the architecture: what may know what is decided there and nowhere else.
Of the sources, Platform alone imports the C library, which has another name on each system, and passes it on.

Usage: swift package dump-package | script/lint.d/imports.py

SwiftPM forbids cycles, but lets a target import whatever its dependencies depend on; its own check of imports
(--explicit-target-dependency-import-check) passes those as well. Every finding is printed as file:line; exits 1 if there
is one.
"""

import json
import re
import sys
from pathlib import Path

IMPORT = re.compile(
    r"\s*(?:(?:@\w+(?:\([^)]*\))?|public|package|internal|private|fileprivate)\s+)*import\s+"
    r"(?:(?:struct|class|enum|protocol|typealias|actor|func|let|var)\s+)?(\w+)"
)

# Modules that come with a dependency of another name: Yams's own parser.
WITHIN = {"CYaml": "Yams"}

C_LIBRARY = {"Darwin", "Glibc", "Musl"}


def imports(folder: Path) -> list[tuple[str, int, str]]:
    """The file, line and module of each import below a folder."""
    found = []
    for path in sorted(folder.rglob("*.swift")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if match := IMPORT.match(line):
                found.append((str(path), number, WITHIN.get(match.group(1), match.group(1))))
    return found


def main() -> int:
    targets = json.load(sys.stdin)["targets"]
    declared = {
        target["name"]: {next(iter(dependency.values()))[0] for dependency in target["dependencies"]}
        for target in targets
    }
    # What no target declares, such as Foundation, comes with the system or the compiler.
    ruled = set(declared) | set().union(*declared.values())
    findings = []
    for target in targets:
        name, kind = target["name"], target["type"]
        folder = Path(target.get("path") or f"{'Tests' if kind == 'test' else 'Sources'}/{name}")
        made = imports(folder)
        findings += [
            f"{path}:{line}: {name} imports {module}, but Package.swift does not say that it depends on it"
            for path, line, module in made
            if module in ruled and module not in declared[name] | {name}
        ]
        findings += [
            f"{path}:{line}: {name} imports {module}; Platform does that for all"
            for path, line, module in made
            if module in C_LIBRARY and name != "Platform" and folder.parts[0] == "Sources"
        ]
        findings += [
            f"Package.swift:1: {name} depends on {module} and does not import it"
            for module in sorted(declared[name] - {module for _, _, module in made} - {"mock-api"})
        ]
    print("\n".join(findings), end="\n" if findings else "")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
