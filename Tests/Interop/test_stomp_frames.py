"""The broker of Invernaderos, by hand-made frames (CONTRACT §2.6)."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from mock_server import MockServer, launch
from stomp_socket import BROKER, TIMEOUT_S, StompSocket, opened, read_frame

Start = Callable[..., MockServer]
Open = Callable[..., StompSocket]

READINGS = "/topic/greenhouse/messages"
QUIET = ["--sensor-interval", "off"]


@pytest.fixture(scope="module")
def server(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server of these tests, through whose broker goes only what they publish."""
    options = ["--port", "0", "--rate-limit", "off", *QUIET]
    running = launch(binary, tmp_path_factory.mktemp("server"), options, {})
    yield running
    running.stop()


@pytest.fixture
def open_socket(server: MockServer) -> Iterator[Open]:
    """Opens sockets and connects them: `open_socket(authorization="Bearer …")`; all are closed in the end."""
    with contextlib.ExitStack() as stack:

        def open_one(path: str = BROKER, at: MockServer | None = None, **headers: str) -> StompSocket:
            socket = stack.enter_context(opened(at or server, path))
            socket.connect(**headers)
            return socket

        yield open_one


@pytest.fixture
def topic(request: pytest.FixtureRequest) -> str:
    """A destination of the test's own."""
    return f"/topic/{request.node.originalname}"


def sign_in(server: MockServer) -> str:
    """The access token of the documented account."""
    body = {"username": "admin", "password": "password123"}
    answer = server.request("POST", "/api/v1/auth/login", body=body)
    assert answer.status == 200, answer
    return answer.json()["token"]


def recent(server: MockServer, token: str) -> list[dict[str, object]]:
    """The readings that REST shows, newest first."""
    answer = server.request("GET", "/api/v1/greenhouse/messages/recent?limit=1000", token=token)
    assert answer.status == 200, answer
    return answer.json()


# The documented clients, byte for byte

NUL = {"Kotlin's six characters": "\\u0000", "NUL": "\0"}


@pytest.mark.parametrize("end", NUL.values(), ids=NUL.keys())
def test_a_documented_client_hears_what_rest_shows(start: Start, end: str) -> None:
    live = start("--rate-limit", "off", "--sensor-interval", "100ms")
    token = sign_in(live)
    with opened(live) as socket:
        assert socket.connection.subprotocol is None
        socket.send_raw(f"CONNECT\naccept-version:1.2\nauthorization:Bearer {token}\n\n{end}")
        connected = socket.connection.recv(timeout=TIMEOUT_S)
        assert connected.startswith("CONNECTED\nversion:1.2\nheart-beat:0,0\n")
        assert connected.endswith("\n\n\0")
        socket.send_raw(f"SUBSCRIBE\nid:sub-0\ndestination:{READINGS}\n\n{end}")
        numbers = set()
        for _ in range(3):
            message = socket.receive("MESSAGE")
            assert message.raw.startswith(
                f"MESSAGE\ndestination:{READINGS}\ncontent-type:application/json\n"
                "subscription:sub-0\nmessage-id:"
            )
            numbers.add(message.headers["message-id"])
            reading = json.loads(message.body)
            assert reading["timestamp"]
            assert reading in recent(live, token)
        assert len(numbers) == 3


def test_a_client_that_cuts_its_nul_off_is_understood(server: MockServer, topic: str) -> None:
    with opened(server) as socket:
        for piece in ("CONNECT\naccept-version:1.2\n\n", "\0"):
            socket.send_raw(piece)
        socket.receive("CONNECTED")
        socket.send_raw(f"SUBSCRIBE\nid:1\ndestination:{topic}\nreceipt:r\n\n")
        socket.send_raw("\0\n")
        assert socket.receive("RECEIPT").headers["receipt-id"] == "r"
        socket.assert_nothing_came()


# Ways in


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (["v12.stomp", "v11.stomp", "v10.stomp"], "v12.stomp"),
        (["v10.stomp", "v11.stomp"], "v11.stomp"),
        (["v10.stomp"], "v10.stomp"),
        (["mqtt", "v12.stomp"], "v12.stomp"),
        (["mqtt"], None),
    ],
)
def test_the_best_subprotocol_is_echoed(server: MockServer, offered: list[str], chosen: str | None) -> None:
    with opened(server, subprotocols=[Subprotocol(name) for name in offered]) as socket:
        assert socket.connection.subprotocol == chosen


@pytest.mark.parametrize("path", [BROKER, f"{BROKER}-native", f"{BROKER}/websocket"])
def test_every_path_leads_to_the_same_broker(
    server: MockServer, open_socket: Open, topic: str, path: str
) -> None:
    listener, publisher = open_socket(path), open_socket()
    listener.subscribe(topic)
    publisher.publish(topic, "hello")
    assert listener.receive("MESSAGE").body == "hello"


def test_sockjs_learns_that_websockets_work(server: MockServer) -> None:
    answer = server.request("GET", f"{BROKER}/info")
    assert answer.status == 200, answer
    info = answer.json()
    assert isinstance(info.pop("entropy"), int)
    assert info == {"websocket": True, "origins": ["*:*"], "cookie_needed": False}


