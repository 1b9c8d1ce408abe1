"""Live channels and sockets, with the client library `websockets`."""

from __future__ import annotations

import contextlib
import json
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from interspace_client import BASE, Account, documented_account, new_account
from mock_server import MockServer

Start = Callable[..., MockServer]
Open = Callable[..., ClientConnection]

CHANNELS = "/ws"
ECHO = "/_mock/echo"
TIMEOUT_S = 10
MEBIBYTE = 1 << 20


@pytest.fixture
def open_socket() -> Iterator[Open]:
    """Opens sockets: `open_socket(server, "/ws", token="…")`; all are closed in the end."""
    with contextlib.ExitStack() as stack:

        def open_one(
            server: MockServer, path: str = CHANNELS, *, token: str | None = None, **options: Any
        ) -> ClientConnection:
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            address = f"ws://{server.host}:{server.port}{path}"
            settings = {"proxy": None, "max_size": None, "close_timeout": 2, **options}
            socket = connect(address, additional_headers=headers, **settings)
            stack.enter_context(socket)
            return socket

        yield open_one


@pytest.fixture
def other(server: MockServer, request: pytest.FixtureRequest) -> Account:
    """A second account of the test's own."""
    return new_account(server, f"{request.node.nodeid}, other")


def send(socket: ClientConnection, **message: Any) -> None:
    """Sends a message."""
    socket.send(json.dumps(message))


def receive(socket: ClientConnection) -> dict[str, Any]:
    """The next message."""
    return json.loads(socket.recv(timeout=TIMEOUT_S))


def subscribe(socket: ClientConnection, *channels: str) -> None:
    """Subscribes, which is acknowledged."""
    send(socket, type="subscribe", channels=channels)
    answer = receive(socket)
    assert (answer["type"], set(answer["channels"])) == ("subscribed", set(channels))


def assert_nothing_came(socket: ClientConnection) -> None:
    """Asserts that no message is under way: the answer to a question is the next one."""
    send(socket, type="ping")
    assert receive(socket)["type"] == "pong"


def create_profile(server: MockServer, account: Account) -> str:
    """Creates a profile and gives its id."""
    body = {"username": f"user-of-{account.id}", "displayName": "Before"}
    answer = server.request("POST", f"{BASE}/profiles", body=body, token=account.token)
    assert answer.status == 201, answer
    return answer.json()["id"]


def rename(server: MockServer, account: Account, profile: str, name: str) -> dict[str, Any]:
    """Changes a profile over HTTP and gives it as it is now."""
    path = f"{BASE}/profiles/{profile}"
    answer = server.request("PATCH", path, body={"displayName": name}, token=account.token)
    assert answer.status == 200, answer
    return answer.json()


def assert_profile_event(message: dict[str, Any], profile: dict[str, Any]) -> None:
    """Asserts the documented message about a profile."""
    assert (message["type"], message["channel"]) == ("profile_updated", "profile_updates")
    assert message["data"] == profile


def assert_profile_event_follows(
    server: MockServer, account: Account, profile: str, socket: ClientConnection
) -> None:
    """Asserts that a change now is heard."""
    changed = rename(server, account, profile, "After")
    assert_profile_event(receive(socket), changed)


# Whose changes a socket hears


def test_a_change_reaches_every_socket_of_its_account_only(
    server: MockServer, account: Account, other: Account, open_socket: Open
) -> None:
    mine, yours = create_profile(server, account), create_profile(server, other)
    of_account = [open_socket(server, token=account.token) for _ in range(2)]
    of_other = [open_socket(server, token=other.token) for _ in range(2)]
    for socket in of_account + of_other:
        subscribe(socket, "profile_updates", "wallet_updates")
    for owner, profile, hearing, deaf in [
        (account, mine, of_account, of_other),
        (other, yours, of_other, of_account),
    ]:
        changed = rename(server, owner, profile, f"After, by {owner.id}")
        for socket in hearing:
            assert_profile_event(receive(socket), changed)
        for socket in hearing + deaf:
            assert_nothing_came(socket)


