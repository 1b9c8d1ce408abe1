"""The live page for tests: its views, how it is opened, and what an app does meanwhile."""

from __future__ import annotations

import contextlib
import http.client
import os
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from browser_page import Page
from mock_server import MockServer
from page_user import User
from process_facts import wait_until

VIEWS = {
    "traffic": "Traffic", "devices": "Devices", "sockets": "Sockets", "channels": "Channels",
    "timeline": "Timeline", "clock": "Clock",
    "worlds": "Worlds", "faults": "Faults", "data": "Data", "sensors": "Sensors", "limits": "Tokens and limits",
}  # fmt: skip
SHOWN = "document.querySelector('#main h1') && !document.querySelector('#main').hasAttribute('aria-busy')"
LIVE = f"{SHOWN} && document.querySelector('#connection')?.innerText === 'Live'"
WIDE, NARROW = (1440, 900), (390, 844)
# What takes long, and hardly ever finds what others do not.
IS_THOROUGH = os.environ.get("MOCK_API_THOROUGH") == "1"
THOROUGH = pytest.mark.skipif(not IS_THOROUGH, reason="only with --thorough")
SIZES = pytest.mark.parametrize(
    "size", [pytest.param(WIDE, id="wide"), pytest.param(NARROW, id="narrow", marks=THOROUGH)]
)
BOTH_SIZES = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])


def control(server: MockServer, method: str, path: str, body: Any = None) -> Any:
    """A call of the control plane, which must succeed."""
    answer = server.request(method, path, body=body)
    assert answer.status < 300, (method, path, answer)
    return answer.json() if answer.body else None


def open_socket(server: MockServer, path: str) -> ClientConnection:
    """A WebSocket of which nobody need read what comes."""
    return connect(f"ws://127.0.0.1:{server.port}{path}", proxy=None, ping_interval=None, max_queue=None)


def open_live(page: Page, server: MockServer, view: str = "traffic") -> None:
    """Opens a view of the page and waits until it follows the server."""
    page.open(f"{server.base_url}/_mock/#/{view}", LIVE)


def await_reads(page: Page, part: str, count: int = 2) -> None:
    """Waits until the page has asked so many times more for addresses that hold a text: of the last but one it has seen
    the answer."""

    def asked() -> int:
        """How often it has asked so far."""
        # What the browser tells of requests comes along with the result.
        page.value("1")
        return sum(part in address for address in page.requests())

    begun = asked()
    assert wait_until(lambda: asked() >= begun + count), part


def await_drawing(page: Page) -> None:
    """Waits until the page has drawn what it knows."""
    page.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")


def go_to(page: Page, view: str) -> None:
    """Shows another view, as its link does."""
    page.value(f"location.hash = '#/{view}'")
    page.wait_for(f"{SHOWN} && document.querySelector('#main .view-{view} h1')")


def raw(server: MockServer, path: str, body: bytes, kind: str = "text/plain") -> int:
    """Posts bytes as they are and gives the status."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=60)
    with contextlib.closing(connection):
        connection.request("POST", path, body, {"Content-Type": kind})
        answer = connection.getresponse()
        answer.read()
        return answer.status


def open_row(user: User, text: str) -> None:
    """Opens the newest row of the traffic with a text."""
    user.click("option", text)