def test_sockjs_has_its_own_framing(server: MockServer, topic: str) -> None:
    address = f"ws://{server.host}:{server.port}{BROKER}/000/abc/websocket"
    with connect(address, proxy=None, compression=None) as connection:

        def ask(text: str) -> list[str]:
            connection.send(json.dumps([text]))
            answer = connection.recv(timeout=TIMEOUT_S)
            assert answer[0] == "a", answer
            return json.loads(answer[1:])

        assert connection.recv(timeout=TIMEOUT_S) == "o"
        [connected] = ask("CONNECT\naccept-version:1.2\n\n\0")
        assert read_frame(connected).command == "CONNECTED"
        [receipt] = ask(f"SUBSCRIBE\nid:1\ndestination:{topic}\nreceipt:r\n\n\0")
        assert read_frame(receipt).headers["receipt-id"] == "r"
        [message] = ask(f"SEND\ndestination:{topic}\n\n“hi”\0")
        assert read_frame(message).body == "“hi”"
        [error] = ask("NONSENSE\n\n\0")
        assert read_frame(error).command == "ERROR"
        closing = connection.recv(timeout=TIMEOUT_S)
        assert closing[0] == "c", closing
        code, reason = json.loads(closing[1:])
        assert (code, bool(reason)) == (1002, True)


@pytest.mark.parametrize("path", [BROKER, f"{BROKER}-native", f"{BROKER}/websocket"])
def test_a_plain_request_is_asked_to_upgrade(server: MockServer, path: str) -> None:
    answer = server.request("GET", path)
    assert answer.status == 426
    assert answer.headers["upgrade"] == "websocket"
    assert "ws://" in answer.json()["detail"]


def test_stomp_at_the_json_channels_learns_where_it_belongs(server: MockServer) -> None:
    with connect(f"ws://{server.host}:{server.port}/ws", proxy=None) as connection:
        connection.send("CONNECT\naccept-version:1.2\n\n\0")
        error = json.loads(connection.recv(timeout=TIMEOUT_S))["error"]
        assert "STOMP" in error["message"]
        assert BROKER in error["message"]


# Destinations

PATTERNS = {
    "/topic/p/*": {"/topic/p/a"},
    "/topic/p/**": {"/topic/p/a", "/topic/p/a/b"},
    "/topic/*/a": {"/topic/p/a", "/topic/q/a"},
    "/topic/?/a": {"/topic/p/a", "/topic/q/a"},
    "/topic/p/a": {"/topic/p/a"},
}


@pytest.mark.parametrize(("pattern", "heard"), PATTERNS.items(), ids=PATTERNS.keys())
def test_a_pattern_hears_what_it_matches(open_socket: Open, pattern: str, heard: set[str]) -> None:
    socket = open_socket()
    socket.subscribe(pattern)
    for destination in ("/topic/p/a", "/topic/p/a/b", "/topic/q/a"):
        socket.publish(destination, destination)
    messages = [socket.receive("MESSAGE") for _ in heard]
    assert {message.body for message in messages} == heard
    assert all(message.headers["destination"] == message.body for message in messages)
    socket.assert_nothing_came()


def test_a_queue_keeps_messages_and_gives_each_to_one(open_socket: Open) -> None:
    queue = "/queue/each-to-one"
    publisher, *consumers = (open_socket() for _ in range(3))
    publisher.publish(queue, "early", receipt="r")
    publisher.receive("RECEIPT")
    for consumer in consumers:
        consumer.send("SUBSCRIBE", id="1", destination=queue)
    for number in range(9):
        publisher.publish(queue, str(number))
    publisher.assert_nothing_came()
    bodies: list[str] = []
    for consumer in consumers:
        consumer.publish("/topic/nobody-listens", "", receipt="end")
        while (frame := consumer.receive()).command == "MESSAGE":
            bodies.append(frame.body)
    assert sorted(bodies) == sorted(["early", *map(str, range(9))])


def test_the_response_to_a_question_is_for_who_asked(open_socket: Open) -> None:
    asking, other = open_socket(), open_socket()
    for socket in (asking, other):
        socket.subscribe("/user/queue/status/response")
    asking.publish("/app/status/request", "{}")
    answer = asking.receive("MESSAGE")
    assert answer.headers["destination"] == "/user/queue/status/response"
    assert isinstance(json.loads(answer.body), dict)
    other.assert_nothing_came()


# Tokens


@pytest.mark.parametrize("name", ["authorization", "Authorization"])
def test_a_valid_token_names_the_user(server: MockServer, name: str) -> None:
    with opened(server) as socket:
        assert socket.connect(**{name: f"Bearer {sign_in(server)}"}).headers["user-name"]


@pytest.mark.parametrize("headers", [{}, {"authorization": "Bearer nonsense"}, {"authorization": ""}])
def test_without_a_valid_token_the_session_is_anonymous(server: MockServer, headers: dict[str, str]) -> None:
    with opened(server) as socket:
        assert "user-name" not in socket.connect(**headers).headers


