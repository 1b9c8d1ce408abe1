"""The sensors over STOMP: what is pushed is what can be asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from mock_server import MockServer
from stomp_frames import API, READINGS, Open, StompSocket, greenhouse_token, recent_messages, stomp_sockets

Start = Callable[..., MockServer]

QUICK = ["--rate-limit", "off", "--sensor-interval", "100ms"]
# Seconds of the world's time pass between two readings, so that their days come by.
ALERTS = "/topic/tenant/DEFAULT/alerts"
GREENHOUSES = (1, 2, 3)


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


def test_every_reading_pushed_is_stored_character_for_character(quick: MockServer, open_stomp: Open) -> None:
    token = greenhouse_token(quick)
    socket = listen(open_stomp, quick)
    pushed = socket.bodies(20)
    stored = list(reversed(recent_messages(quick, token)))
    first = stored.index(pushed[0])
    assert stored[first : first + len(pushed)] == pushed


def test_a_reading_is_one_documented_object(quick: MockServer, open_stomp: Open) -> None:
    reading = listen(open_stomp, quick).message().json()
    assert list(reading)[0] == "timestamp"
    assert reading["tenantId"] == "DEFAULT"
    assert isinstance(reading["greenhouseId"], str)
    for name in ("TEMPERATURA INVERNADERO 01", "HUMEDAD INVERNADERO 02", "INVERNADERO_01_SECTOR_01"):
        assert isinstance(reading[name], (int, float)), name
    values = {name: value for name, value in reading.items() if isinstance(value, (int, float))}
    assert len(values) == 22


def test_the_sensors_show_what_was_pushed(quick: MockServer, open_stomp: Open) -> None:
    token = greenhouse_token(quick)
    socket = listen(open_stomp, quick)
    socket.message()
    # 22 sensors in a message; all of the newest 10 messages.
    latest = get(quick, "/sensors/latest?limit=220", token)
    current = [get(quick, f"/sensors/current?greenhouseId={number}", token) for number in GREENHOUSES]
    # The answers were given between two readings, or at most a few of them: all that were pushed until now.
    pushed = [frame.json() for frame in [socket.message() for _ in range(10)]]
    known = [*pushed, *(row for row in get(quick, "/greenhouse/messages/recent?limit=50", token))]
    shown: dict[str, list[float]] = {}
    for row in known:
        for name, value in row.items():
            if isinstance(value, (int, float)):
                shown.setdefault(name, []).append(value)
    assert len(latest) == 220
    for reading in latest:
        assert reading["value"] in shown[reading["sensorId"]], reading
    for answer, number in zip(current, GREENHOUSES, strict=True):
        assert answer["greenhouseId"] == number
        assert answer["sensors"]
        for sensor, entry in answer["sensors"].items():
            assert entry["value"] in shown[sensor], (sensor, entry)


def test_current_values_are_those_of_one_reading(start: Start, open_stomp: Open) -> None:
    # Slow enough that nothing changes between the answers, unless a step falls among them: then it is asked again.
    server = start("--rate-limit", "off", "--sensor-interval", "2s")
    token = greenhouse_token(server)
    reading = listen(open_stomp, server).message().json()
    for number in GREENHOUSES:
        answer = get(server, f"/sensors/current?greenhouseId={number}", token)
        assert answer["timestamp"] == reading["timestamp"]
        for sensor, entry in answer["sensors"].items():
            assert (entry["value"], entry["timestamp"]) == (reading[sensor], reading["timestamp"])
    latest = get(server, "/sensors/latest?limit=22", token)
    assert {entry["sensorId"]: entry["value"] for entry in latest} == {
        name: value for name, value in reading.items() if isinstance(value, (int, float))
    }


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


def readings_by_time(server: MockServer) -> dict[str, list[str]]:
    """The stored readings of each second, in their order."""
    found: dict[str, list[str]] = {}
    for text in reversed(recent_messages(server, greenhouse_token(server))):
        timestamp = text.split('"timestamp":"', 1)[1].split('"', 1)[0]
        found.setdefault(timestamp, []).append(text)
    return found


@pytest.mark.parametrize(("other_seed", "agree"), [("7", True), ("8", False)], ids=["same", "another"])
def test_values_follow_from_the_seed_and_the_time(
    start: Start, open_stomp: Open, other_seed: str, agree: bool
) -> None:
    options = ["--rate-limit", "off", "--sensor-interval", "1s"]
    servers = [start(*options, "--random-seed", seed) for seed in ("7", other_seed)]
    for socket in [listen(open_stomp, server) for server in servers]:
        socket.bodies(2)
    one, other = (readings_by_time(server) for server in servers)
    common = set(one) & set(other)
    assert len(common) >= 2
    assert all((one[time] == other[time]) == agree for time in common)


@pytest.mark.parametrize("as_pattern", [False, True], ids=["named", "by a pattern"])
def test_alerts_are_for_the_tenant(quick: MockServer, open_stomp: Open, as_pattern: bool) -> None:
    destination = "/topic/tenant/**" if as_pattern else ALERTS
    token = greenhouse_token(quick)
    member = listen(open_stomp, quick, destination, authorization=f"Bearer {token}")
    stranger = listen(open_stomp, quick, destination)
    other_publisher = open_stomp(quick)
    other_publisher.connect(authorization=f"Bearer {token}")
    other_publisher.publish(ALERTS, '{"alertId":"by hand"}', content_type="application/json")
    bodies = [member.message()]
    while "by hand" not in bodies[-1].body:
        bodies.append(member.message())
    assert bodies[-1].headers["destination"] == ALERTS
    stranger.assert_nothing_came()
