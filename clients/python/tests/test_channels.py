"""Channels of custom APIs: what comes first in a call, and what a failed expectation raises; sockets are entered."""

from __future__ import annotations

import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets.sync.client

from mock_api_testing import CallRefusedError, MockServer, NotSatisfiedError, World

COURIER = Path(__file__).resolve().parents[3] / "Seeds" / "examples" / "courier"
LIVE = "/orders/live"


@pytest.fixture
def courier() -> Iterator[World]:
    server = MockServer.shared("", apis={"courier": [COURIER / "openapi.yaml", COURIER / "asyncapi.yaml"]})
    with server.worlds.make("channels") as world:
        yield world


def test_channel_comes_first(courier: World) -> None:
    with courier.connect_socket("/v1/orders/live") as client:
        courier.channels.hold(LIVE, message="order.paid")
        courier.channels.push(LIVE, message="order.paid")
        assert len(courier.channels.messages(LIVE).held) == 1
        assert courier.channels.release(LIVE) == 1
        assert courier.channels.await_message(LIVE, message="order.paid").message == "order.paid"
        assert courier.channels.verify_sent(LIVE, message="order.paid", exactly=1) == 1
        assert courier.channels.verify_sent(channel=LIVE, message="order.paid", exactly=1) == 1
        assert client.wait()


def test_failed_expectation_is_not_a_refusal(courier: World) -> None:
    with pytest.raises(NotSatisfiedError, match=r"^expected exactly 5 of order\.paid of \w+, and found 0") as unmet:
        courier.channels.verify_sent(LIVE, message="order.paid", exactly=5)
    assert isinstance(unmet.value, AssertionError)
    with pytest.raises(NotSatisfiedError, match="did not come within"):
        courier.channels.await_message(LIVE, timeout="1ms")
    with pytest.raises(CallRefusedError, match="no API has a channel") as refused:
        courier.channels.verify_sent("/nowhere")
    assert refused.value.status == 404


def test_account_is_positional_too(mock_world: World) -> None:
    sessions = [mock_world.sign_in("agrobridge", "user_124"), mock_world.sign_in("agrobridge", account="user_124")]
    assert [session.account for session in sessions] == ["user_124", "user_124"]


def test_connection_is_entered_and_left(mock_world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """As websockets 17.1 and later ask for: `connect` there is no connection, but gives one as a context manager."""
    connect = websockets.sync.client.connect
    left: list[bool] = []

    class Connecting:
        def __init__(self, *given: Any, **named: Any) -> None:
            self._opening = connect(*given, **named)

        def __enter__(self) -> Any:
            return self._opening.__enter__()

        def __exit__(
            self, kind: type[BaseException] | None, error: BaseException | None, trace: types.TracebackType | None
        ) -> None:
            left.append(True)
            self._opening.__exit__(kind, error, trace)

    monkeypatch.setattr(websockets.sync.client, "connect", Connecting)
    client = mock_world.connect_socket("/ws")
    client.send({"type": "ping"})
    assert client.wait(lambda message: message["type"] == "pong")
    client.close()
    client.close()
    assert left == [True]
