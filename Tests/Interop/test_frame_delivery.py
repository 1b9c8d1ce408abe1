"""Which frames arrived: what the journal says of them, what `verify` and `wait` count, and resets behind messages."""

from __future__ import annotations

import base64
import http.client
import os
import socket
import ssl
import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from mock_server import MockServer, free_port

Start = Callable[..., MockServer]
PING = '{"type":"ping"}'
SENT = {"kind": "frame", "direction": "sent"}


@pytest.fixture
def server(start: Start) -> MockServer:
    """A server of the test's own, since a test bends all of it."""
    return start()


def bend(server: MockServer, **fault: Any) -> str:
    """Adds a fault of all sockets; gives its id."""
    answer = server.request("POST", "/_mock/faults", body={"fault": fault})
    assert answer.status == 201, answer.body
    return str(answer.json()["id"])


def channels(server: MockServer) -> ClientConnection:
    """A socket that answers each ping with a pong."""
    return connect(f"ws://{server.host}:{server.port}/ws")


def verify(server: MockServer, match: dict[str, Any], **expected: int) -> dict[str, Any]:
    """What the server says of entries."""
    body = {"match": match, **expected}
    result: dict[str, Any] = server.request("POST", "/_mock/requests/verify", body=body).json()
    return result


def wait(server: MockServer, match: dict[str, Any], at_least: int = 1) -> None:
    """Returns when the journal has so many entries."""
    body = {"match": match, "atLeast": at_least, "timeoutMilliseconds": 60_000}
    answer = server.request("POST", "/_mock/requests/wait", body=body).json()
    assert answer["satisfied"], answer


def frames(server: MockServer, query: str = "") -> list[dict[str, Any]]:
    """The journal's frames, the oldest first."""
    found: list[dict[str, Any]] = server.request("GET", f"/_mock/requests?kind=frame{query}").json()["requests"]
    return found


def test_a_dropped_frame_does_not_count(server: MockServer) -> None:
    bend(server, type="dropMessage", nth=1)
    with channels(server) as app:
        for number in range(2):
            app.send(PING)
            # The answer to the first ping is lost.
            if number == 1:
                assert "pong" in str(app.recv(timeout=60))
        assert verify(server, SENT, exactly=1)["satisfied"]
        assert verify(server, {**SENT, "delivered": "any"}, exactly=2)["satisfied"]
        assert verify(server, {**SENT, "delivered": False}, exactly=1)["satisfied"]
        assert verify(server, {**SENT, "ending": "never"}, exactly=1)["satisfied"]
        lost, arrived = [each for each in frames(server) if each["direction"] == "sent"]
        assert (lost["delivered"], lost["ending"], lost["faults"][0]["type"]) == (False, "never", "dropMessage")
        assert (arrived["delivered"], arrived["ending"]) == (True, "whole")
        assert [each["id"] for each in frames(server, "&ending=never")] == [lost["id"]]
        assert [each["id"] for each in frames(server, "&delivered=true&direction=sent")] == [arrived["id"]]
        # Without a kind it means frames.
        listed = server.request("GET", "/_mock/requests?delivered=false").json()["requests"]
        assert [each["id"] for each in listed] == [lost["id"]]


def test_a_verification_says_why_a_frame_does_not_count(server: MockServer) -> None:
    bend(server, type="dropMessage")
    with channels(server) as app:
        app.send(PING)
        wait(server, {**SENT, "delivered": False})
        result = verify(server, SENT)
        assert not result["satisfied"]
        assert any("not delivered" in reason for reason in result["nearest"][0]["reasons"]), result


def test_what_the_session_did_not_get_is_not_delivered(server: MockServer) -> None:
    bend(server, type="dropMessage", direction="incoming", nth=1)
    with channels(server) as app:
        app.send(PING)
        app.send(PING)
        assert "pong" in str(app.recv(timeout=60))
        received = {"kind": "frame", "direction": "received"}
        assert verify(server, received, exactly=1)["satisfied"]
        assert verify(server, {**received, "delivered": "any"}, exactly=2)["satisfied"]


def test_a_held_frame_is_delivered_when_another_releases_it_or_never(server: MockServer) -> None:
    bend(server, type="reorder", direction="outgoing")
    with channels(server) as app:
        app.send(PING)
        # The fault decides after the journal began the entry.
        wait(server, {**SENT, "delivered": False})
        [held] = server.request("GET", "/_mock/requests?kind=frame&direction=sent").json()["pending"]
        assert (held["delivered"], held["ending"], held["faults"][0]["type"]) == (False, "pending", "reorder")
        assert verify(server, SENT, exactly=0)["satisfied"]
        app.send(PING)
        assert "pong" in str(app.recv(timeout=60)) and "pong" in str(app.recv(timeout=60))
        assert verify(server, SENT, exactly=2)["satisfied"]
        app.send(PING)
        wait(server, {"kind": "frame", "direction": "received"}, 3)
        wait(server, {**SENT, "delivered": "any"}, 3)
    wait(server, {**SENT, "ending": "never"})
    assert verify(server, SENT, exactly=2)["satisfied"]


def test_a_frame_whose_socket_closes_before_its_time_is_not_delivered(server: MockServer) -> None:
    bend(server, type="delayMessages", milliseconds=600_000)
    with channels(server) as app:
        app.send(PING)
        wait(server, {**SENT, "delivered": "any"})
        assert verify(server, SENT, exactly=0)["satisfied"]
    wait(server, {**SENT, "ending": "aborted"})
    assert verify(server, {**SENT, "delivered": False}, exactly=1)["satisfied"]


