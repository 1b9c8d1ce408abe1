"""`--stomp-like spring`: what differs from this server's own broker, as it was measured with a simple broker of Spring's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from mock_server import MockServer, launch
from stomp_socket import StompSocket, opened

SOCKJS, NATIVE = "/ws/greenhouse", "/ws/greenhouse-native"
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


@pytest.fixture(scope="module")
def spring(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server that behaves so."""
    options = ["--port", "0", "--sensor-interval", "off", "--stomp-like", "spring", "--rate-limit", "off"]
    running = launch(binary, tmp_path_factory.mktemp("spring"), options, {})
    yield running
    running.stop()


@pytest.fixture
def socket(spring: MockServer) -> Iterator[StompSocket]:
    with opened(spring, NATIVE) as one:
        yield one


def settle(socket: StompSocket, marker: str, own: str = "own") -> None:
    """Returns when all that was sent is done: a message that comes to oneself is the next one."""
    socket.publish(f"/topic/{own}", marker)
    assert socket.receive("MESSAGE").body == marker


def connected(socket: StompSocket, own: str = "own") -> None:
    """Connects, and listens to what `settle` sends."""
    socket.connect()
    socket.send("SUBSCRIBE", id="own", destination=f"/topic/{own}")


def test_a_raw_upgrade_at_the_sockjs_path_is_greeted(spring: MockServer) -> None:
    answer = spring.request("GET", SOCKJS, headers=UPGRADE)
    assert (answer.status, answer.body) == (200, b"Welcome to SockJS!\n")
    assert spring.request("GET", f"{SOCKJS}/info").json()["websocket"] is True


def test_connected_names_neither_server_nor_session(socket: StompSocket) -> None:
    frame = socket.connect(heart_beat="0,0")
    assert frame.headers == {"version": "1.2", "heart-beat": "10000,10000"}


def test_a_literal_null_is_never_answered(socket: StompSocket) -> None:
    socket.send_raw("CONNECT\naccept-version:1.2\n\n\\u0000")
    with pytest.raises(TimeoutError):
        socket.connection.recv(timeout=3)


def test_only_disconnect_gets_a_receipt(socket: StompSocket) -> None:
    connected(socket)
    socket.send("SUBSCRIBE", id="a", destination="/topic/a", receipt="one")
    socket.publish("/topic/b", "x", receipt="two")
    settle(socket, "done")
    socket.send("DISCONNECT", receipt="three")
    assert socket.receive("RECEIPT").headers["receipt-id"] == "three"


def test_queues_are_heard_by_all_and_lost_without_listeners(spring: MockServer, socket: StompSocket) -> None:
    connected(socket)
    socket.publish("/queue/work", "lost")
    with opened(spring, NATIVE) as other:
        connected(other, "other")
        for one, own in ((socket, "own"), (other, "other")):
            one.send("SUBSCRIBE", id="work", destination="/queue/work")
            settle(one, "ready", own)
        socket.publish("/queue/work", "both")
        assert [one.receive("MESSAGE").body for one in (socket, other)] == ["both", "both"]


def test_acknowledgements_and_transactions_are_ignored(socket: StompSocket) -> None:
    connected(socket)
    socket.send("SUBSCRIBE", id="a", destination="/queue/a", ack="client-individual")
    socket.send("BEGIN", transaction="t")
    socket.publish("/queue/a", "at once", transaction="t")
    frame = socket.receive("MESSAGE")
    assert frame.body == "at once"
    assert "ack" not in frame.headers
    for command in ("ACK", "NACK"):
        socket.send(command, id="nothing")
    socket.send("ABORT", transaction="t")
    socket.send("COMMIT", transaction="never")
    settle(socket, "alive")


def test_an_id_may_have_two_subscriptions(socket: StompSocket) -> None:
    connected(socket)
    for destination in ("/topic/a", "/topic/b"):
        socket.send("SUBSCRIBE", id="twice", destination=destination)
    for destination in ("/topic/a", "/topic/b"):
        socket.publish(destination, destination)
        frame = socket.receive("MESSAGE")
        assert (frame.body, frame.headers["subscription"]) == (destination, "twice")
    socket.send("UNSUBSCRIBE", id="twice")
    socket.publish("/topic/a", "nobody")
    socket.publish("/topic/b", "nobody")
    settle(socket, "quiet")


def test_messages_have_plain_ids_and_no_content_type_of_the_server(socket: StompSocket) -> None:
    connected(socket)
    socket.publish("/topic/own", "a")
    first = socket.receive("MESSAGE")
    assert re.fullmatch(r"[0-9a-f]+-1", first.headers["message-id"])
    assert "content-type" not in first.headers
    socket.publish("/topic/own", "{}", content_type="application/json")
    assert socket.receive("MESSAGE").headers["content-type"] == "application/json"


def test_an_error_is_bare_and_the_socket_stays_open(socket: StompSocket) -> None:
    connected(socket)
    socket.send_raw("HELLO\n\n\0")
    frame = socket.receive("ERROR")
    assert frame.body == ""
    assert set(frame.headers) == {"message", "content-length"}
    settle(socket, "open")


def test_too_much_is_closed_with_1009(socket: StompSocket) -> None:
    connected(socket)
    socket.publish("/topic/own", "x" * 70_000)
    with pytest.raises(ConnectionClosed) as closed:
        socket.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_other_destinations_are_dropped(socket: StompSocket) -> None:
    connected(socket)
    socket.send("SUBSCRIBE", id="a", destination="/exchange/a")
    socket.publish("/exchange/a", "nobody")
    settle(socket, "quiet")


def test_compatibility_warnings_are_reported_once_at_the_end(binary: Path, tmp_path: Path) -> None:
    """Of this server's own broker, and of no session that needs none."""
    server = launch(binary, tmp_path / "own", ["--port", "0", "--sensor-interval", "off"], {})
    with opened(server) as one:
        one.connect()
        one.send("SUBSCRIBE", id="a", destination="/topic/a")
        one.publish("/topic/a", "x")
        one.receive("MESSAGE")
        one.send("DISCONNECT", receipt="r")
        one.receive("RECEIPT")
    with opened(server) as one:
        one.connect()
        for name in ("a", "b"):
            one.subscribe(f"/queue/{name}", name, ack="client")
        one.send("DISCONNECT", receipt="r")
        one.receive("RECEIPT")
    server.stop()
    lines = [line for line in server.stderr.splitlines() if "would not have kept" in line]
    assert len(lines) == 1
    for word in ("receipts", "acknowledgements", "queue"):
        assert word in lines[0]
