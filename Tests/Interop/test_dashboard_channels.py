"""The live page's view of channels, used as a person does."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection

from accessibility import violations
from browser_page import Page
from dashboard_page import BOTH_SIZES, NARROW, control, open_live, open_socket
from mock_server import MockServer
from page_user import User

Start = Callable[..., MockServer]

ROOT = Path(__file__).resolve().parents[2]
COURIER = [ROOT / "Seeds/examples/courier/openapi.yaml", ROOT / "Seeds/examples/courier/asyncapi.yaml"]
ORDERS, ROOM = ("region", "courier orders"), ("region", "courier room")
MESSAGES = ("region", "Messages")
TIMEOUT_S = 10


@pytest.fixture
def server(start: Start) -> MockServer:
    """A server whose API has channels."""
    options = ["--only", "courier"]
    for file in COURIER:
        options += ["--api", f"courier={file}"]
    return start(*options)


@contextlib.contextmanager
def listening(server: MockServer, path: str) -> Iterator[ClientConnection]:
    """A client of a channel."""
    with open_socket(server, path) as socket:
        yield socket


def receive(socket: ClientConnection) -> dict[str, object]:
    """The next message."""
    return json.loads(socket.recv(timeout=TIMEOUT_S))


def place(server: MockServer, item: str) -> None:
    """Places an order."""
    assert server.request("POST", "/v1/orders", body={"item": item, "quantity": 2}).status == 201


@BOTH_SIZES
def test_shows_channels_and_what_triggered_their_messages(
    page: Page, user: User, server: MockServer, size: tuple[int, int]
) -> None:
    page.look(*size)
    with listening(server, "/v1/orders/live") as orders, listening(server, "/v1/rooms/7/live") as room:
        receive(room)
        open_live(page, server, "channels")
        user.sees("1 listener", *ORDERS)
        assert "when one of the orders is created" in user.sees("order.created", *ORDERS)
        user.sees("POST /rooms/{roomId}/messages", *ROOM)
        place(server, "Cups")
        receive(orders)
        user.sees("a write: orders/", *MESSAGES)
        room.send(json.dumps({"type": "message.send", "requestId": "r"}))
        assert receive(room)["type"] == "error"
        assert "in response: message.send" in user.sees("arrived, but breaks its schema: ", *MESSAGES)
        user.choose("of", "courier orders")
        page.wait_for("!document.querySelector('.messages').innerText.includes('message.send')")
        user.sees("order.created", *MESSAGES)
        assert violations(page, within="#main") == []
        if size == NARROW:
            assert page.value("document.documentElement.scrollWidth <= innerWidth")
    assert page.complaints() == []


def test_pushes_a_message(page: Page, user: User, server: MockServer) -> None:
    with listening(server, "/v1/rooms/7/live") as socket:
        receive(socket)
        open_live(page, server, "channels")
        user.click("button", "Push typing")
        user.fill("Address", "/rooms/7/live")
        user.fill("Payload", "{")
        user.click("button", "Push", ("dialog", "Push typing"))
        user.sees("The payload is not valid JSON: line 1, column 2", "dialog", "Push typing")
        user.fill("Payload", '{"type": "typing", "name": "the page"}')
        user.click("button", "Push", ("dialog", "Push typing"))
        user.sees_status("typing went to 1 listener")
        assert receive(socket) == {"type": "typing", "name": "the page"}
        user.sees("a push", *MESSAGES)
        # The next push begins with that payload; one that breaks the schema is sent, and said to.
        user.click("button", "Push typing")
        user.fill("Address", "/rooms/7/live")
        payload = page.value("document.querySelector('dialog textarea').value")
        assert json.loads(payload) == {"type": "typing", "name": "the page"}
        user.fill("Payload", '{"type": "typing", "name": 7}')
        user.click("button", "Push", ("dialog", "Push typing"))
        user.sees_status("typing went to 1 listener, but breaks its schema")
        assert page.value("document.querySelector('#said .bad') !== null")
        assert receive(socket) == {"type": "typing", "name": 7}
        user.sees("arrived, but breaks its schema", *MESSAGES)
    assert page.complaints() == []


def test_holds_back_and_releases(page: Page, user: User, server: MockServer) -> None:
    with listening(server, "/v1/orders/live") as socket:
        open_live(page, server, "channels")
        user.click("button", "Hold back: order.created")
        user.sees_status("order.created is held back")
        place(server, "One")
        place(server, "Two")
        user.sees("2 held back", *ORDERS)
        user.sees("held back", *MESSAGES)
        user.click("button", "Release the first of orders")
        assert receive(socket)["order"]["item"] == "One"  # type: ignore[index]
        user.sees("1 held back", *ORDERS)
        user.click("button", "Release orders")
        user.sees_status("1 of orders is sent")
        assert receive(socket)["order"]["item"] == "Two"  # type: ignore[index]
        user.click("button", "Hold all back: orders")
        user.sees_status("Messages of orders are held back")
        user.click("button", "Hold all back: orders")
        user.sees_status("Messages of orders are sent again")
        channels = control(server, "GET", "/_mock/channels")["channels"]
        assert not any(channel["holds"] for channel in channels)
    assert page.complaints() == []
