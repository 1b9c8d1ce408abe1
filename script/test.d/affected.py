"""Prints two lines, the patterns of the Swift tests to run after a change and of those among them to leave out, for
swift test --filter and --skip; an empty first line where there are none.

Usage: swift package describe --type json | affected.py [--targets TARGET…] [--files FILE…]

- A file belongs to the target in whose folder it is; Package.swift, Seeds/ and openapi/ belong to all.
- A target has the tests of the test targets that depend on it, by however many steps.
- Tests with whole servers, whose targets depend on ServerTestSupport, depend on nearly everything. These targets and the
  folders of ServerTests are topics: when all that changed bears the name of one, as Sources/Interspace and the target
  Transport do, of these tests only the topic's run, and those of ServerTests outside of folders.
- A changed test file has its own tests; one without any has those of its folder.
- Suites that take long are left out where the change is in another target, which theirs only depends on.

Exits 2 at an unknown target.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

Target = dict[str, Any]

EVERYTHING = re.compile(r"^(Package\.swift|Seeds/.*|openapi/.*)$")
# What starts whole servers for tests; the tests of the server, whose folders are topics; and the topics of targets and
# folders of another name.
SUPPORT = "ServerTestSupport"
BY_TOPIC = "ServerTests"
TOPICS = {
    "Realtime": ["Realtime", "Invernaderos"], "STOMP": ["Realtime"], "Faults": ["Faults", "Transport"],
    "Certificates": ["Transport", "Devices"], "Journal": ["ControlPlane"], "Reporting": [],
    "Options": ["Startup", "Reload"], "Media": [], "mock-api": ["Startup"],
}  # fmt: skip
# Half of the time of all Swift tests, measured one after the other; script/test --durations shows what belongs here.
LONG = [
    "CommandLineTests.PrecedenceTests", "AgroBridgeTests.AgroBridgeBodyTests", "NewsAPITests.NewsTests",
    "JSONPlaceholderTests.HostileRecordTests", "ControlPlaneTests.ScenarioTests", "InvernaderosTests.MessageTests",
    "InvernaderosTests.MessageHistoryTests", "JSONTests.JSONPropertyTests", "InvernaderosTests.LiveReadingTests",
    "TransportTests.StoppingTests", "NewsAPITests.HostileNewsTests", "InterspaceTests.InterspaceEndpointTests",
    "AgroBridgeTests.HostileTargetTests", "JSONSchemaTests.BoundsTests", "EthereumTests.WalletProofRobustnessTests",
    "InvernaderosTests.SensorTests", "WorldTests.RedactionTests",
]  # fmt: skip
# Where a type begins; its tests come before the next one.
SUITE = re.compile(r"^(?:final )?(?:struct|class|enum|actor|extension) (\w+)", re.MULTILINE)


def suites(files: list[Path]) -> set[str]:
    """The types in the files that hold tests."""
    found = set()
    for file in files:
        text = file.read_text(encoding="utf-8")
        starts = [*SUITE.finditer(text)]
        for index, start in enumerate(starts):
            end = starts[index + 1].start() if index + 1 < len(starts) else len(text)
            if "@Test" in text[start.end() : end]:
                found.add(start[1])
    return found


def owner(file: str, targets: list[Target]) -> Target | None:
    """The target in whose folder a file is."""
    return next((target for target in targets if file.startswith(f"{target['path']}/")), None)


def dependents(changed: set[str], targets: list[Target]) -> set[str]:
    """The targets and all that depend on them."""
    found = set(changed)
    while more := {
        target["name"]
        for target in targets
        if target["name"] not in found and found.intersection(target.get("target_dependencies", []))
    }:
        found |= more
    return found


def topics(place: str, known: set[str]) -> list[str] | None:
    """The topics of a file or a target; None where it bears on all."""
    for part in reversed(Path(place).parts):
        if part in TOPICS:
            return TOPICS[part]
        if part in known:
            return [part]
    return None


def patterns(named: list[str], files: list[str], targets: list[Target]) -> tuple[str, str]:
    """What the tests to run are called, and what of them to leave out."""
    tests = {target["name"]: target for target in targets if target["type"] == "test"}
    by_name = {target["name"]: target for target in targets}
    changed, places = {name for name in named if name not in tests}, [name for name in named if name not in tests]
    whole, single = {name for name in named if name in tests}, set()
    for file in files:
        target = owner(file, targets)
        if EVERYTHING.match(file):
            changed |= by_name.keys()
            places.append(file)
        elif target and target["name"] in tests:
            own = suites([Path(file)]) if Path(file).is_file() else set()
            folder = [*Path(file).parent.glob("*.swift")] if Path(file).parent != Path(target["path"]) else []
            own = own or suites(folder)
            single |= {f"{target['name']}\\.{name}/" for name in own}
            whole |= set() if own else {target["name"]}
        elif target:
            changed.add(target["name"])
            places.append(SUPPORT if target["name"] == SUPPORT else file)
    reached = dependents(changed, targets).intersection(tests)
    served = {name for name, target in tests.items() if SUPPORT in target.get("target_dependencies", [])}
    root = Path(tests[BY_TOPIC]["path"])
    folders = {folder.name for folder in root.iterdir() if folder.is_dir()}
    known = folders | {name.removesuffix("Tests") for name in served - {BY_TOPIC}}
    found = [topics(place, known) for place in places]
    if None not in found:
        chosen = {topic for each in found for topic in each or []}
        if BY_TOPIC in reached - whole:
            listed = [file for topic in chosen & folders for file in (root / topic).rglob("*.swift")]
            single |= {f"{BY_TOPIC}\\.{name}/" for name in suites([*root.glob("*.swift"), *listed])}
        reached -= served - {f"{topic}Tests" for topic in chosen}
    parts = sorted({f"{name}\\." for name in whole | reached} | single)
    # Each target's own tests bear its name.
    own = whole | {f"{name}Tests" for name in changed}
    long = sorted(name.replace(".", "\\.") + "/" for name in LONG if name.split(".")[0] in reached - own)
    return joined(parts), joined(long)


def joined(parts: list[str]) -> str:
    """A pattern that begins with one of the parts."""
    return f"^({'|'.join(parts)})" if parts else ""


def main() -> int:
    """Reads the package's description; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--targets", nargs="*", default=[])
    parser.add_argument("--files", nargs="*", default=[])
    wanted = parser.parse_args()

    targets: list[Target] = json.load(sys.stdin)["targets"]
    known = {target["name"] for target in targets}
    if unknown := sorted(set(wanted.targets) - known):
        print(f"no such target: {', '.join(unknown)} (there are {', '.join(sorted(known))})", file=sys.stderr)
        return 2
    print("\n".join(patterns(wanted.targets, wanted.files, targets)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
