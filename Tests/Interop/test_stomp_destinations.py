"""What destinations of the broker mean: topics and patterns, queues, a user's own, the application."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from mock_server import MockServer
from stomp_frames import TIMEOUT_S, Open, StompSocket, encode, greenhouse_token, stomp_sockets

Start = Callable[..., MockServer]


@pytest.fixture
def open_stomp() -> Iterator[Open]:
    """Opens sockets of the test's own."""
    with stomp_sockets() as open_one:
        yield open_one


@pytest.fixture
def name(request: pytest.FixtureRequest) -> str:
    """A part of destinations that no other test uses."""
    return "".join(letter if letter.isalnum() else "-" for letter in request.node.name)


@pytest.fixture
def sender(server: MockServer, open_stomp: Open) -> StompSocket:
    """A session that publishes."""
    socket = open_stomp(server)
    socket.connect()
    return socket


def listen(open_stomp: Open, server: MockServer, destination: str, **headers: str) -> StompSocket:
    """A session that hears a destination."""
    socket = open_stomp(server)
    socket.connect()
    socket.subscribe(destination, **headers)
    return socket


# Topics


def test_everyone_who_listens_hears_all_in_order(
    server: MockServer, open_stomp: Open, sender: StompSocket, name: str
) -> None:
    listeners = [listen(open_stomp, server, f"/topic/{name}") for _ in range(5)]
    bodies = [str(number) for number in range(200)]
    for body in bodies:
        sender.send(encode("SEND", body, destination=f"/topic/{name}"))
    for listener in listeners:
        assert listener.bodies(len(bodies)) == bodies


def test_headers_pass_through(server: MockServer, open_stomp: Open, sender: StompSocket, name: str) -> None:
    listener = listen(open_stomp, server, f"/topic/{name}")
    sender.publish(f"/topic/{name}", "body", content_type="text/plain", mood="a\\cb\\nc\\\\d", empty="")
    headers = listener.message().headers
    assert (headers["mood"], headers["empty"]) == ("a\\cb\\nc\\\\d", "")
    assert (headers["destination"], headers["subscription"]) == (f"/topic/{name}", "sub-0")
    assert "receipt" not in headers


PATTERNS = {
    "*": ["a", "b"],
    "**": ["", "a", "b", "a/x", "a/x/y"],
    "a/*": ["a/x"],
    "a/**": ["a", "a/x", "a/x/y"],
    "?": ["a", "b"],
    "a": ["a"],
}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_choose_topics(
    server: MockServer, open_stomp: Open, sender: StompSocket, name: str, pattern: str
) -> None:
    listener = listen(open_stomp, server, f"/topic/{name}/{pattern}")
    for topic in ["a", "b", "a/x", "a/x/y"]:
        sender.publish(f"/topic/{name}/{topic}", topic)
    sender.publish(f"/topic/{name}2/a", "of another")
    expected = [topic for topic in PATTERNS[pattern] if topic]
    heard = [listener.message() for _ in expected]
    assert [frame.body for frame in heard] == expected
    assert [frame.headers["destination"] for frame in heard] == [f"/topic/{name}/{topic}" for topic in expected]
    listener.assert_nothing_came()


@pytest.mark.parametrize("pattern", ["/topic/greenhouse/*", "/topic/greenhouse/**", "/topic/**"])
def test_patterns_hear_readings(start: Start, open_stomp: Open, pattern: str) -> None:
    server = start("--sensor-interval", "50ms")
    heard = {listen(open_stomp, server, pattern).message().headers["destination"] for _ in range(3)}
    assert "/topic/greenhouse/messages" in heard


def test_two_subscriptions_hear_twice_until_one_ends(
    server: MockServer, open_stomp: Open, sender: StompSocket, name: str
) -> None:
    listener = listen(open_stomp, server, f"/topic/{name}", id="one")
    listener.subscribe(f"/topic/{name}", id="two")
    sender.publish(f"/topic/{name}", "first")
    assert {listener.message().headers["subscription"] for _ in range(2)} == {"one", "two"}
    listener.perform("UNSUBSCRIBE", id="one")
    sender.publish(f"/topic/{name}", "second")
    assert listener.message().headers["subscription"] == "two"
    listener.assert_nothing_came()


# Queues


def test_messages_of_a_queue_go_to_one_consumer_each(
    server: MockServer, open_stomp: Open, sender: StompSocket, name: str
) -> None:
    consumers = [listen(open_stomp, server, f"/queue/{name}") for _ in range(3)]
    sent = [str(number) for number in range(9)]
    for body in sent:
        sender.publish(f"/queue/{name}", body)
    heard = [consumer.bodies(3) for consumer in consumers]
    assert sorted(body for bodies in heard for body in bodies) == sent
    assert all(bodies == sorted(bodies) for bodies in heard)
    for consumer in consumers:
        consumer.assert_nothing_came()


