"""What the log and the journal say of the commonest mistakes of STOMP clients, and which credentials work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from mock_server import MockServer, launch
from stomp_socket import opened

USER, PASSWORD = "admin", "password123"


@pytest.fixture
def server(binary: Path, tmp_path: Path) -> Iterator[MockServer]:
    """A server whose log is the test's own."""
    running = launch(binary, tmp_path / "server", ["--port", "0", "--sensor-interval", "off"], {})
    yield running
    running.stop()


def sign_in(server: MockServer) -> str:
    """The access token of the documented account."""
    body = {"username": USER, "password": PASSWORD}
    return server.request("POST", "/api/v1/auth/login", body=body).json()["token"]


def log(server: MockServer) -> str:
    """Everything that the server has logged until its end."""
    server.stop()
    return server.stderr


def remarks(server: MockServer) -> list[tuple[str, str]]:
    """What the journal says is wrong with frames: the kind of mistake, and the message."""
    entries = server.request("GET", "/_mock/requests?kind=frame").json()["requests"]
    found = [finding for entry in entries for finding in entry.get("deviations", [])]
    # That a session relied on this broker's ways is told of any.
    return [(one["location"], one["message"]) for one in found if one["location"] != "compatibilityWarning"]


@pytest.mark.parametrize(
    ("destination", "code", "nearest"),
    [
        ("/topic/greenhouse/mesages", "unknown-destination", "/topic/greenhouse/messages"),
        ("/queue/greenhouse/messages", "unknown-destination", "/topic/greenhouse/messages"),
        ("topic/greenhouse/status", "destination-without-slash", "/topic/greenhouse/status"),
        ("topic/of-the-app", "destination-without-slash", "/topic/of-the-app"),
        ("/topic/tenant/OTHER/alerts", "foreign-destination", "/topic/tenant/DEFAULT/alerts"),
    ],
)
def test_a_destination_where_nothing_comes_is_reported(
    server: MockServer, destination: str, code: str, nearest: str
) -> None:
    token = sign_in(server)
    with opened(server) as socket:
        socket.connect(authorization=f"Bearer {token}")
        socket.subscribe(destination)
    assert [found for found, message in remarks(server) if nearest in message] == [code]
    line = next(line for line in log(server).splitlines() if code in line)
    assert destination in line and nearest in line


@pytest.mark.parametrize(
    "destination", ["/topic/greenhouse/messages", "/topic/of-the-app", "/topic/greenhouse/*", "/app/status/request"]
)
def test_a_good_destination_is_not_told(server: MockServer, destination: str) -> None:
    with opened(server) as socket:
        socket.connect()
        socket.send("SUBSCRIBE", id="s", destination=destination)
        socket.send("DISCONNECT", receipt="r")
        while socket.receive().command != "RECEIPT":
            pass
    assert remarks(server) == []


@pytest.mark.parametrize("name", ["token", "X-Auth-Token", "authorisation", "authorization "])
def test_a_token_in_a_header_that_nobody_reads_is_reported(server: MockServer, name: str) -> None:
    token = sign_in(server)
    with opened(server) as socket:
        assert "user-name" not in socket.connect(**{name: f"Bearer {token}"}).headers
    ((code, message),) = remarks(server)
    assert code == "unread-credential" and name in message and "authorization:Bearer" in message
    assert "unread-credential" in log(server) and token not in log(server)


@pytest.mark.parametrize("name", ["login", "X-Authorization", "Authorization"])
def test_other_credentials_work_and_are_reported(server: MockServer, name: str) -> None:
    token = sign_in(server)
    values = {
        "login": {"login": USER, "passcode": PASSWORD},
        "X-Authorization": {"X-Authorization": f"Bearer {token}"},
        "Authorization": {"Authorization": token},
    }
    with opened(server) as socket:
        assert socket.connect(**values[name]).headers["user-name"]
        socket.subscribe("/topic/tenant/DEFAULT/alerts")
    ((code, _),) = remarks(server)
    assert code == "unusual-credential"
    shown = server.request("GET", "/_mock/requests?kind=frame").body.decode()
    assert token not in shown and PASSWORD not in shown
    assert "unusual-credential" in log(server)


def test_a_wrong_passcode_is_reported(server: MockServer) -> None:
    with opened(server) as socket:
        assert "user-name" not in socket.connect(login=USER, passcode="wrong").headers
    ((code, message),) = remarks(server)
    assert code == "bad-token" and "passcode" in message
    assert "bad-token" in log(server)


def test_padded_names_and_values_are_reported_each_time(server: MockServer) -> None:
    with opened(server) as socket:
        socket.connect()
        for number in range(2):
            socket.send_raw(f"SUBSCRIBE\nid:{number}\ndestination: /topic/a\n\n\0")
            socket.send_raw("SEND\ndestination:/topic/b\nreceipt :x\n\n\0")
        socket.assert_nothing_came()
    found = [code for code, _ in remarks(server)]
    assert found.count("padded-value") == found.count("padded-name") == 2


def test_rest_takes_a_bare_token_as_the_broker_does_and_reports_it(server: MockServer) -> None:
    headers = {"Authorization": sign_in(server)}
    answer = server.request("GET", "/api/v1/statistics/summary", headers=headers)
    assert answer.status != 401
    entries = server.request("GET", "/_mock/requests?path=/api/v1/statistics/summary").json()["requests"]
    assert any("Bearer" in finding["message"] for finding in entries[0]["deviations"])
    assert "has no Bearer before it" in log(server)


def test_handshakes_leave_the_anonymous_requests_to_signing_in(binary: Path, tmp_path: Path) -> None:
    options = ["--port", "0", "--sensor-interval", "off", "--rate-limit", "100/2"]
    server = launch(binary, tmp_path / "limited", options, {})
    try:
        for _ in range(4):
            with opened(server) as socket:
                socket.connect()
        assert sign_in(server)
        sign_in(server)
        body = {"username": USER, "password": PASSWORD}
        refused = server.request("POST", "/api/v1/auth/login", body=body)
        assert refused.status == 429 and b"--rate-limit" in refused.body
    finally:
        server.stop()


def test_text_that_is_not_utf8_is_reported(server: MockServer) -> None:
    with opened(server) as socket:
        # A text frame whose content is no UTF-8: a client of the library cannot be had to send one otherwise.
        socket.connection.protocol.send_text(b"CONNECT\n\xff\xfe\0")
        for data in socket.connection.protocol.data_to_send():
            socket.connection.socket.sendall(data)
        with pytest.raises(ConnectionClosed):
            socket.receive()
    assert "closed with 1007: text on it is not UTF-8" in log(server)


def test_a_mistake_is_said_of_the_message_in_which_its_frame_began(server: MockServer) -> None:
    """A frame may come in several messages of the socket."""
    with opened(server) as socket:
        socket.connect()
        for part in ["SEND\ndestination:/topic/x\n", "first:1\n", "no colon here\n\nhello\0"]:
            socket.send_raw(part)
        socket.receive("ERROR")
    frames = server.request("GET", "/_mock/requests?kind=frame&direction=received").json()["requests"]
    wrong = {frame["payload"]: frame["deviations"] for frame in frames if "deviations" in frame}
    assert list(wrong) == ["SEND\ndestination:/topic/x\n"], wrong
    assert "at byte 34" in wrong["SEND\ndestination:/topic/x\n"][0]["message"], wrong
