"""The broker with stomp.py, a client library of many years, over WebSocket."""

from __future__ import annotations

import contextlib
import queue
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import stomp
from stomp.utils import Frame

from mock_server import MockServer, free_port
from stomp_frames import BROKER, READINGS, TIMEOUT_S, greenhouse_token, recent_messages

Start = Callable[..., MockServer]


class Client(stomp.ConnectionListener):
    """A connection of stomp.py and what it has heard."""

    def __init__(self, server: MockServer, **options: Any) -> None:
        self.heard: dict[str, queue.Queue[Any]] = {}
        settings = {"ws_path": BROKER, "timeout": 3 * TIMEOUT_S, **options}
        self.connection = stomp.WSStompConnection([(server.host, server.port)], **settings)
        self.connection.set_listener("test", self)
        self.count = 0

    def note(self, what: str, value: Any) -> None:
        """Keeps what the library told."""
        self.heard.setdefault(what, queue.Queue()).put(value)

    def next(self, what: str, timeout: float = TIMEOUT_S) -> Any:
        """The next of what the library tells: `message`, `receipt`, `error`, `connected` or `disconnected`."""
        return self.heard.setdefault(what, queue.Queue()).get(timeout=timeout)

    def has(self, what: str) -> bool:
        """Whether something was told that nobody took."""
        return not self.heard.setdefault(what, queue.Queue()).empty()

    def on_connected(self, frame: Frame) -> None:
        self.note("connected", frame)

    def on_message(self, frame: Frame) -> None:
        self.note("message", frame)

    def on_receipt(self, frame: Frame) -> None:
        self.note("receipt", frame.headers["receipt-id"])

    def on_error(self, frame: Frame) -> None:
        self.note("error", frame)

    def on_heartbeat(self) -> None:
        self.note("heartbeat", None)

    def on_disconnected(self) -> None:
        self.note("disconnected", None)

    def on_heartbeat_timeout(self) -> None:
        self.note("heartbeat timeout", None)

    def bodies(self, count: int) -> list[str]:
        """The bodies of the next messages."""
        return [self.next("message").body for _ in range(count)]

    def settle(self) -> None:
        """Waits until the server has done everything asked of it."""
        self.count += 1
        receipt = f"settled-{self.count}"
        self.connection.send("/topic/nobody", "settle", receipt=receipt)
        assert self.next("receipt") == receipt

    def subscribe(self, destination: str, id: str = "sub-0", ack: str = "auto") -> None:
        """Subscribes; from the return on nothing is missed."""
        self.connection.subscribe(destination, id=id, ack=ack)
        self.settle()


Connect = Callable[..., Client]


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Connects clients of the test's own; all are disconnected in the end."""
    with contextlib.ExitStack() as stack:

        def connect_one(server: MockServer, headers: dict[str, str] | None = None, **options: Any) -> Client:
            client = Client(server, **options)
            client.connection.connect(wait=True, with_connect_command=True, headers=headers or {})
            stack.callback(disconnect, client)
            client.next("connected")
            return client

        yield connect_one


def disconnect(client: Client) -> None:
    """Ends a connection unless it has ended."""
    with contextlib.suppress(stomp.exception.NotConnectedException):
        client.connection.disconnect()


def test_readings_arrive(start: Start, connect: Connect) -> None:
    server = start("--rate-limit", "off", "--sensor-interval", "50ms")
    client = connect(server)
    client.subscribe(READINGS)
    bodies = client.bodies(5)
    stored = recent_messages(server, greenhouse_token(server))
    assert set(bodies) <= set(stored)


def test_messages_of_other_clients_arrive_with_their_headers(server: MockServer, connect: Connect) -> None:
    hearing, sending = connect(server), connect(server)
    hearing.subscribe("/topic/stomp-py", id="mine")
    sending.connection.send("/topic/stomp-py", "¿Qué? 🦊", content_type="text/x-test", headers={"mood": "a:b\nc\\"})
    message = hearing.next("message")
    assert message.body == "¿Qué? 🦊"
    assert message.headers["subscription"] == "mine"
    assert message.headers["content-type"] == "text/x-test"
    assert message.headers["mood"] == "a:b\nc\\"


def test_nothing_arrives_after_unsubscribing(server: MockServer, connect: Connect) -> None:
    client = connect(server)
    client.subscribe("/topic/stomp-py-leave")
    client.connection.unsubscribe("sub-0")
    client.connection.send("/topic/stomp-py-leave", "unheard")
    client.settle()
    assert not client.has("message")


