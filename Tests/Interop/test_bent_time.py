"""Time that a test bends: what nobody looks at costs nothing, and what is looked at costs little at any rate."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest

from mock_server import MockServer
from process_facts import wait_until
from stomp_frames import READINGS, Open, stomp_sockets

Start = Callable[..., MockServer]


@pytest.fixture
def open_stomp() -> Iterator[Open]:
    """Opens sockets of the test's own."""
    with stomp_sockets() as open_one:
        yield open_one


def steps(server: MockServer) -> int:
    """How many steps of simulations the server has taken."""
    metrics = server.request("GET", "/_mock/metrics").body.decode()
    found = re.search(r"^mock_api_simulation_steps_total (\d+)$", metrics, re.MULTILINE)
    assert found, metrics
    return int(found[1])


def now(server: MockServer) -> datetime:
    """The world's time."""
    return datetime.fromisoformat(server.request("GET", "/_mock/clock").json()["now"])


def bend(server: MockServer, **change: object) -> None:
    """Changes the default world's clock."""
    answer = server.request("PUT", "/_mock/clock", body=change)
    assert answer.status == 200, answer


def test_jumps_that_nobody_looks_at_cost_nothing(start: Start) -> None:
    server = start()
    bend(server, freeze=True)
    for length in ["PT1H", "P1D", "P30D"] * 10:
        bend(server, advance=length)
    assert steps(server) == 0


# With the share of the due steps that may be taken: the slower clock leaves time for all of them.
@pytest.mark.parametrize(("rate", "share"), [(3600, 1.0), (100_000, 0.25)], ids=["3600", "100000"])
@pytest.mark.parametrize("is_watched", [False, True], ids=["unwatched", "watched"])
def test_a_fast_clock_costs_little_and_the_server_still_ends(
    start: Start, open_stomp: Open, rate: int, share: float, is_watched: bool
) -> None:
    server = start()
    socket = open_stomp(server) if is_watched else None
    if socket:
        socket.connect()
        socket.subscribe(READINGS)
    begun = now(server)
    bend(server, rate=rate)
    readings: list[str] = []

    def has_passed() -> bool:
        """Whether three seconds' worth has passed; reads what has come meanwhile."""
        if socket:
            readings.append(json.loads(socket.receive().body)["timestamp"])
        return now(server) - begun > timedelta(seconds=3 * rate)

    assert wait_until(has_passed)
    # Sensors step each five seconds of the world's time, and go on while the test asks for it.
    stepped = steps(server)
    due = (now(server) - begun) / timedelta(seconds=5)
    assert readings == sorted(readings)
    if is_watched:
        assert 10 < len(readings) <= stepped <= due * share + 1
        # The server keeps up: what comes is of now, and what it has no time for is left out.
        assert datetime.fromisoformat(readings[-1]) <= now(server)
    else:
        assert stepped == 0
    # The fixture ends the server by SIGTERM, which must do it within two seconds.


@pytest.mark.parametrize("back", ["PT1H", "P30D"])
def test_a_clock_that_is_set_back_leaves_no_reading_in_the_future(start: Start, back: str) -> None:
    server = start("--rate-limit", "off")
    account = {"username": "admin", "password": "password123"}

    def shown(path: str) -> list[datetime]:
        """The times of readings."""
        token = server.request("POST", "/invernaderos/api/v1/auth/login", body=account).json()["token"]
        found = server.request("GET", f"/api/v1/{path}", token=token).json()
        return [datetime.fromisoformat(each.get("timestamp") or each["time"]) for each in (found if isinstance(found, list) else [found])]

    begun = now(server)
    assert shown("greenhouse/messages/latest")[0] <= begun
    earlier = begun - (timedelta(hours=1) if back == "PT1H" else timedelta(days=30))
    bend(server, set=earlier.isoformat().replace("+00:00", "Z"), freeze=True)
    for path in ["greenhouse/messages/latest", "greenhouse/messages/recent?limit=5", "sensors/latest"]:
        times = shown(path)
        assert times and max(times) <= now(server), path


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
