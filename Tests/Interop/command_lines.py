"""Command lines of mock-api that documents show, and whether the program takes them."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
SHELLS = {"sh", "console", "yaml"}
# The program by its name or as an image's, not as a part of a path, an address or another name.
CALL = re.compile(r"(?:^|(?<=[\s'\"(]))mock-api(?::\d[\d.]*)?(?=\s+[a-z-])")
# What ends a command in a shell, and the two dashes after which the command is another program's.
END = re.compile(r"\s(?:[|;>&]+|#)(?:\s|$)|[|;`]|\s--\s|\s--$|\)$")


@dataclass(frozen=True)
class Block:
    """A fenced block of a document."""

    language: str
    text: str


def blocks(document: str) -> list[Block]:
    """The fenced blocks, without the indentation that they have as a whole."""
    found = FENCE.findall(document)
    return [Block(kind, re.sub(rf"^{indent}", "", text, flags=re.MULTILINE)) for indent, kind, text in found]


def shell_lines(block: Block) -> list[str]:
    """What is typed, one command line on one line; what a console answers is left out."""
    lines = re.sub(r"\\\n\s*", "", block.text).splitlines()
    return [line.removeprefix("$ ") for line in lines if block.language != "console" or line.startswith("$ ")]


def shown(document: str) -> list[str]:
    """The command lines of mock-api in a document, from the program's name to the command's end."""
    typed = [line for block in blocks(document) if block.language in SHELLS for line in shell_lines(block)]
    inline = re.findall(r"`(mock-api [^`]*)`", FENCE.sub("", document).replace("\n", " "))
    found = []
    for line in typed + inline:
        for call in CALL.finditer(line):
            rest = END.split(line[call.end() :], maxsplit=1)[0]
            if rest.count("'") % 2:
                # The command stands in quotation marks itself.
                rest = rest.rpartition("'")[0]
            found.append("mock-api " + rest.strip())
    return found


class CommandLine:
    """The program's commands and options, as it tells of them itself."""

    def __init__(self, binary: Path) -> None:
        done = subprocess.run([binary, "--experimental-dump-help"], capture_output=True, text=True, check=True)
        self.root: dict[str, Any] = json.loads(done.stdout)["command"]

    def mistake(self, line: str) -> str | None:
        """What the program would not take of a command line; None when it takes it. `COMMAND` stands for any."""
        words = shlex.split(line.replace("…", ""))[1:]
        command, options = self.root, options_of(self.root)
        expected = 0
        for word in words:
            subcommands = {child["commandName"]: child for child in command.get("subcommands", [])}
            if expected:
                expected -= 1
            elif word.startswith("-") and word != "-":
                name, _, value = word.partition("=")
                if name not in options:
                    return f"{command['commandName']} has no option {name}"
                expected = 1 if options[name] == "option" and not value else 0
            elif subcommands:
                if word == "COMMAND":
                    return None
                if word not in subcommands:
                    return f"{command['commandName']} has no command {word}"
                command = subcommands[word]
                options |= options_of(command)
            elif not any(argument["kind"] == "positional" for argument in command.get("arguments", [])):
                return f"{command['commandName']} takes no argument {word}"
        return "an option's value is missing" if expected else None


def options_of(command: dict[str, Any]) -> dict[str, str]:
    """The options of a command as they are typed, and whether each takes a value."""
    return {
        ("--" if name["kind"] == "long" else "-") + name["name"]: argument["kind"]
        for argument in command.get("arguments", [])
        for name in argument.get("names", [])
    }