@pytest.mark.parametrize("value", ["yes", "1"])
def test_an_unknown_value_is_refused(server: MockServer, value: str) -> None:
    assert server.request("GET", f"/_mock/requests?delivered={value}").status == 400
    body = {"match": {"delivered": value}}
    assert server.request("POST", "/_mock/requests/verify", body=body).status == 400


class FastSender:
    """A WebSocket client that sends at once whatever it has, reads afterwards, and tells how the connection ended."""

    def __init__(self, server: MockServer, path: str, tls: ssl.SSLContext | None = None, port: int = 0) -> None:
        plain = socket.create_connection((server.host, port or server.port), timeout=60)
        self._socket = (
            tls.wrap_socket(plain, server_hostname="localhost", suppress_ragged_eofs=False) if tls else plain
        )
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        self._socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self._bytes = b""
        while b"\r\n\r\n" not in self._bytes:
            self._bytes += self._socket.recv(4096)
        head, self._bytes = self._bytes.split(b"\r\n\r\n", 1)
        assert head.startswith(b"HTTP/1.1 101"), head

    def send(self, texts: list[str]) -> None:
        """Sends text messages in one piece, with a mask of zeros (RFC 6455 §5.3)."""
        self._socket.sendall(b"".join(b"\x81" + bytes([0x80 | len(each)]) + bytes(4) + each.encode() for each in texts))

    def read_to_end(self) -> tuple[list[bytes], str]:
        """The payloads that came, and whether a reset ended the connection."""
        how = "end"
        try:
            while piece := self._socket.recv(65536):
                self._bytes += piece
        except (ConnectionResetError, ssl.SSLEOFError):
            how = "reset"
        payloads = []
        while len(self._bytes) >= 2:
            size, start = self._bytes[1] & 0x7F, 2
            if size == 126:
                (size,), start = struct.unpack(">H", self._bytes[2:4]), 4
            payloads.append(self._bytes[start : start + size])
            self._bytes = self._bytes[start + size :]
        return payloads, how

    def close(self) -> None:
        """Lets the connection go."""
        self._socket.close()


def test_a_reset_comes_behind_the_messages_that_it_lets_through(server: MockServer) -> None:
    bend(server, type="close", abort=True, afterMessages=4)
    for round_ in range(1, 6):
        with closing(FastSender(server, "/ws")) as app:
            app.send([PING] * 50)
            payloads, how = app.read_to_end()
        assert (len(payloads), how) == (4, "reset"), round_
        wait(server, {**SENT, "delivered": False}, round_)
        assert verify(server, SENT, exactly=4 * round_)["satisfied"]


def test_a_reset_comes_behind_messages_over_tls(start: Start, tmp_path: Path) -> None:
    port = free_port()
    server = start("--tls-port", str(port), "--tls-dir", str(tmp_path / "tls"))
    context = ssl.create_default_context(cafile=tmp_path / "tls" / "ca.pem")
    bend(server, type="close", abort=True, afterMessages=4)
    with closing(FastSender(server, "/ws", context, port)) as app:
        app.send([PING] * 50)
        payloads, how = app.read_to_end()
    assert (len(payloads), how) == (4, "reset")
    wait(server, {**SENT, "delivered": False})
    assert verify(server, SENT, exactly=4)["satisfied"]


def test_a_streamed_response_breaks_off_behind_the_messages(server: MockServer) -> None:
    bend(server, type="close", abort=True, afterMessages=2)
    path = "/ws/greenhouse/000/fast"
    stream = http.client.HTTPConnection(server.host, server.port, timeout=60)
    with closing(stream):
        stream.request("POST", f"{path}/xhr_streaming")
        answer = stream.getresponse()
        answer.readline()
        subscribe = "SUBSCRIBE\nid:{0}\ndestination:/app/status/request\n\n\0"
        connect_frame = "CONNECT\naccept-version:1.2\nhost:x\n\n\0"
        sent = server.request("POST", f"{path}/xhr_send", body=[connect_frame, *map(subscribe.format, range(5))])
        assert sent.status == 204
        with pytest.raises((http.client.IncompleteRead, ConnectionResetError)) as lost:
            answer.read()
    got = lost.value.partial if isinstance(lost.value, http.client.IncompleteRead) else b""
    # The frame that opens the session counts, too.
    assert got.count(b"CONNECTED") == 1 and b"MESSAGE" not in got, got


def test_a_reset_by_hand_reports_what_it_lost(server: MockServer) -> None:
    delay = bend(server, type="delayMessages", milliseconds=600_000)
    with closing(FastSender(server, "/ws")) as app:
        app.send([PING])
        wait(server, {**SENT, "delivered": "any"})
        assert server.request("DELETE", "/_mock/sockets/1", body={"abort": True}).status == 204
        assert app.read_to_end() == ([], "reset")
    wait(server, {**SENT, "delivered": False})
    assert verify(server, SENT, exactly=0)["satisfied"]
    assert server.request("DELETE", f"/_mock/faults/{delay}").status == 204


def test_a_delayed_message_arrives_before_the_reset_behind_it(server: MockServer) -> None:
    bend(server, type="delayMessages", milliseconds=300)
    bend(server, type="close", abort=True, afterMessages=2)
    with closing(FastSender(server, "/ws")) as app:
        app.send([PING] * 10)
        payloads, how = app.read_to_end()
    assert (len(payloads), how) == (2, "reset")
