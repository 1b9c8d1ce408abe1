"""STOMP frames by hand, for tests that send every byte themselves and look at every byte that comes."""

from __future__ import annotations

import contextlib
import itertools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from mock_server import MockServer

BROKER = "/ws/greenhouse"
READINGS = "/topic/greenhouse/messages"
API = "/api/v1"
TIMEOUT_S = 10.0


@dataclass(frozen=True)
class Frame:
    """A frame from the server."""

    command: str
    headers: dict[str, str]
    body: str
    # The whole WebSocket message.
    text: str

    def json(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)


def decode(message: str | bytes) -> Frame:
    """Reads a frame as strictly as the strictest of the clients: one frame in one text message, lines that end
    with a bare LF, exactly one NUL, which is last (CONTRACT W5 and W6)."""
    assert isinstance(message, str), f"a binary message: {message!r}"
    assert message.endswith("\0"), f"the frame does not end with NUL: {message!r}"
    assert message.count("\0") == 1, f"more than one NUL: {message!r}"
    head, blank, body = message[:-1].partition("\n\n")
    assert blank, f"no blank line: {message!r}"
    assert "\r" not in head, f"a carriage return: {message!r}"
    command, *lines = head.split("\n")
    headers: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.partition(":")
        assert colon and name, f"not a header: {line!r}"
        headers.setdefault(name, value)
    if "content-length" in headers:
        assert int(headers["content-length"]) == len(body.encode()), message
    return Frame(command, headers, body, message)


def encode(command: str, body: str = "", **headers: str) -> str:
    """Writes a frame; an underscore in a header's name stands for a hyphen."""
    lines = [command, *(f"{name.replace('_', '-')}:{value}" for name, value in headers.items())]
    return "\n".join(lines) + f"\n\n{body}\0"


class StompSocket:
    """A socket on which tests speak STOMP."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.receipts = itertools.count(1)
        # Frames that came while another one was waited for.
        self.waiting: list[Frame] = []

    def send(self, *frames: str) -> None:
        """Sends each text as a WebSocket message."""
        for frame in frames:
            self.connection.send(frame)

    def next_text(self) -> str:
        """The next WebSocket message as it came."""
        message = self.connection.recv(timeout=TIMEOUT_S)
        assert isinstance(message, str), f"a binary message: {message!r}"
        return message

    def receive(self) -> Frame:
        """The next frame."""
        return self.waiting.pop(0) if self.waiting else decode(self.connection.recv(timeout=TIMEOUT_S))

    def message(self) -> Frame:
        """The next frame, which is a MESSAGE."""
        frame = self.receive()
        assert frame.command == "MESSAGE", frame
        return frame

    def connect(self, **headers: str) -> Frame:
        """Connects with STOMP 1.2 and gives CONNECTED."""
        self.send(encode("CONNECT", **{"accept_version": "1.2", **headers}))
        frame = self.receive()
        assert frame.command == "CONNECTED", frame
        return frame

    def perform(self, command: str, body: str = "", **headers: str) -> None:
        """Sends a frame and waits until the server is done with it; messages that come before stay."""
        receipt = f"receipt-{next(self.receipts)}"
        self.send(encode(command, body, receipt=receipt, **headers))
        while True:
            frame = decode(self.connection.recv(timeout=TIMEOUT_S))
            if frame.command == "RECEIPT":
                assert frame.headers == {"receipt-id": receipt}
                return
            assert frame.command == "MESSAGE", frame
            self.waiting.append(frame)

    def subscribe(self, destination: str, id: str = "sub-0", **headers: str) -> None:
        """Subscribes; from the return on nothing is missed."""
        self.perform("SUBSCRIBE", id=id, destination=destination, **headers)

    def publish(self, destination: str, body: str, **headers: str) -> None:
        """Publishes; on return everyone has been sent it."""
        self.perform("SEND", body, destination=destination, **headers)

    def bodies(self, count: int) -> list[str]:
        """The bodies of the next messages."""
        return [self.message().body for _ in range(count)]

    def assert_nothing_came(self) -> None:
        """Asserts that no message is under way: the receipt of a question is the next frame."""
        self.perform("SEND", "nobody hears it", destination="/topic/nobody")
        assert self.waiting == []

    def error(self) -> Frame:
        """The next frame, an ERROR as it should be, with which the server ends the connection."""
        frame = self.receive()
        assert frame.command == "ERROR", frame
        assert frame.headers["message"]
        assert frame.headers["content-type"] == "text/plain"
        assert self.close_code() == 1002
        return frame

    def close_code(self) -> int:
        """The code with which the server closes, which is next."""
        try:
            message = self.connection.recv(timeout=TIMEOUT_S)
        except ConnectionClosed as closed:
            assert closed.rcvd is not None, "the server dropped the connection"
            return closed.rcvd.code
        raise AssertionError(f"still open: {message!r}")


Open = Callable[..., StompSocket]


@contextlib.contextmanager
def stomp_sockets() -> Iterator[Open]:
    """Opens sockets: `open_stomp(server, "/ws/greenhouse", ["v12.stomp"])`; all are closed in the end."""
    with contextlib.ExitStack() as stack:

        def open_one(
            server: MockServer, path: str = BROKER, subprotocols: list[str] | None = None, **options: Any
        ) -> StompSocket:
            settings = {"proxy": None, "max_size": None, "close_timeout": 2, **options}
            offered = [Subprotocol(name) for name in subprotocols] if subprotocols else None
            address = f"ws://{server.host}:{server.port}{path}"
            connection = connect(address, subprotocols=offered, **settings)
            stack.enter_context(connection)
            return StompSocket(connection)

        yield open_one


def greenhouse_token(server: MockServer, username: str = "admin", password: str = "password123") -> str:
    """Signs in to Invernaderos and gives the access token."""
    answer = server.request("POST", f"{API}/auth/login", body={"username": username, "password": password})
    assert answer.status == 200, answer
    return answer.json()["token"]


def raw_elements(array: str) -> list[str]:
    """The elements of a JSON array, each in its own characters."""
    decoder = json.JSONDecoder()
    elements: list[str] = []
    position = 1
    assert array[0] == "["
    while array[position] != "]":
        _, end = decoder.raw_decode(array, position)
        elements.append(array[position:end])
        position = end + (array[end] == ",")
    return elements


def recent_messages(server: MockServer, token: str, limit: int = 1000) -> list[str]:
    """The stored readings in their own characters, the newest first."""
    answer = server.request("GET", f"{API}/greenhouse/messages/recent?limit={limit}", token=token)
    assert answer.status == 200, answer
    return raw_elements(answer.body.decode())