def test_an_expired_token_is_no_obstacle(start: Start) -> None:
    server = start("--rate-limit", "off", "--access-ttl", "1", *QUIET)
    token = sign_in(server)
    deadline = time.monotonic() + TIMEOUT_S
    while server.request("GET", "/api/v1/greenhouse/messages/recent", token=token).status != 401:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    with opened(server) as socket:
        assert "user-name" not in socket.connect(authorization=f"Bearer {token}").headers


@pytest.mark.parametrize("headers", ["", "authorization:Bearer nonsense\n"], ids=["none", "bad"])
def test_a_server_that_insists_on_tokens_refuses(start: Start, headers: str) -> None:
    strict = start("--stomp-auth", "required", *QUIET)
    with opened(strict) as socket:
        assert socket.connect(authorization=f"Bearer {sign_in(strict)}").headers["user-name"]
    with opened(strict) as socket:
        socket.send_raw(f"CONNECT\naccept-version:1.2\n{headers}\n\0")
        assert "token" in socket.receive("ERROR").headers["message"]
        assert_closed(socket)


def test_a_tenants_alerts_are_for_its_own_sessions(server: MockServer, open_socket: Open) -> None:
    alerts = "/topic/tenant/DEFAULT/alerts"
    member = open_socket(authorization=f"Bearer {sign_in(server)}")
    anonymous = open_socket()
    member.subscribe(alerts)
    for number, pattern in enumerate([alerts, "/topic/tenant/*/alerts", "/topic/**"]):
        anonymous.subscribe(pattern, id=str(number))
    member.publish(alerts, "hot")
    assert member.receive("MESSAGE").body == "hot"
    anonymous.send("UNSUBSCRIBE", id="2", receipt="end")
    assert anonymous.receive().headers["receipt-id"] == "end"


# What is wrong is said


def assert_closed(socket: StompSocket) -> None:
    """Asserts that the server closes, as it does after an ERROR."""
    with pytest.raises(ConnectionClosed) as closed:
        socket.connection.recv(timeout=TIMEOUT_S)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1002


WRONG = {
    "an unknown command": ("HELLO\n\n\0", "HELLO"),
    "a command in small letters": ("send\ndestination:/topic/a\n\n\0", "send"),
    "a header without a colon": ("SEND\ndestination\n\n\0", "destination"),
    "SEND without a destination": ("SEND\n\nbody\0", "destination"),
    "SUBSCRIBE without an id": ("SUBSCRIBE\ndestination:/topic/a\n\n\0", "id"),
    "SUBSCRIBE without a destination": ("SUBSCRIBE\nid:1\n\n\0", "destination"),
    "an unknown ack mode": ("SUBSCRIBE\nid:1\ndestination:/topic/a\nack:never\n\n\0", "never"),
    "an undefined escape": ("SEND\ndestination:/topic/\\a\n\n\0", "escape"),
    "a length that is none": ("SEND\ndestination:/topic/a\ncontent-length:many\n\n\0", "many"),
    "a length that is too short": (
        "SEND\ndestination:/topic/a\ncontent-length:1\n\nlong\0",
        "content-length",
    ),
    "an unknown transaction": ("COMMIT\ntransaction:tx\n\n\0", "tx"),
    "an unknown acknowledgement": ("ACK\nid:77\n\n\0", "77"),
    "a second CONNECT": ("CONNECT\naccept-version:1.2\n\n\0", "CONNECT"),
    "JSON": ('{"type":"subscribe"}', "JSON"),
}


@pytest.mark.parametrize(("text", "words"), WRONG.values(), ids=WRONG.keys())
def test_an_error_says_what_is_wrong(open_socket: Open, text: str, words: str) -> None:
    socket = open_socket()
    socket.send_raw(text)
    error = socket.receive("ERROR")
    assert error.headers["message"]
    assert words in error.headers["message"] + error.body
    assert "expected" in error.body
    assert_closed(socket)


def test_an_error_names_the_receipt(open_socket: Open) -> None:
    socket = open_socket()
    socket.send_raw("SEND\nreceipt:r-1\n\nbody\0")
    assert socket.receive("ERROR").headers["receipt-id"] == "r-1"
    assert_closed(socket)


def test_a_frame_before_connect_is_an_error(server: MockServer, topic: str) -> None:
    with opened(server) as socket:
        socket.publish(topic, "too early")
        assert "CONNECT" in socket.receive("ERROR").body
        assert_closed(socket)


# Who reads slowly


def test_a_subscriber_that_does_not_read_harms_nobody(
    server: MockServer, open_socket: Open, topic: str
) -> None:
    # It has room for few messages, and asks for more than the system's buffers hold.
    count, body = 2000, "x" * 8_000
    with opened(server, max_queue=1) as slow:
        slow.connect()
        slow.subscribe(topic)
        publisher, reader = open_socket(), open_socket()
        reader.subscribe(topic)
        for number in range(count):
            publisher.publish(topic, f"{number} {body}")
            assert reader.receive("MESSAGE").body.partition(" ")[0] == str(number)