def test_a_queue_keeps_what_nobody_consumes(
    server: MockServer, open_stomp: Open, sender: StompSocket, name: str
) -> None:
    sent = [str(number) for number in range(20)]
    for body in sent:
        sender.publish(f"/queue/{name}", body)
    assert listen(open_stomp, server, f"/queue/{name}").bodies(20) == sent


@pytest.mark.parametrize("ends", ["close", "disconnect", "unsubscribe", "nack"])
def test_what_was_not_acknowledged_goes_to_the_next(
    server: MockServer, open_stomp: Open, sender: StompSocket, name: str, ends: str
) -> None:
    first = listen(open_stomp, server, f"/queue/{name}", id="q", ack="client-individual")
    for body in ("one", "two", "three"):
        sender.publish(f"/queue/{name}", body)
    got = [first.message() for _ in range(3)]
    first.perform("ACK", id=got[1].headers["ack"])
    second = listen(open_stomp, server, f"/queue/{name}", id="q2", ack="client-individual")
    if ends == "close":
        first.connection.close()
    elif ends == "disconnect":
        first.perform("DISCONNECT")
    elif ends == "unsubscribe":
        first.perform("UNSUBSCRIBE", id="q")
    else:
        for frame in (got[0], got[2]):
            first.perform("NACK", id=frame.headers["ack"])
    again = [second.message() for _ in range(2)]
    assert [frame.body for frame in again] == ["one", "three"]
    assert all(frame.headers["redelivered"] == "true" for frame in again)
    second.assert_nothing_came()


# A user's own, and the application


def test_a_users_queue_is_the_sessions_own(server: MockServer, open_stomp: Open) -> None:
    mine, yours = (listen(open_stomp, server, "/user/queue/notes") for _ in range(2))
    mine.publish("/user/queue/notes", "to myself")
    assert mine.bodies(1) == ["to myself"]
    yours.assert_nothing_came()


def test_a_user_is_reached_by_name(server: MockServer, open_stomp: Open, sender: StompSocket) -> None:
    stranger = listen(open_stomp, server, "/user/queue/notes")
    user = open_stomp(server)
    named = user.connect(authorization=f"Bearer {greenhouse_token(server)}").headers["user-name"]
    user.subscribe("/user/queue/notes")
    sender.publish(f"/user/{named}/queue/notes", "to a user")
    assert user.bodies(1) == ["to a user"]
    stranger.assert_nothing_came()


def test_the_application_sends_the_status_to_the_client_that_asks(start: Start, open_stomp: Open) -> None:
    server = start("--sensor-interval", "50ms")
    asking, other = (listen(open_stomp, server, "/user/queue/status/response") for _ in range(2))
    asking.send(encode("SEND", "", destination="/app/status/request"))
    answer = asking.message()
    assert answer.headers["destination"] == "/user/queue/status/response"
    assert answer.headers["content-type"] == "application/json"
    assert {"tenantId", "status", "greenhouses", "timestamp"} <= set(answer.json())
    other.assert_nothing_came()


def test_a_destination_that_nobody_knows_is_silent(
    server: MockServer, open_stomp: Open, sender: StompSocket, name: str
) -> None:
    listener = listen(open_stomp, server, f"/no/such/{name}")
    listener.assert_nothing_came()
    sender.perform("SEND", "to nobody", destination="/app/no/such/thing")
    sender.assert_nothing_came()


# Those who read too slowly


def test_a_slow_reader_harms_nobody(start: Start, open_stomp: Open) -> None:
    server = start("--rate-limit", "off", "--sensor-interval", "off")
    _slow = listen(open_stomp, server, "/topic/flood")
    # Nobody takes what comes here: the client stops to read after 16 messages, then the buffers fill.
    quick, sender = listen(open_stomp, server, "/topic/flood"), open_stomp(server)
    sender.connect()
    count, body = 2000, "x" * 20_000
    for number in range(count):
        sender.send(encode("SEND", f"{number} {body}", destination="/topic/flood"))
        assert quick.message().body.split(" ")[0] == str(number)
    quick.assert_nothing_came()
    deadline = time.monotonic() + TIMEOUT_S
    while "reads too slowly" not in server.stderr:
        assert time.monotonic() < deadline, server.stderr
        time.sleep(0.01)
