"""The sensors over STOMP: what is pushed is what can be asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from mock_server import MockServer
from stomp_frames import API, READINGS, Open, StompSocket, greenhouse_token, recent_messages, stomp_sockets

Start = Callable[..., MockServer]

QUICK = ["--rate-limit", "off", "--sensor-interval", "100ms"]
ALERTS = "/topic/tenant/DEFAULT/alerts"
GREENHOUSES = (1, 2, 3)
# Of all greenhouses together (CONTRACT §2.2).
SENSORS = 22


@pytest.fixture
def open_stomp() -> Iterator[Open]:
    """Opens sockets of the test's own."""
    with stomp_sockets() as open_one:
        yield open_one


@pytest.fixture
def quick(start: Start) -> MockServer:
    """A server that reads its sensors ten times a second."""
    return start(*QUICK)


def listen(open_stomp: Open, server: MockServer, destination: str = READINGS, **headers: str) -> StompSocket:
    """A socket that hears a destination."""
    socket = open_stomp(server)
    socket.connect(**headers)
    socket.subscribe(destination)
    return socket


def get(server: MockServer, path: str, token: str) -> Any:
    """What an endpoint of Invernaderos answers."""
    answer = server.request("GET", f"{API}{path}", token=token)
    assert answer.status == 200, answer
    return answer.json()


def values(reading: dict[str, Any]) -> dict[str, float]:
    """What the sensors showed at a reading, by their ids."""
    return {name: value for name, value in reading.items() if isinstance(value, (int, float))}


def is_run(part: list[Any], whole: list[Any]) -> bool:
    """Whether a list stands in another one without a gap. Readings that follow each other may be equal, so the
    place is not known by the first one."""
    return any(whole[start : start + len(part)] == part for start in range(len(whole) - len(part) + 1))


def test_every_reading_pushed_is_stored_character_for_character(quick: MockServer, open_stomp: Open) -> None:
    token = greenhouse_token(quick)
    socket = listen(open_stomp, quick)
    pushed = socket.bodies(20)
    stored = list(reversed(recent_messages(quick, token)))
    assert is_run(pushed, stored)


def test_a_reading_is_one_documented_object(quick: MockServer, open_stomp: Open) -> None:
    reading = listen(open_stomp, quick).message().json()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z", reading["timestamp"])
    assert reading["tenantId"] == "DEFAULT"
    assert isinstance(reading["greenhouseId"], str)
    for name in ("TEMPERATURA INVERNADERO 01", "HUMEDAD INVERNADERO 02", "INVERNADERO_01_SECTOR_01"):
        assert isinstance(reading[name], (int, float)), name
    assert len(values(reading)) == SENSORS


def test_the_latest_sensor_values_are_those_of_the_readings(quick: MockServer, open_stomp: Open) -> None:
    token = greenhouse_token(quick)
    socket = listen(open_stomp, quick)
    pushed = [values(socket.message().json()) for _ in range(15)]
    newest_first = get(quick, f"/sensors/latest?limit={SENSORS * 30}", token)
    assert len(newest_first) == SENSORS * 30
    groups = [newest_first[start : start + SENSORS] for start in range(0, len(newest_first), SENSORS)]
    shown = [{entry["sensorId"]: entry["value"] for entry in group} for group in reversed(groups)]
    assert is_run(pushed, shown)


def test_the_current_values_are_those_of_the_newest_reading(start: Start, open_stomp: Open) -> None:
    # Slow enough that the next reading comes after all answers.
    server = start("--rate-limit", "off", "--sensor-interval", "3s")
    token = greenhouse_token(server)
    reading = listen(open_stomp, server).message().json()
    for number in GREENHOUSES:
        answer = get(server, f"/sensors/current?greenhouseId={number}", token)
        assert answer["timestamp"] == reading["timestamp"]
        for sensor, entry in answer["sensors"].items():
            assert (entry["value"], entry["timestamp"]) == (reading[sensor], reading["timestamp"])
    latest = get(server, f"/sensors/latest?limit={SENSORS}", token)
    assert {entry["sensorId"]: entry["value"] for entry in latest} == values(reading)


def test_statistics_and_status_come(quick: MockServer, open_stomp: Open) -> None:
    statistics = listen(open_stomp, quick, "/topic/greenhouse/statistics")
    status = listen(open_stomp, quick, "/topic/greenhouse/status")
    summary = statistics.message()
    assert summary.headers["content-type"] == "application/json"
    assert isinstance(summary.json(), dict)
    state = status.message().json()
    assert (state["tenantId"], state["status"]) == ("DEFAULT", "ONLINE")
    assert len(state["greenhouses"]) == len(GREENHOUSES)


def test_statistics_are_those_that_can_be_asked_for(quick: MockServer, open_stomp: Open) -> None:
    token = greenhouse_token(quick)
    pushed = listen(open_stomp, quick, "/topic/greenhouse/statistics").message().json()
    asked = get(quick, "/greenhouse/statistics/summary?period=1h", token)
    assert set(pushed) == set(asked)


@pytest.mark.parametrize(("other_seed", "agree"), [("7", True), ("8", False)], ids=["same", "another"])
def test_values_follow_from_the_seed_and_the_time(
    start: Start, open_stomp: Open, other_seed: str, agree: bool
) -> None:
    options = ["--rate-limit", "off", "--sensor-interval", "1s"]
    first, second = (
        listen(open_stomp, start(*options, "--random-seed", seed)) for seed in ("7", other_seed)
    )
    expected = [second.message().json() for _ in range(2)]
    seen: dict[str, dict[str, Any]] = {}
    # The first one began earlier: it comes to the moments of the second one.
    while expected[-1]["timestamp"] not in seen:
        reading = first.message().json()
        seen[reading["timestamp"]] = reading
        assert reading["timestamp"] <= expected[-1]["timestamp"]
    for reading in expected:
        assert (seen[reading["timestamp"]] == reading) == agree


def token_of_another_tenant(server: MockServer) -> str:
    """Registers a company, which becomes a tenant of its own, and gives its token (CONTRACT §2.4)."""
    company = {
        "company_name": "Another Company",
        "tax_id": "B12345678",
        "email": "owner@another.example",
        "password": "password123",
        "first_name": "Ana",
        "last_name": "Ruiz",
    }
    answer = server.request("POST", f"{API}/auth/register", body=company)
    assert answer.status == 200, answer
    return answer.json()["token"]


@pytest.mark.parametrize("as_pattern", [False, True], ids=["named", "by a pattern"])
def test_alerts_are_for_the_tenant(quick: MockServer, open_stomp: Open, as_pattern: bool) -> None:
    destination = "/topic/tenant/**" if as_pattern else ALERTS
    token = greenhouse_token(quick)
    member = listen(open_stomp, quick, destination, authorization=f"Bearer {token}")
    strangers = [
        listen(open_stomp, quick, destination),
        listen(open_stomp, quick, destination, authorization="Bearer wrong"),
        listen(open_stomp, quick, destination, authorization=f"Bearer {token_of_another_tenant(quick)}"),
    ]
    publisher = open_stomp(quick)
    publisher.connect(authorization=f"Bearer {token}")
    publisher.publish(ALERTS, '{"alertId":"by hand"}', content_type="application/json")
    heard = member.message()
    # The sensors may raise alerts of their own meanwhile.
    while heard.body != '{"alertId":"by hand"}':
        assert heard.json()["tenantId"] == "DEFAULT"
        heard = member.message()
    assert heard.headers["destination"] == ALERTS
    for stranger in strangers:
        stranger.assert_nothing_came()
