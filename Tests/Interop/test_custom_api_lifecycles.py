"""States of records that follow the clock: `x-mock-lifecycle`, in a document or in an overlay."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from mock_server import MockServer, launch, until

ROOT = Path(__file__).resolve().parents[2]
COURIER = [ROOT / "Seeds/examples/courier/openapi.yaml", ROOT / "Seeds/examples/courier/asyncapi.yaml"]
OVERLAY = """
overlay: 1.0.0
info: { title: Orders follow the clock, version: '1' }
actions:
  - target: $.components.schemas.OrderStatus
    update:
      x-mock-lifecycle:
        initial: PENDING
        after:
          - { from: PENDING, to: PAID, after: PT10S }
          - { from: PAID, to: SHIPPED, after: 2h }
          - { from: SHIPPED, to: DELIVERED, after: P1D }
  - target: $.components.schemas.Order.properties
    update:
      shippedAt: { type: string, format: date-time }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "overlay.yaml").write_text(OVERLAY)
    return tmp_path


def started(binary: str, folder: Path, *options: str) -> MockServer:
    apis = [f"--api=courier={path}" for path in COURIER]
    return launch(
        binary, folder / "out",
        ["--port", "0", *apis, "--overlay", f"courier={folder / 'overlay.yaml'}", "--only", "courier", *options], {},
    )  # fmt: skip


@pytest.fixture
def server(binary: str, folder: Path) -> Iterator[MockServer]:
    server = started(binary, folder)
    assert "selects nothing" not in server.stdout + server.stderr
    yield server
    server.stop()


def call(server: MockServer, method: str, path: str, body: Any = None, *, world: str | None = None) -> Any:
    answer = server.request(method, path, body=body, headers={"X-Mock-World": world} if world else {})
    assert answer.status < 300, answer.body
    return answer.json() if answer.body else None


def place(server: MockServer, **more: str) -> int:
    order = call(server, "POST", "/courier/v1/orders", {"item": "Cups", "quantity": 2}, **more)
    assert order["status"] == "PENDING"
    return int(order["id"])


def status(server: MockServer, order: int, **more: str) -> str:
    return str(call(server, "GET", f"/courier/v1/orders/{order}", **more)["status"])


def advance(server: MockServer, duration: str, **more: str) -> None:
    call(server, "PUT", "/_mock/clock", {"advance": duration}, **more)


def freeze(server: MockServer, **more: str) -> None:
    call(server, "PUT", "/_mock/clock", {"set": "2026-03-01T12:00:00Z", "freeze": True}, **more)


def test_states_follow_the_clock_in_order(server: MockServer) -> None:
    freeze(server)
    seeds = call(server, "GET", "/courier/v1/orders")
    with connect(f"ws://127.0.0.1:{server.port}/courier/v1/orders/live") as socket:
        order = place(server)
        advance(server, "PT9S")
        assert status(server, order) == "PENDING"
        advance(server, "PT1S")
        assert status(server, order) == "PAID"
        advance(server, "P2D")
        frames = [json.loads(socket.recv(timeout=20)) for _ in range(3)]
    # The document has no message for a delivery.
    assert [frame["event"] for frame in frames] == ["order.created", "order.paid", "order.shipped"]
    # Each message has the time at which its step was due.
    times = ["2026-03-01T12:00:00Z", "2026-03-01T12:00:10Z", "2026-03-01T14:00:10Z"]
    assert [frame["sentAt"] for frame in frames] == times
    shown = call(server, "GET", f"/courier/v1/orders/{order}")
    assert shown["status"] == "DELIVERED" and shown["shippedAt"] == times[2]
    # What was there from the start stays until somebody changes it.
    assert call(server, "GET", "/courier/v1/orders")[: len(seeds)] == seeds


def test_what_a_client_does_counts(server: MockServer) -> None:
    freeze(server)
    cancelled, other = place(server), place(server)
    assert call(server, "POST", f"/courier/v1/orders/{cancelled}/cancel")["status"] == "CANCELLED"
    advance(server, "PT10S")
    assert (status(server, cancelled), status(server, other)) == ("CANCELLED", "PAID")
    # A new order with the number of a deleted one begins again.
    call(server, "DELETE", f"/courier/v1/orders/{other}")
    advance(server, "P9D")
    assert server.request("GET", f"/courier/v1/orders/{other}").status == 404


def test_worlds_and_snapshots_keep_how_long_it_has_been(server: MockServer) -> None:
    one, two = (call(server, "POST", "/_mock/worlds", {})["id"] for _ in range(2))
    for world in (one, two):
        freeze(server, world=world)
    order = place(server, world=one)
    advance(server, "PT6S", world=one)
    call(server, "PUT", "/_mock/snapshots/halfway", world=one)
    advance(server, "PT4S", world=one)
    assert status(server, order, world=one) == "PAID"
    call(server, "POST", "/_mock/snapshots/halfway/restore", world=one)
    assert status(server, order, world=one) == "PENDING"
    advance(server, "PT3S", world=one)
    assert status(server, order, world=one) == "PENDING"
    advance(server, "PT1S", world=one)
    assert status(server, order, world=one) == "PAID"
    assert server.request("GET", f"/courier/v1/orders/{order}", headers={"X-Mock-World": two}).status == 404


def test_a_running_clock_needs_no_call(server: MockServer) -> None:
    call(server, "PUT", "/_mock/clock", {"rate": 36000})
    order = place(server)
    until(lambda: status(server, order) == "DELIVERED", server)


def test_a_further_start_goes_on(binary: str, folder: Path) -> None:
    (folder / "overlay.yaml").write_text(OVERLAY.replace("PT10S", "P1D"))
    server = started(binary, folder, "--data-dir", str(folder / "data"))
    order = place(server)
    server.stop()
    server = started(binary, folder, "--data-dir", str(folder / "data"))
    try:
        assert status(server, order) == "PENDING"
        advance(server, "P1D")
        assert status(server, order) == "PAID"
        advance(server, "P300D")
        assert status(server, order) == "DELIVERED"
    finally:
        server.stop()


def explained(binary: str, folder: Path, overlay: str | None) -> str:
    command = [binary, "explain", str(COURIER[0])]
    if overlay is not None:
        (folder / "other.yaml").write_text(overlay)
        command += ["--overlay", str(folder / "other.yaml")]
    return " ".join(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_explain_proposes_and_refuses(binary: str, folder: Path) -> None:
    proposed = explained(binary, folder, None)
    assert "status stays as requests set it" in proposed
    assert "x-mock-lifecycle: {initial: PENDING, after: [{from: PENDING, to: PAID, after: 1m}" in proposed
    assert "status follows the clock: PENDING → PAID after 10s → SHIPPED after 2h" in explained(binary, folder, OVERLAY)
    for old, new, reason in [
        ("to: PAID", "to: PAYED", 'no state "PAYED"'),
        ("after: PT10S", "after: soon", "a duration such as PT10S"),
        ("from: PAID", "from: PENDING", 'two steps leave the state "PENDING"'),
    ]:
        text = explained(binary, folder, OVERLAY.replace(old, new))
        assert reason in text and "follows the clock" not in text
