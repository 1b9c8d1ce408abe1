"""`--stomp-like rabbitmq` beside RabbitMQ itself, where that is installed: the same frames lead to the same frames."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from mock_server import launch
from rabbitmq_cases import CASES, Step, frame

sys.path.append(str(Path(__file__).parents[2] / "script" / "bench.d"))
import rabbitmq

TIMEOUT_S = 20


@pytest.fixture(scope="module")
def mock(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of this server's broker."""
    options = [
        "--port",
        "0",
        "--sensor-interval",
        "off",
        "--stomp-like",
        "rabbitmq",
        "--rate-limit",
        "off",
    ]
    running = launch(binary, tmp_path_factory.mktemp("rabbit"), options, {})
    yield f"ws://127.0.0.1:{running.port}/ws/greenhouse-native"
    running.stop()


@pytest.fixture(scope="module")
def real() -> Iterator[str]:
    """The address of a RabbitMQ of the tests' own."""
    if reason := rabbitmq.missing():
        pytest.skip(reason)
    with rabbitmq.running() as port:
        yield f"ws://127.0.0.1:{port}/ws"


class Play:
    """The sessions of a case."""

    def __init__(self, address: str, name: str, ends: contextlib.ExitStack) -> None:
        self.address, self.name, self.ends = address, name, ends
        self.sessions: dict[str, ClientConnection] = {}
        self.closed: set[str] = set()
        self.reply = ""

    def session(self, name: str) -> ClientConnection:
        """A session, which is connected when it is first asked for."""
        if name not in self.sessions:
            socket = connect(
                self.address,
                proxy=None,
                max_size=None,
                compression=None,
                close_timeout=2,
            )
            self.sessions[name] = self.ends.enter_context(socket)
            socket.send("CONNECT\naccept-version:1.2\n\n\0")
            assert self.receive(name).startswith(f"{name} CONNECTED")
        return self.sessions[name]

    def receive(self, name: str) -> str:
        """What a session is sent next, in a line: what differs from run to run is an asterisk, or left out."""
        try:
            text = self.session(name).recv(timeout=TIMEOUT_S)
        except ConnectionClosed:
            self.closed.add(name)
            return f"{name} CLOSED"
        assert isinstance(text, str)
        head, _, body = text.rstrip("\n").removesuffix("\0").partition("\n\n")
        command, *lines = head.split("\n")
        headers = dict(line.split(":", 1) for line in lines)
        if command in ("ERROR", "CONNECTED"):
            return f"{name} {command}"
        if command == "RECEIPT":
            return f"{name} RECEIPT {headers['receipt-id']}"
        self.reply = headers.get("reply-to", self.reply)
        shown = [
            f"{key}={value}"
            for key, value in sorted(headers.items())
            if key not in ("message-id", "ack", "content-length")
        ]
        return re.sub(
            r"amq\.gen-[\w-]+", "*", f"{name} {command} {' '.join(shown)}|{body}"
        )

    def step(self, step: Step) -> None:
        """Sends a frame, and compares what comes for it."""
        sender, sent, expected = step
        # All sessions that hear of it must be there.
        for line in expected:
            self.session(line[0])
        self.session(sender).send(
            sent.replace("@", self.name).replace("$reply", self.reply)
        )
        came: list[str] = []
        for line in expected:
            came.append(self.receive(line[0]))
            while line.endswith("CLOSED") and came[-1].endswith("ERROR"):
                # RabbitMQ loses the ERROR of a session that ends.
                came[-1] = self.receive(line[0])
        assert sorted(came) == sorted(
            line.replace("@", self.name) for line in expected
        ), sent[:200]

    def finish(self) -> None:
        """Asserts that nothing else came."""
        for name in self.sessions.keys() - self.closed:
            self.step(
                (
                    name,
                    frame("SEND", destination="/queue/fence", receipt="fence"),
                    [f"{name} RECEIPT fence"],
                )
            )


def play(address: str, name: str) -> None:
    """Plays a case."""
    with contextlib.ExitStack() as ends:
        playing = Play(address, name, ends)
        for step in CASES[name]:
            playing.step(step)
        playing.finish()


@pytest.mark.parametrize("name", CASES)
def test_the_mock_answers_so(mock: str, name: str) -> None:
    play(mock, name)


@pytest.mark.parametrize("name", CASES)
def test_rabbitmq_answers_so(real: str, name: str) -> None:
    play(real, name)
