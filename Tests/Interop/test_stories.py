"""The sessions that the README and the guides show: every command is typed, and does what is shown."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection, connect

from mock_server import MockServer, environment

ROOT = Path(__file__).parents[2]
# Each document, and how many steps its sessions have at least, so that none gets lost.
STORIES = {
    "README.md": 8,
    "docs/apis.md": 6,
    "docs/control.md": 25,
    "docs/checking.md": 1,
    "docs/configuration.md": 2,
    "docs/messaging.md": 12,
}
ADDRESS = "localhost:3000"
START = "script/server "
SOCKET = "python -m websockets "
SHOWN_FILE = re.compile(r"cat ([\w./-]+)")
RESET = "the connection is reset"
# Stands for the tests of an app, whose mistakes the guide shows.
APP_TESTS = """#!/bin/sh
call() { curl -s -o "$0.answer" -H 'Content-Type: application/json' "$@"; }
lote='"nombre":"Lote","ubicacion":"Norte","tipoCultivo":"Maiz"'
call "$MOCK_API_URL/v1/auth/login" -d '{"email":"usuario@example.com","password":"password123"}'
bearer="Authorization: Bearer $(sed 's/.*"token":"\\([^"]*\\)".*/\\1/' "$0.answer")"
call "$MOCK_API_URL/v1/dashboard/stats" -H "$bearer"
call "$MOCK_API_URL/v1/lotes" -H "$bearer" -d "{$lote,\\"areaHectareas\\":1,\\"nombe\\":\\"Lote\\"}"
call "$MOCK_API_URL/v1/lots" -H "$bearer"
call "$MOCK_API_URL/v1/lotes" -H "$bearer" -d "{$lote,\\"areaHectareas\\":\\"diez\\"}"
call "$MOCK_API_URL/v1/lotes"
"""
TIMEOUT_S = 10


@dataclass
class Step:
    """A command of a document, or something about the socket that was opened last."""

    kind: str
    text: str
    output: list[str] = field(default_factory=list)


def story(document: str) -> list[Step]:
    """The steps of the console blocks: `$` is a command, which may go on after `\\`; `>` and `<` are messages of the socket."""
    steps: list[Step] = []
    for block in re.findall(r"```console\n(.*?)```", document, re.DOTALL):
        for line in re.sub(r"\\\n\s*", "", block).splitlines():
            if line[:2] in ("$ ", "> ", "< "):
                steps.append(Step(line[0], line[2:]))
            else:
                steps[-1].output.append(line)
    return steps


def agrees(actual: str, shown: str) -> bool:
    """Whether a text is what is shown, where `…` stands for anything."""
    pattern = ".*".join(re.escape(part) for part in shown.split("…"))
    return re.fullmatch(pattern, actual, re.DOTALL) is not None


class Reader:
    """Somebody who types what a document shows."""

    def __init__(self, binary: Path, server: MockServer, folder: Path) -> None:
        self.server = server
        self.address = f"{server.host}:{server.port}"
        self.variables = environment(MOCK_API_URL=server.base_url)
        self.variables["PATH"] = f"{binary.parent}:{os.environ['PATH']}"
        self.folder = folder / "project"
        self.folder.mkdir()
        (self.folder / "gradlew").write_text(APP_TESTS)
        (self.folder / "gradlew").chmod(0o755)
        self.memory = folder / "variables"
        self.stack = contextlib.ExitStack()
        self.socket: ClientConnection | None = None

    def type(self, command: str) -> str:
        """Runs a command in a shell that remembers variables; gives what it printed."""
        script = f"{command.replace(ADDRESS, self.address)}\nenv -0 > '{self.memory}'"
        done = subprocess.run(
            ["bash", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60,
            env=self.variables, check=True, cwd=self.folder,
        )
        pairs = (pair.split("=", 1) for pair in self.memory.read_text().split("\0") if pair)
        self.variables = {name: value for name, value in pairs}
        with contextlib.suppress(ValueError):
            answer = json.loads(done.stdout)
            if isinstance(answer, dict) and "token" in answer:
                self.variables |= {"TOKEN": answer["token"], "REFRESH": answer["refreshToken"]}
        return done.stdout.rstrip("\n").replace(self.address, ADDRESS)

    def started(self) -> str:
        """What the server printed when it was started, on both streams."""
        lines = self.server.stderr.splitlines()
        banner = lines[: 1 + next(number for number, line in enumerate(lines) if "rate limits:" in line)]
        return "\n".join([*banner, self.server.stdout.rstrip()]).replace(f":{self.server.port}", ":3000")

    def open(self, url: str) -> None:
        """Opens a socket, which the messages that follow are about."""
        address = url.replace(ADDRESS, self.address)
        self.socket = self.stack.enter_context(connect(address, proxy=None, compression=None, close_timeout=2))

    def send(self, shown: str) -> None:
        """Sends a message; a subscription is waited for, as a person would before the next command."""
        assert self.socket
        text = shown.replace("⏎", "\n").replace("␀", "\0")
        if not text.startswith("SUBSCRIBE\n"):
            self.socket.send(text)
            return
        self.socket.send(text.replace("\n\n", "\nreceipt:subscribed\n\n", 1))
        assert "receipt-id:subscribed" in str(self.socket.recv(timeout=TIMEOUT_S))

    def receive(self) -> str:
        """The next message, or that there will be none."""
        assert self.socket
        try:
            message = self.socket.recv(timeout=TIMEOUT_S)
        except ConnectionClosedError as closed:
            assert closed.rcvd is None
            return RESET
        assert isinstance(message, str)
        return message.replace("\n", "⏎").replace("\0", "␀")


@pytest.fixture
def reader(binary: Path, start: Callable[..., MockServer], tmp_path: Path) -> Iterator[Reader]:
    """A reader with a server that was just started."""
    reader = Reader(binary, start(), tmp_path)
    with reader.stack:
        yield reader


@pytest.mark.parametrize("document", STORIES)
def test_every_command_does_what_is_shown(reader: Reader, document: str) -> None:
    steps = story((ROOT / document).read_text(encoding="utf-8"))
    assert len(steps) >= STORIES[document]
    for step in steps:
        shown = "\n".join(step.output)
        if step.kind == "<":
            actual = reader.receive()
            assert agrees(actual, step.text), (step.text, actual)
        elif step.kind == ">":
            reader.send(step.text)
        elif step.text.startswith(START):
            actual = reader.started()
            assert agrees(actual, shown), f"{step.text}\n--- shown\n{shown}\n--- came\n{actual}"
        elif step.text.startswith(SOCKET):
            reader.open(step.text.removeprefix(SOCKET).split()[0])
        else:
            if file := SHOWN_FILE.fullmatch(step.text):
                (reader.folder / file[1]).write_text(f"{shown}\n")
            actual = reader.type(step.text)
            assert agrees(actual, shown), f"{step.text}\n--- shown\n{shown}\n--- came\n{actual}"
