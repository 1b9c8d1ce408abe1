"""Options of the broker: who may connect and for how long, how often it is heard, and how much it takes."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from mock_server import MockServer
from stomp_socket import opened

Start = Callable[..., MockServer]


def token(server: MockServer) -> str:
    body = {"username": "admin", "password": "password123"}
    return server.request("POST", "/api/v1/auth/login", body=body).json()["token"]


@pytest.mark.parametrize("path", ["/ws/greenhouse", "/ws/greenhouse-native", "/ws/greenhouse/websocket"])
def test_a_handshake_needs_a_token(start: Start, path: str) -> None:
    server = start("--stomp-auth", "handshake", "--sensor-interval", "off")
    for headers in ({}, {"Authorization": "Bearer nonsense"}):
        with pytest.raises(InvalidStatus) as refusal, opened(server, path, additional_headers=headers):
            pass
        assert refusal.value.response.status_code == 401
        assert refusal.value.response.headers["WWW-Authenticate"] == "Bearer"
    with opened(server, path, additional_headers={"Authorization": f"Bearer {token(server)}"}) as socket:
        assert socket.connect().headers["user-name"]
    with opened(server, f"{path}?token={token(server)}") as socket:
        assert socket.connect().headers["user-name"]


def test_a_session_ends_with_its_token(start: Start) -> None:
    server = start("--stomp-auth", "expiring", "--access-ttl", "3600", "--sensor-interval", "off")
    with opened(server) as socket:
        socket.connect(authorization=f"Bearer {token(server)}")
        socket.subscribe("/topic/a")
        server.request("PUT", "/_mock/clock", body={"advance": "PT2H"})
        frame = socket.receive("ERROR")
        assert "expired" in frame.body
        # No frame came in which there could be a place.
        assert "byte" not in frame.body + frame.headers["message"]
        with pytest.raises(ConnectionClosed):
            socket.receive()
    # Signed out is ended as well.
    with opened(server) as socket:
        current = token(server)
        socket.connect(authorization=f"Bearer {current}")
        server.request("POST", "/api/v1/auth/logout", token=current)
        assert socket.receive("ERROR").headers["message"]


def test_others_outlive_their_token(start: Start) -> None:
    server = start("--stomp-auth", "required", "--sensor-interval", "off")
    with opened(server) as socket:
        socket.connect(authorization=f"Bearer {token(server)}")
        server.request("PUT", "/_mock/clock", body={"advance": "P2D"})
        socket.assert_nothing_came()


def test_heart_beats_come_as_often_as_asked_for(start: Start) -> None:
    server = start("--stomp-heart-beat", "100ms", "--sensor-interval", "off")
    with opened(server) as socket:
        assert socket.connect(heart_beat="0,200").headers["heart-beat"] == "100,100"
        begin = time.monotonic()
        assert [socket.connection.recv(timeout=10) for _ in range(5)] == ["\n"] * 5
        # Of the default's ten seconds none would have come yet.
        assert time.monotonic() - begin < 9
    # A loss is noticed after three intervals.
    with opened(server) as socket:
        socket.connect(heart_beat="100,0")
        frame = socket.receive("ERROR")
        assert "heart-beats" in frame.body
        assert "byte" not in frame.body + frame.headers["message"]


def test_amounts(start: Start) -> None:
    server = start(
        "--stomp-max-body", "100", "--stomp-max-subscriptions", "2", "--stomp-max-queue", "3", "--sensor-interval", "off"
    )
    with opened(server) as socket:
        socket.connect()
        for number in range(3):
            socket.publish("/queue/a", "x", receipt=str(number))
            socket.receive("RECEIPT")
        socket.publish("/queue/a", "x", receipt="full")
        assert "full" in socket.receive("ERROR").body
        refused = server.request("POST", "/_mock/messages", body={"destination": "/queue/a", "body": "x"})
        assert (refused.status, b"full" in refused.body, b"at byte" in refused.body) == (409, True, False)
    with opened(server) as socket:
        socket.connect()
        for name in ("a", "b"):
            socket.subscribe(f"/topic/{name}", name)
        socket.send("SUBSCRIBE", id="c", destination="/topic/c")
        assert "2" in socket.receive("ERROR").body
    with opened(server) as socket:
        socket.connect()
        socket.publish("/topic/a", "x" * 101)
        assert "100" in socket.receive("ERROR").body


def test_nobody_speaks_for_another_tenant(start: Start) -> None:
    server = start("--sensor-interval", "off")
    with opened(server) as socket:
        socket.connect(authorization=f"Bearer {token(server)}")
        socket.publish("/topic/tenant/DEFAULT/alerts", "mine")
        socket.assert_nothing_came()
        socket.publish("/topic/tenant/OTHER/alerts", "not mine", receipt="r")
        frame = socket.receive("ERROR")
        assert frame.headers["receipt-id"] == "r"
        assert "tenant is another" in frame.body


def test_readings_of_one_second_have_times_of_their_own(start: Start) -> None:
    server = start("--sensor-interval", "100ms", "--rate-limit", "off")
    current = token(server)
    with opened(server) as socket:
        socket.connect()
        socket.send("SUBSCRIBE", id="s", destination="/topic/greenhouse/messages")
        times = [json.loads(socket.receive("MESSAGE").body)["timestamp"] for _ in range(8)]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d00Z", time) for time in times)
    assert times == sorted(set(times))
    # The calls over HTTP show the same.
    messages = server.request("GET", "/api/v1/greenhouse/messages/recent?limit=100", token=current).json()
    assert set(times) <= {message["timestamp"] for message in messages}
    readings = server.request("GET", "/api/v1/sensors/latest?limit=100", token=current).json()
    assert {reading["time"] for reading in readings} & {message["timestamp"] for message in messages}