@pytest.mark.parametrize(
    ("ack", "redelivered"),
    [("client", ["3"]), ("client-individual", ["1", "3"]), ("auto", [])],
)
def test_what_was_not_acknowledged_is_delivered_again(
    server: MockServer, connect: Connect, ack: str, redelivered: list[str]
) -> None:
    destination = f"/queue/stomp-py-{ack}"
    first, second = connect(server), connect(server)
    first.subscribe(destination, ack=ack)
    for body in ("1", "2", "3"):
        first.connection.send(destination, body)
    got = [first.next("message") for _ in range(3)]
    if ack != "auto":
        first.connection.ack(got[1].headers["ack"])
    first.settle()
    first.connection.disconnect()
    first.next("disconnected")
    second.subscribe(destination, ack="auto")
    second.connection.send(destination, "last")
    assert second.bodies(len(redelivered) + 1) == [*redelivered, "last"]


def test_a_rejected_message_goes_to_another_consumer(server: MockServer, connect: Connect) -> None:
    first, second = connect(server), connect(server)
    first.subscribe("/queue/stomp-py-nack", ack="client-individual")
    first.connection.send("/queue/stomp-py-nack", "task")
    message = first.next("message")
    second.subscribe("/queue/stomp-py-nack", ack="client-individual")
    first.connection.nack(message.headers["ack"])
    again = second.next("message")
    assert (again.body, again.headers["redelivered"]) == ("task", "true")
    second.connection.ack(again.headers["ack"])
    second.settle()


@pytest.mark.parametrize(("ends", "heard"), [("commit", ["1", "2", "after"]), ("abort", ["after"])])
def test_a_transaction_is_heard_whole_or_not(
    server: MockServer, connect: Connect, ends: str, heard: list[str]
) -> None:
    destination = f"/topic/stomp-py-{ends}"
    hearing, sending = connect(server), connect(server)
    hearing.subscribe(destination)
    transaction = sending.connection.begin()
    for body in ("1", "2"):
        sending.connection.send(destination, body, transaction=transaction)
    sending.settle()
    hearing.settle()
    assert not hearing.has("message")
    getattr(sending.connection, ends)(transaction)
    sending.connection.send(destination, "after")
    assert hearing.bodies(len(heard)) == heard


def test_every_frame_gets_its_receipt(server: MockServer, connect: Connect) -> None:
    client = connect(server)
    client.connection.subscribe("/topic/stomp-py-receipts", id="1", headers={"receipt": "subscribed"})
    client.connection.send("/topic/stomp-py-receipts", "body", receipt="sent")
    client.connection.begin("t", headers={"receipt": "begun"})
    client.connection.commit("t", headers={"receipt": "committed"})
    client.connection.unsubscribe("1", headers={"receipt": "unsubscribed"})
    expected = ["subscribed", "sent", "begun", "committed", "unsubscribed"]
    assert [client.next("receipt") for _ in expected] == expected
    client.connection.disconnect(receipt="gone")
    assert client.next("receipt") == "gone"
    client.next("disconnected")


def test_heart_beats_are_agreed_on_and_come(server: MockServer) -> None:
    client = Client(server, heartbeats=(10_000, 10_000))
    client.connection.connect(wait=True)
    try:
        assert client.next("connected").headers["heart-beat"] == "10000,10000"
        # The server's interval is ten seconds.
        assert client.next("heartbeat", timeout=2 * TIMEOUT_S) is None
        client.settle()
        assert not client.has("heartbeat timeout")
    finally:
        disconnect(client)


def test_a_mistake_is_reported_and_ends_the_connection(server: MockServer, connect: Connect) -> None:
    client = connect(server)
    client.connection.send_frame("COMMIT", {"transaction": "none", "receipt": "r-1"})
    error = client.next("error")
    assert error.headers["receipt-id"] == "r-1"
    assert "transaction" in error.headers["message"]
    assert "unknown-transaction" in error.body
    client.next("disconnected")


def test_a_refused_token_is_reported(start: Start) -> None:
    client = Client(start("--stomp-auth", "required"))
    client.connection.connect(wait=False, headers={"authorization": "Bearer wrong"})
    assert "token" in client.next("error").headers["message"]
    client.next("disconnected")


def test_a_server_that_stops_is_noticed_and_its_successor_is_found(start: Start, connect: Connect) -> None:
    options = ["--sensor-interval", "50ms"]
    port = free_port()
    first = start(*options, port=port)
    client = connect(first)
    client.subscribe(READINGS)
    client.bodies(1)
    first.stop(signal.SIGTERM)
    client.next("disconnected")
    client.heard.pop("message", None)
    start(*options, port=port)
    client.connection.connect(wait=True)
    client.subscribe(READINGS)
    client.bodies(2)