def test_changes_come_in_their_order(server: MockServer, account: Account, open_socket: Open) -> None:
    profile = create_profile(server, account)
    socket = open_socket(server, token=account.token)
    subscribe(socket, "profile_updates")
    changes = [rename(server, account, profile, f"Name {number}") for number in range(50)]
    assert [receive(socket)["data"] for _ in changes] == changes


def test_a_new_wallet_is_announced(server: MockServer, account: Account, open_socket: Open) -> None:
    wallets, profiles = (open_socket(server, token=account.token) for _ in range(2))
    subscribe(wallets, "wallet_updates")
    subscribe(profiles, "profile_updates")
    body = {"address": "0x...", "signature": "signed_message", "message": "text", "walletType": "metamask"}
    answer = server.request("POST", f"{BASE}/wallets/connect", body=body, token=account.token)
    assert answer.status == 201, answer
    message = receive(wallets)
    assert (message["type"], message["channel"]) == ("wallet_balance_changed", "wallet_updates")
    assert message["data"] == {**answer.json(), "walletId": answer.json()["id"]}
    assert_nothing_came(profiles)


def test_a_socket_that_unsubscribed_hears_nothing(
    server: MockServer, account: Account, open_socket: Open
) -> None:
    profile = create_profile(server, account)
    leaving, staying = (open_socket(server, token=account.token) for _ in range(2))
    for socket in (leaving, staying):
        subscribe(socket, "profile_updates")
    send(leaving, type="unsubscribe", channels=["profile_updates"])
    assert receive(leaving)["type"] == "unsubscribed"
    assert_profile_event_follows(server, account, profile, staying)
    assert_nothing_came(leaving)


# How a token comes


def by_header(open_socket: Open, server: MockServer, token: str) -> ClientConnection:
    """Shows the token in the handshake's header."""
    return open_socket(server, token=token)


def by_query(open_socket: Open, server: MockServer, token: str) -> ClientConnection:
    """Shows the token in the address."""
    return open_socket(server, f"{CHANNELS}?token={token}")


def by_message(open_socket: Open, server: MockServer, token: str) -> ClientConnection:
    """Shows the token in the first message."""
    socket = open_socket(server)
    send(socket, type="auth", token=token)
    assert receive(socket)["type"] == "authenticated"
    return socket


@pytest.mark.parametrize("show", [by_header, by_query, by_message])
def test_a_token_may_come(
    server: MockServer,
    account: Account,
    open_socket: Open,
    show: Callable[[Open, MockServer, str], ClientConnection],
) -> None:
    profile = create_profile(server, account)
    socket = show(open_socket, server, account.token)
    subscribe(socket, "profile_updates")
    assert_profile_event_follows(server, account, profile, socket)


def test_a_token_that_comes_later_moves_the_subscriptions(
    server: MockServer, account: Account, other: Account, open_socket: Open
) -> None:
    mine, yours = create_profile(server, account), create_profile(server, other)
    socket = open_socket(server, token=account.token)
    subscribe(socket, "profile_updates")
    send(socket, type="auth", token=other.token)
    assert receive(socket) == {"type": "authenticated", "account": other.id}
    rename(server, account, mine, "Unheard")
    assert_nothing_came(socket)
    assert_profile_event_follows(server, other, yours, socket)


def test_without_a_token_a_socket_hears_the_documented_account(start: Start, open_socket: Open) -> None:
    server = start()
    documented = documented_account(server)
    socket = open_socket(server)
    subscribe(socket, "profile_updates")
    assert_profile_event_follows(server, documented, "profile_1", socket)


