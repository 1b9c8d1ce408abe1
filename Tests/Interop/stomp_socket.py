"""STOMP over a WebSocket, byte for byte: the document says how the answers are read, and no library."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from websockets.sync.client import ClientConnection, connect

from mock_server import MockServer

TIMEOUT_S = 10
BROKER = "/ws/greenhouse"


@dataclass(frozen=True)
class Frame:
    """A frame of the server's, and the WebSocket message it came in."""

    command: str
    headers: dict[str, str]
    body: str
    raw: str


def read_frame(raw: str | bytes) -> Frame:
    """Reads a message by CONTRACT W5 and W6: text, LF only, from the command to the one NUL at the end."""
    assert isinstance(raw, str), raw
    assert "\r" not in raw and raw.index("\0") == len(raw) - 1, raw
    head, _, body = raw[:-1].partition("\n\n")
    command, *lines = head.split("\n")
    assert command in ("CONNECTED", "MESSAGE", "RECEIPT", "ERROR"), raw
    headers: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        headers.setdefault(name, value)
    assert int(headers.get("content-length", len(body.encode()))) == len(body.encode())
    return Frame(command, headers, body, raw)


@dataclass(frozen=True)
class StompSocket:
    """An open socket."""

    connection: ClientConnection

    def send_raw(self, text: str | bytes) -> None:
        """Sends a WebSocket message."""
        self.connection.send(text)

    def send(self, command: str, body: str = "", **headers: Any) -> None:
        """Sends a frame; underscores in names stand for hyphens."""
        lines = [f"{name.replace('_', '-')}:{value}\n" for name, value in headers.items()]
        self.send_raw(f"{command}\n{''.join(lines)}\n{body}\0")

    def receive(self, command: str | None = None) -> Frame:
        """The next frame, which must have the given command."""
        frame = read_frame(self.connection.recv(timeout=TIMEOUT_S))
        assert command in (None, frame.command), frame
        return frame

    def connect(self, **headers: Any) -> Frame:
        """Says CONNECT and gives the answer."""
        self.send("CONNECT", accept_version="1.2", **headers)
        return self.receive("CONNECTED")

    def subscribe(self, destination: str, id: str = "sub-0", **headers: Any) -> None:
        """Subscribes, and waits until it is done."""
        self.send("SUBSCRIBE", id=id, destination=destination, receipt=f"subscribed-{id}", **headers)
        assert self.receive("RECEIPT").headers["receipt-id"] == f"subscribed-{id}"

    def publish(self, destination: str, body: str, **headers: Any) -> None:
        """Sends a message."""
        self.send("SEND", body, destination=destination, **headers)

    def assert_nothing_came(self) -> None:
        """Asserts that no message is under way: the receipt for another one is the next frame."""
        self.publish("/topic/nobody-listens", "", receipt="nothing-came")
        assert self.receive("RECEIPT").headers["receipt-id"] == "nothing-came"


@contextlib.contextmanager
def opened(server: MockServer, path: str = BROKER, **options: Any) -> Iterator[StompSocket]:
    """Opens a socket, and closes it in the end."""
    settings = {"proxy": None, "max_size": None, "close_timeout": 2, "compression": None, **options}
    with connect(f"ws://{server.host}:{server.port}{path}", **settings) as connection:
        yield StompSocket(connection)
