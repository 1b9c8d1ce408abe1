"""How clients of the broker come, go and come back, with the client library stomp.py (STOMP 1.2 over WebSocket)."""

from __future__ import annotations

import contextlib
import itertools
import queue
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import stomp
from stomp.utils import Frame

from mock_server import MockServer, launch

BROKER = "/ws/greenhouse"
TIMEOUT_S = 10
# What the server offers; a client that wants more often does not get it.
BEAT_MS = 10_000


class Client(stomp.ConnectionListener):
    """A connected client that keeps what it hears, in order: ("message", frame), ("beat", None) and so on."""

    def __init__(self, server: MockServer, **options: Any) -> None:
        self.events: queue.SimpleQueue[tuple[str, Frame | None]] = queue.SimpleQueue()
        self.names = itertools.count()
        self.connection = stomp.WSStompConnection([(server.host, server.port)], ws_path=BROKER, **options)
        self.connection.set_listener("events", self)

    def on_connected(self, frame: Frame) -> None:
        self.events.put(("connected", frame))

    def on_message(self, frame: Frame) -> None:
        self.events.put(("message", frame))

    def on_receipt(self, frame: Frame) -> None:
        self.events.put(("receipt", frame))

    def on_error(self, frame: Frame) -> None:
        self.events.put(("error", frame))

    def on_disconnected(self) -> None:
        self.events.put(("disconnected", None))

    def on_heartbeat(self) -> None:
        self.events.put(("beat", None))

    def on_heartbeat_timeout(self) -> None:
        self.events.put(("silence", None))

    def next(self, kind: str, timeout_s: float = TIMEOUT_S) -> Any:
        """What comes next, heart-beats aside, which must be of the given kind."""
        while True:
            found, frame = self.events.get(timeout=timeout_s)
            if found != "beat" or kind == "beat":
                assert found == kind, (found, frame)
                return frame

    def connect(self, **headers: str) -> Frame:
        """Connects, and gives the server's answer."""
        self.connection.connect(wait=True, **headers)
        return self.next("connected")

    def settle(self) -> None:
        """Waits until the server has done all that was asked, which gave no message."""
        name = f"settled-{next(self.names)}"
        self.connection.send("/topic/nobody-listens", "", receipt=name)
        assert self.next("receipt").headers["receipt-id"] == name

    def listen(self, destination: str, ack: str = "auto") -> None:
        """Subscribes to something that holds no message yet, and waits until it is done."""
        self.connection.subscribe(destination, id="sub-0", ack=ack, receipt="subscribed")
        assert self.next("receipt").headers["receipt-id"] == "subscribed"

    def bodies(self, count: int) -> list[str]:
        """The bodies of the next messages."""
        return [self.next("message").body for _ in range(count)]

    def held(self, destination: str) -> list[str]:
        """Subscribes to a queue, and gives the bodies of all that it held."""
        self.connection.subscribe(destination, id="sub-0")
        self.connection.send("/topic/nobody-listens", "", receipt="all")
        bodies = []
        while (event := self.events.get(timeout=TIMEOUT_S))[0] == "message":
            bodies.append(event[1].body)
        assert event[0] == "receipt", event
        return bodies

    def leave(self) -> None:
        """Ends the connection as documented, with a receipt that is waited for."""
        self.connection.disconnect(receipt="left")
        # The library tells of the end when the receipt has come, and then of the receipt.
        self.next("disconnected")
        assert self.next("receipt").headers["receipt-id"] == "left"

    def drop(self) -> None:
        """Ends the TCP connection without a word, if there is one."""
        # The library's own way to drop it waits for its reading thread, and that for the server.
        if open_socket := self.connection.transport.socket:
            with contextlib.suppress(OSError, AttributeError):
                open_socket.sock.shutdown(socket.SHUT_RDWR)


@pytest.fixture(scope="module")
def server(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server of these tests, through whose broker goes only what they publish."""
    options = ["--port", "0", "--rate-limit", "off", "--sensor-interval", "off"]
    running = launch(binary, tmp_path_factory.mktemp("server"), options, {})
    yield running
    running.stop()


@pytest.fixture
def client(server: MockServer) -> Iterator[Callable[..., Client]]:
    """Makes clients, connected unless `connect=False`; all are dropped in the end."""
    with contextlib.ExitStack() as stack:

        def make(at: MockServer | None = None, *, connect: bool = True, **options: Any) -> Client:
            made = Client(at or server, **options)
            stack.callback(made.drop)
            if connect:
                made.connect()
            return made

        yield make


Make = Callable[..., Client]


@pytest.fixture
def name(request: pytest.FixtureRequest) -> str:
    """A last part for destinations of the test's own."""
    return request.node.originalname


def test_a_lost_client_leaves_its_messages_to_the_next(client: Make, name: str) -> None:
    first = client()
    first.listen(f"/queue/{name}", ack="client")
    first.connection.send(f"/queue/{name}", "unread")
    first.next("message")
    first.drop()
    second = client()
    # The server may not have noticed the loss when the next client comes.
    second.connection.subscribe(f"/queue/{name}", id="sub-0")
    assert second.bodies(1) == ["unread"]


def test_who_wants_no_heart_beats_gets_none(client: Make) -> None:
    assert client(connect=False).connect().headers["heart-beat"] == "0,0"


def test_a_client_may_come_back(client: Make, name: str) -> None:
    listener = client()
    for number in range(3):
        listener.listen(f"/topic/{name}")
        listener.connection.send(f"/topic/{name}", str(number))
        assert listener.bodies(1) == [str(number)]
        listener.leave()
        listener.connect()


def test_login_and_passcode_are_taken_for_nothing(client: Make) -> None:
    assert client(connect=False).connect(username="guest", passcode="guest").headers["version"] == "1.2"
