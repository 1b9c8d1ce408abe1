"""What belongs to a tenant is sent and heard by that tenant alone, however a destination is written, in each `--stomp-like`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from mock_server import MockServer, launch
from stomp_frames import greenhouse_token
from stomp_socket import Frame, StompSocket, opened

NATIVE = "/ws/greenhouse-native"
ALERTS = "/topic/tenant/DEFAULT/alerts"
# A combining character behind a slash, which is one Character with it but a byte of its own to patterns.
COMBINING = "\u0301"
SPELLINGS = [
    ALERTS,
    "/topic//tenant/DEFAULT/alerts",
    "/topic/tenant//DEFAULT/alerts",
    "//topic/tenant/DEFAULT/alerts",
    "///topic///tenant///DEFAULT///alerts",
    "/topic/tenant/DEFAULT//alerts",
    f"/topic/tenant/{COMBINING}DEFAULT/alerts",
    "/exchange/amq.topic/tenant/DEFAULT/alerts",
    "/exchange/amq.topic//tenant/DEFAULT/alerts",
    "/exchange//amq.topic/tenant/DEFAULT/alerts",
    "/topic/tenant%2FDEFAULT%2Falerts",
    "/topic/%2Ftenant/DEFAULT/alerts",
]
DURABLE = {"durable": "true", "auto_delete": "false"}


@pytest.fixture(scope="module", params=["standard", "spring", "rabbitmq"])
def like(request: pytest.FixtureRequest, binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server of each kind."""
    options = ["--port", "0", "--sensor-interval", "off", "--stomp-like", request.param, "--rate-limit", "off"]
    running = launch(binary, tmp_path_factory.mktemp(request.param), options, {})
    yield running
    running.stop()


@pytest.fixture
def tenant(like: MockServer) -> Iterator[StompSocket]:
    """A session of the tenant, which hears all that is the tenant's."""
    with opened(like, NATIVE) as one:
        one.connect(authorization=f"Bearer {greenhouse_token(like)}")
        for number, destination in enumerate(["/topic/tenant/**", "/topic/tenant/*/alerts", ALERTS]):
            one.send("SUBSCRIBE", id=f"{number}", destination=destination)
        listen(one, "of-tenant")
        yield one


def listen(socket: StompSocket, topic: str) -> None:
    """Subscribes to a topic of the test's, and returns when that and all before was carried out."""
    socket.send("SUBSCRIBE", id="fence", destination=f"/topic/{topic}")
    socket.publish(f"/topic/{topic}", "listening")
    until(socket, "listening")


def until(socket: StompSocket, body: str) -> list[Frame]:
    """What came before the message with this body, or before the end of the session."""
    frames: list[Frame] = []
    with contextlib.suppress(ConnectionClosed):
        while (frame := socket.receive()).body != body:
            frames.append(frame)
    return frames


@pytest.mark.parametrize("destination", SPELLINGS)
def test_nobody_else_sends_to_a_tenant(like: MockServer, tenant: StompSocket, destination: str) -> None:
    with opened(like, NATIVE) as stranger:
        stranger.connect()
        stranger.publish(destination, "forged")
        with contextlib.suppress(ConnectionClosed):
            listen(stranger, "of-stranger")
    tenant.publish("/topic/of-tenant", "last")
    assert until(tenant, "last") == []


@pytest.mark.parametrize("headers", [{}, DURABLE], ids=["plain", "durable"])
@pytest.mark.parametrize("destination", [*SPELLINGS, "/topic/**", "/topic//**", "/topic/*/DEFAULT/*", "**", "//**"])
def test_nobody_else_hears_a_tenant(
    like: MockServer, tenant: StompSocket, destination: str, headers: dict[str, str]
) -> None:
    with opened(like, NATIVE) as stranger:
        stranger.connect()
        stranger.send("SUBSCRIBE", id="secrets", destination=destination, **headers)
        with contextlib.suppress(ConnectionClosed):
            listen(stranger, "of-stranger")
        tenant.publish(ALERTS, "secret")
        tenant.publish("/topic/of-stranger", "last")
        assert [frame.body for frame in until(stranger, "last") if frame.body == "secret"] == []
        with contextlib.suppress(ConnectionClosed):
            stranger.send("UNSUBSCRIBE", id="secrets", **headers)


@pytest.mark.parametrize("pattern", ["**", "*/user/**", "//**", "/user/**"])
def test_nobody_else_hears_a_users_own(like: MockServer, pattern: str) -> None:
    with opened(like, NATIVE) as user, opened(like, NATIVE) as stranger:
        user.connect()
        stranger.connect()
        stranger.send("SUBSCRIBE", id="secrets", destination=pattern)
        with contextlib.suppress(ConnectionClosed):
            listen(stranger, "of-stranger")
        user.send("SUBSCRIBE", id="own", destination="/user/queue/notes")
        user.publish("/user/queue/notes", "secret")
        user.publish("/topic/of-stranger", "last")
        assert [frame.body for frame in until(stranger, "last") if frame.body == "secret"] == []


def test_a_tenant_hears_itself(like: MockServer, tenant: StompSocket) -> None:
    tenant.publish(ALERTS, "own")
    heard = [tenant.receive("MESSAGE") for _ in range(3)]
    assert {frame.headers["destination"] for frame in heard} == {ALERTS}
    assert {frame.headers["subscription"] for frame in heard} == {"0", "1", "2"}


def test_a_test_publishes_as_a_client_does(like: MockServer, tenant: StompSocket) -> None:
    for destination in (ALERTS, "//topic//tenant/DEFAULT/alerts"):
        answer = like.request("POST", "/_mock/messages", body={"destination": destination, "body": "x"})
        # RabbitMQ has no destinations with empty parts.
        assert answer.status in ((202,) if destination == ALERTS else (202, 422)), answer
        if answer.status == 202:
            assert {tenant.receive("MESSAGE").headers["destination"] for _ in range(3)} == {ALERTS}


def test_the_application_and_a_users_own_are_found_however_they_are_written(like: MockServer) -> None:
    with opened(like, NATIVE) as socket:
        socket.connect()
        socket.send("SUBSCRIBE", id="1", destination="/user//queue/status/response")
        socket.publish("//app/status//request", "")
        try:
            frame = socket.receive()
        except ConnectionClosed:
            return
        # RabbitMQ has neither.
        assert frame.command == "ERROR" or frame.headers["destination"] == "/user/queue/status/response"
