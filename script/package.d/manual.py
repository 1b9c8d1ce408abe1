"""Writes the manual page from what the program says of its own command line.

Usage: mock-api --experimental-dump-help | manual.py VERSION SECONDS TREE > mock-api.1
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Command = dict[str, Any]
Argument = dict[str, Any]

# They are the same everywhere, and so are told of once.
COMMON = {"--help", "--version"}

ENVIRONMENT = """
Each option of serve can be given as a variable too: MOCK_API_ and its name in capitals, dashes as underscores, such as
MOCK_API_RATE_LIMIT. PORT is read when MOCK_API_PORT is not set. MOCK_API_URL, MOCK_API_WORLD and MOCK_API_ADMIN_TOKEN
say the same as the options of ctl.
"""

FILES = """
The seed files and the API documents are looked for in this order: --seeds and --openapi; MOCK_API_SEEDS and
MOCK_API_OPENAPI; Seeds and openapi beside the program, symbolic links followed; ../share/mock-api from there; the
folders above, which is the source tree after a build.
"""

LIBRARIES = """
The program runs on %s. It uses these libraries, %s; share/mock-api/mock-api.spdx.json, under the same prefix, has their
licences.
"""


def escaped(text: str) -> str:
    """Text as roff reads it: no line of it is a request, and every hyphen is the one that can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in text.split("\n"))


def paragraphs(text: str) -> Iterator[str]:
    """A discussion: its paragraphs, and what is indented as it stands."""
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines = block.split("\n")
        if not block.strip():
            continue
        if all(line.startswith("  ") for line in lines):
            yield ".PP\n.RS 4\n.nf\n" + "\n".join(escaped(line[2:]) for line in lines) + "\n.fi\n.RE"
        else:
            yield f".PP\n{escaped(block.strip())}"


def spelling(name: dict[str, str]) -> str:
    """An option's name with its dashes."""
    return ("--" if name["kind"] == "long" else "-") + name["name"]


def names(argument: Argument) -> list[str]:
    """All names of an option, the short ones first."""
    return sorted((spelling(name) for name in argument.get("names", [])), key=lambda name: (len(name) > 2, name))


def title(argument: Argument) -> str:
    """How an argument is written on the command line."""
    value = f"\\fI{escaped(argument.get('valueName', ''))}\\fR"
    if argument["kind"] == "positional":
        return value + ("..." if argument.get("isRepeating") else "")
    written = ", ".join(f"\\fB{escaped(name)}\\fR" for name in names(argument))
    return f"{written} {value}" if argument["kind"] == "option" else written


def arguments(command: Command, told: set[str]) -> Iterator[str]:
    """A paragraph for each argument that was not told of above."""
    for argument in command.get("arguments", []):
        if not argument.get("shouldDisplay", True) or told.intersection(names(argument)):
            continue
        yield f".TP\n{title(argument)}\n{escaped(argument.get('abstract') or '')}"


def synopsis(command: Command, told: set[str]) -> str:
    """A command's positional arguments as a usage line shows them."""
    words = []
    options = [a for a in command.get("arguments", []) if a["kind"] != "positional"]
    if any(not told.intersection(names(option)) for option in options):
        words.append("[\\fIoptions\\fR]")
    for argument in command.get("arguments", []):
        if argument["kind"] == "positional":
            words.append(f"[{title(argument)}]" if argument.get("isOptional") else title(argument))
    if command.get("subcommands"):
        words.append("\\fIcommand\\fR")
    return "".join(f" {word}" for word in words)


def commands(command: Command, path: str, told: set[str]) -> Iterator[str]:
    """The sections of a command's subcommands, and of theirs."""
    for child in command.get("subcommands", []):
        if child["commandName"] == "help" or not child.get("shouldDisplay", True):
            continue
        full = f"{path} {child['commandName']}"
        yield f".SS \\fB{escaped(full)}\\fR{synopsis(child, told)}"
        yield escaped(child.get("abstract") or "")
        yield from paragraphs(child.get("discussion") or "")
        yield from arguments(child, told)
        theirs = {name for argument in child.get("arguments", []) for name in names(argument)}
        yield from commands(child, full, told | theirs if child.get("subcommands") else told)


def libraries(tree: Path) -> Iterator[str]:
    """Where the program runs, and the libraries that it loads with their packages."""
    share = tree / "share/mock-api"
    bill = json.loads((share / "mock-api.spdx.json").read_text(encoding="utf-8"))
    place = "which are in lib/mock-api" if (tree / "lib/mock-api").exists() else "which the system has"
    yield escaped((LIBRARIES % ((share / "system").read_text(encoding="utf-8").strip(), place)).strip())
    loaded = {link["relatedSpdxElement"] for link in bill["relationships"] if link["relationshipType"] == "DYNAMIC_LINK"}
    for package in bill["packages"]:
        if package["SPDXID"] in loaded:
            yield f".TP\n{escaped(package['name'])}\n{escaped(package['versionInfo'])}"


def page(root: Command, version: str, seconds: int, tree: Path) -> Iterator[str]:
    """The whole page."""
    name = root["commandName"]
    date = time.strftime("%Y-%m-%d", time.gmtime(seconds))
    yield f'.TH {escaped(name.upper())} 1 {date} "{escaped(name)} {version}" "User Commands"'
    yield f".SH NAME\n{escaped(name)} \\- {escaped(root.get('abstract', '').rstrip('.'))}"
    yield f".SH SYNOPSIS\n\\fB{escaped(name)}\\fR \\fIcommand\\fR [\\fIoptions\\fR]"
    yield f".SH DESCRIPTION\n{escaped(root.get('abstract', ''))}"
    yield from paragraphs(root.get("discussion") or "")
    yield ".SH OPTIONS\nEvery command takes these."
    yield from arguments(root, set())
    yield ".SH COMMANDS"
    yield from commands(root, name, COMMON)
    yield f".SH ENVIRONMENT\n{escaped(ENVIRONMENT.strip())}"
    yield f".SH FILES\n{escaped(FILES.strip())}"
    yield ".SH LIBRARIES"
    yield from libraries(tree)


if __name__ == "__main__":
    described = json.load(sys.stdin)["command"]
    for part in page(described, sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])):
        print(part)
