"""The broker of Invernaderos, with the client library stomp.py (STOMP 1.2 over WebSocket)."""

from __future__ import annotations

import contextlib
import itertools
import json
import queue
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import stomp
from stomp.utils import Frame

from mock_server import MockServer, launch

Start = Callable[..., MockServer]

BROKER = "/ws/greenhouse"
READINGS = "/topic/greenhouse/messages"
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


def test_simulated_readings_are_heard(start: Start, client: Make) -> None:
    live = client(start("--rate-limit", "off", "--sensor-interval", "50ms"))
    live.connection.subscribe(READINGS, id="sub-0")
    messages = [live.next("message") for _ in range(5)]
    assert all(message.headers["destination"] == READINGS for message in messages)
    assert all(message.headers["content-type"] == "application/json" for message in messages)
    assert len({message.headers["message-id"] for message in messages}) == 5
    times = [json.loads(message.body)["timestamp"] for message in messages]
    assert times == sorted(times)


def test_what_one_publishes_all_hear_in_order(client: Make, name: str) -> None:
    publisher, *listeners = (client() for _ in range(4))
    for listener in listeners:
        listener.listen(f"/topic/{name}")
    sent = [f"{number} ¿Qué? 🦊" for number in range(100)]
    for body in sent:
        publisher.connection.send(f"/topic/{name}", body, content_type="text/plain", custom="a:b\nc\\d")
    for listener in listeners:
        messages = [listener.next("message") for _ in sent]
        assert [message.body for message in messages] == sent
        assert {message.headers["custom"] for message in messages} == {"a:b\nc\\d"}


def test_nothing_comes_after_unsubscribing(client: Make, name: str) -> None:
    listener = client()
    listener.listen(f"/topic/{name}")
    listener.connection.unsubscribe(id="sub-0", receipt="gone")
    assert listener.next("receipt").headers["receipt-id"] == "gone"
    listener.connection.send(f"/topic/{name}", "unheard")
    listener.settle()


def test_one_acknowledgement_covers_all_before_it(client: Make, name: str) -> None:
    first = client()
    first.listen(f"/queue/{name}", ack="client")
    for number in range(4):
        first.connection.send(f"/queue/{name}", str(number))
    messages = [first.next("message") for _ in range(4)]
    first.connection.ack(messages[2].headers["ack"], receipt="acknowledged")
    assert first.next("receipt").headers["receipt-id"] == "acknowledged"
    first.leave()
    second = client()
    assert second.held(f"/queue/{name}") == ["3"]


def test_one_acknowledgement_covers_one_message(client: Make, name: str) -> None:
    first = client()
    first.listen(f"/queue/{name}", ack="client-individual")
    for number in range(4):
        first.connection.send(f"/queue/{name}", str(number))
    messages = [first.next("message") for _ in range(4)]
    first.connection.ack(messages[2].headers["ack"], receipt="acknowledged")
    assert first.next("receipt").headers["receipt-id"] == "acknowledged"
    first.leave()
    second = client()
    assert second.held(f"/queue/{name}") == ["0", "1", "3"]


def test_a_refused_message_goes_to_another(client: Make, name: str) -> None:
    publisher, first = client(), client()
    first.listen(f"/queue/{name}", ack="client-individual")
    publisher.connection.send(f"/queue/{name}", "hot potato")
    message = first.next("message")
    second = client()
    second.listen(f"/queue/{name}")
    first.connection.nack(message.headers["ack"])
    assert second.bodies(1) == ["hot potato"]
    first.settle()


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


def test_a_transaction_is_all_or_nothing(client: Make, name: str) -> None:
    publisher, listener = client(), client()
    listener.listen(f"/topic/{name}")
    aborted = publisher.connection.begin()
    committed = publisher.connection.begin()
    publisher.connection.send(f"/topic/{name}", "aborted", transaction=aborted)
    for number in range(3):
        publisher.connection.send(f"/topic/{name}", str(number), transaction=committed)
    publisher.settle()
    listener.settle()
    publisher.connection.send(f"/topic/{name}", "outside")
    assert listener.bodies(1) == ["outside"]
    publisher.connection.abort(aborted)
    publisher.connection.commit(committed, receipt="committed")
    assert publisher.next("receipt").headers["receipt-id"] == "committed"
    assert listener.bodies(3) == ["0", "1", "2"]
    listener.settle()


def test_heart_beats_come_as_agreed(client: Make) -> None:
    beating = client(connect=False, heartbeats=(BEAT_MS, BEAT_MS))
    assert beating.connect().headers["heart-beat"] == f"{BEAT_MS},{BEAT_MS}"
    beating.next("beat", 2 * BEAT_MS / 1000)
    beating.settle()


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


def test_a_client_comes_back_to_a_server_that_was_restarted(start: Start, client: Make, name: str) -> None:
    first = start("--sensor-interval", "off")
    listener = client(first)
    listener.listen(f"/topic/{name}")
    first.stop()
    listener.next("disconnected")
    start("--sensor-interval", "off", port=first.port)
    listener.connect()
    listener.listen(f"/topic/{name}")
    listener.connection.send(f"/topic/{name}", "again")
    assert listener.bodies(1) == ["again"]


def test_a_bad_frame_is_told_and_ends_the_connection(client: Make) -> None:
    mistaken = client()
    mistaken.connection.send_frame("SEND", {"receipt": "r-1"}, "nowhere")
    error = mistaken.next("error")
    assert "destination" in error.headers["message"]
    assert error.headers["receipt-id"] == "r-1"
    mistaken.next("disconnected")


def test_login_and_passcode_are_taken_for_nothing(client: Make) -> None:
    assert client(connect=False).connect(username="guest", passcode="guest").headers["version"] == "1.2"
