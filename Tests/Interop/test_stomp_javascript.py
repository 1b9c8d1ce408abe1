"""The broker with stomp.js, the client of web pages, under node."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from javascript_client import JavaScriptClient, javascript_client
from mock_server import MockServer
from stomp_frames import BROKER, greenhouse_token

SCRIPT = Path(__file__).parent / "js" / "scenarios.js"
SCENARIOS = [
    "connects",
    "receives",
    "sends_large_messages_in_pieces",
    "acknowledges",
    "transacts",
    "unsubscribes",
    "beats",
    "is_told_of_mistakes",
    "leaves",
]


@pytest.fixture(scope="module")
def client() -> JavaScriptClient:
    """The client, or the reason why it cannot be had."""
    return javascript_client()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_client(client: JavaScriptClient, start: Callable[..., MockServer], scenario: str) -> None:
    server = start("--rate-limit", "off", "--sensor-interval", "50ms")
    url = f"ws://{server.host}:{server.port}{BROKER}"
    done = client.run(SCRIPT, url, scenario, greenhouse_token(server))
    assert (done.returncode, done.stdout) == (0, f"{scenario}: passed\n"), done.stderr