@pytest.mark.parametrize("show", ["header", "query", "message"])
def test_a_wrong_token_is_reported_and_the_socket_closed(server: MockServer, open_socket: Open, show: str) -> None:
    if show == "header":
        socket = open_socket(server, token="wrong")
    elif show == "query":
        socket = open_socket(server, f"{CHANNELS}?token=wrong")
    else:
        socket = open_socket(server)
        send(socket, type="auth", token="wrong")
    message = receive(socket)
    assert (message["type"], message["error"]["code"]) == ("error", "UNAUTHORIZED")
    with pytest.raises(ConnectionClosed) as closed:
        receive(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401


@pytest.mark.parametrize(
    "text", ["{", "[]", "{}", '{"type":"dance"}', '{"type":"subscribe","channels":["x"]}']
)
def test_a_wrong_message_is_reported_and_the_socket_stays(
    server: MockServer, open_socket: Open, text: str
) -> None:
    socket = open_socket(server)
    socket.send(text)
    assert receive(socket)["type"] == "error"
    assert_nothing_came(socket)


# The protocol


@pytest.mark.parametrize("path", [CHANNELS, ECHO])
def test_compression_is_offered_and_not_taken(server: MockServer, open_socket: Open, path: str) -> None:
    socket = open_socket(server, path, compression="deflate")
    assert socket.request is not None
    assert socket.response is not None
    assert "permessage-deflate" in socket.request.headers["Sec-WebSocket-Extensions"]
    assert "Sec-WebSocket-Extensions" not in socket.response.headers
    assert socket.protocol.extensions == []
    send(socket, type="ping")
    assert receive(socket)["type"] in ("pong", "ping")


TEXTS = {
    "ASCII": "0123456789abcdef" * (MEBIBYTE // 16),
    "2 bytes each": "é" * (MEBIBYTE // 2),
    "4 bytes each": "🦊" * (MEBIBYTE // 4),
}


@pytest.mark.parametrize("compression", ["deflate", None], ids=["compression offered", "not offered"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_the_echo_of_a_mebibyte(
    server: MockServer, open_socket: Open, text: str, compression: str | None
) -> None:
    socket = open_socket(server, ECHO, compression=compression)
    assert len(text.encode()) == MEBIBYTE
    for _ in range(2):
        socket.send(text)
        assert socket.recv(timeout=TIMEOUT_S) == text


def test_the_echo_of_a_mebibyte_in_binary(server: MockServer, open_socket: Open) -> None:
    sent = bytes(range(256)) * (MEBIBYTE // 256)
    socket = open_socket(server, ECHO)
    socket.send(sent)
    assert socket.recv(timeout=TIMEOUT_S) == sent


@pytest.mark.parametrize("size", [1, 1000, 65_536])
def test_the_echo_of_fragments(server: MockServer, open_socket: Open, size: int) -> None:
    text = "¿Qué? 🦊 " * 500
    socket = open_socket(server, ECHO)
    socket.send(text[start : start + size] for start in range(0, len(text), size))
    assert socket.recv(timeout=TIMEOUT_S) == text


def test_more_than_a_mebibyte_is_too_big(server: MockServer, open_socket: Open) -> None:
    socket = open_socket(server, ECHO)
    # The server may close before all is sent.
    with contextlib.suppress(ConnectionClosed):
        socket.send("x" * (MEBIBYTE + 1))
    with pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=TIMEOUT_S)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize("payload", [b"", b"payload", bytes(125)], ids=["empty", "short", "the longest"])
@pytest.mark.parametrize("path", [CHANNELS, ECHO])
def test_a_ping_is_answered(server: MockServer, open_socket: Open, path: str, payload: bytes) -> None:
    socket = open_socket(server, path)
    assert socket.ping(payload).wait(TIMEOUT_S)


def test_a_ping_between_fragments_is_answered(server: MockServer, open_socket: Open) -> None:
    socket = open_socket(server, ECHO)
    answered: list[bool] = []

    def fragments() -> Iterator[str]:
        yield "before"
        answered.append(socket.ping().wait(TIMEOUT_S))
        yield "after"

    socket.send(fragments())
    assert answered == [True]
    assert socket.recv(timeout=TIMEOUT_S) == "beforeafter"


@pytest.mark.parametrize("code", [1000, 1001, 3000, 4999])
def test_a_close_is_answered_with_its_code(server: MockServer, open_socket: Open, code: int) -> None:
    socket = open_socket(server, ECHO)
    socket.close(code, "done")
    assert socket.close_code == code


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_a_stopping_server_goes_away(start: Start, open_socket: Open, number: signal.Signals) -> None:
    server = start("--rate-limit", "off")
    sockets = [open_socket(server, path) for path in (CHANNELS, ECHO) for _ in range(3)]
    server.stop(number)
    for socket in sockets:
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=TIMEOUT_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1001
