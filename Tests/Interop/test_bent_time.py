"""Time that a test bends: what nobody looks at costs nothing, and what is looked at costs little at any rate."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mock_server import MockServer
from stomp_frames import READINGS, Open, stomp_sockets

Start = Callable[..., MockServer]


@pytest.fixture
def open_stomp() -> Iterator[Open]:
    """Opens sockets of the test's own."""
    with stomp_sockets() as open_one:
        yield open_one


def processor_seconds(server: MockServer) -> float:
    """The processor time that a server has used."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def bend(server: MockServer, **change: object) -> None:
    """Changes the default world's clock."""
    answer = server.request("PUT", "/_mock/clock", body=change)
    assert answer.status == 200, answer


def test_jumps_that_nobody_looks_at_cost_nothing(start: Start) -> None:
    server = start()
    bend(server, freeze=True)
    before = processor_seconds(server)
    for length in ["PT1H", "P1D", "P30D"] * 10:
        bend(server, advance=length)
    # Thirty calls in a debug build take some hundredths of a second; the readings of one hour alone took more than one.
    assert processor_seconds(server) - before < 1


@pytest.mark.parametrize("rate", [3600, 100_000])
@pytest.mark.parametrize("is_watched", [False, True], ids=["unwatched", "watched"])
def test_a_fast_clock_costs_little_and_the_server_still_ends(
    start: Start, open_stomp: Open, rate: int, is_watched: bool
) -> None:
    server = start()
    socket = open_stomp(server) if is_watched else None
    if socket:
        socket.connect()
        socket.subscribe(READINGS)
    bend(server, rate=rate)
    before = processor_seconds(server)
    until = time.monotonic() + 3
    readings: list[str] = []
    while time.monotonic() < until:
        if socket:
            readings.append(json.loads(socket.receive().body)["timestamp"])
        else:
            time.sleep(0.1)
    assert processor_seconds(server) - before < 1.5
    assert readings == sorted(readings)
    if is_watched:
        assert len(readings) > 10
        # The server keeps up: what comes is of now, and what it has no time for is left out.
        now = server.request("GET", "/_mock/clock").json()["now"]
        assert readings[-1] <= now
    # The fixture ends the server by SIGTERM, which must do it within two seconds.


def test_readings_that_nobody_heard_are_there_when_somebody_asks(start: Start, open_stomp: Open) -> None:
    server = start("--rate-limit", "off")
    bend(server, set="2026-06-01T08:00:00Z", freeze=True)
    bend(server, advance="PT10M")
    # Who listens now hears what comes now, not what was before.
    socket = open_stomp(server)
    socket.connect()
    socket.subscribe(READINGS)
    bend(server, advance="PT10S")
    heard = [json.loads(socket.receive().body)["timestamp"] for _ in range(2)]
    assert heard[0] >= "2026-06-01T08:10:00Z"
    token = server.request(
        "POST", "/invernaderos/api/v1/auth/login", body={"username": "admin", "password": "password123"}
    ).json()["token"]
    answer = server.request("GET", "/api/v1/greenhouse/messages/recent?limit=122", token=token)
    times = [message["timestamp"] for message in answer.json()]
    assert times[:2] == heard[::-1]
    assert times == sorted(set(times), reverse=True)
    assert len([moment for moment in times if moment > "2026-06-01T08:00:00Z"]) >= 120
