"""The calls that the live page is made of: the server's stream, activity, devices, what lies ahead, tokens, replay."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from mock_server import EMAIL, PASSWORD, MockServer, environment

Start = Callable[..., MockServer]
LOGIN = {"email": EMAIL, "password": PASSWORD}
FROZEN = {"freeze": True, "set": "2026-01-01T00:00:00Z"}


@pytest.fixture
def server(start: Start) -> MockServer:
    """A server of the test's own, since a test bends all of it."""
    return start()


class Stream:
    """Server-sent events as they come, read by hand."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self._response = response
        self.seen: list[tuple[str, Any]] = []

    def next(self) -> tuple[str, Any]:
        """The next event, comments left out."""
        name, data = "", ""
        while True:
            line = self._response.readline().decode().rstrip("\n")
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                data = line[6:]
            elif not line and name:
                self.seen.append((name, json.loads(data)))
                return self.seen[-1]

    def wait_for(self, name: str, condition: Callable[[Any], bool] = lambda data: True) -> Any:
        """The data of the next event of that name that is as asked."""
        while True:
            found, data = self.next()
            if found == name and condition(data):
                return data


@contextmanager
def stream(server: MockServer, world: str = "*", headers: dict[str, str] | None = None) -> Iterator[Stream]:
    """Follows the server."""
    with closing(http.client.HTTPConnection(server.host, server.port, timeout=60)) as connection:
        connection.request("GET", f"/_mock/stream?world={world}", headers=headers or {})
        response = connection.getresponse()
        assert response.status == 200, response.read()
        assert response.getheader("Content-Type") == "text/event-stream"
        yield Stream(response)


# The stream


def test_the_stream_begins_with_what_was_and_goes_on(server: MockServer) -> None:
    server.request("GET", "/posts/1")
    with stream(server) as events:
        first = events.wait_for("entries")
        assert [entry["path"] for entry in first["entries"]] == ["/posts/1"]
        assert (first["world"], first["skipped"]) == ("default", 0)
        server.request("GET", "/posts/2")
        news = events.wait_for("entries")
        assert [(entry["id"], entry["path"], entry["status"]) for entry in news["entries"]] == [(2, "/posts/2", 200)]


def test_an_entry_comes_again_when_its_deviations_are_found(server: MockServer) -> None:
    with stream(server) as events:
        server.request("POST", "/v1/auth/login", body=LOGIN | {"remember": True})
        data = events.wait_for("entries", lambda data: any("deviations" in entry for entry in data["entries"]))
        assert data["entries"][0]["deviations"][0]["location"] == "body /remember"


def test_the_stream_reports_calls_tables_and_worlds(server: MockServer) -> None:
    with stream(server) as events:
        server.request("PUT", "/_mock/clock", body=FROZEN)
        call = events.wait_for("activity")
        assert (call["operationId"], call["method"], call["path"]) == ("setClock", "PUT", "/_mock/clock")
        assert (call["body"], call["world"]) == (FROZEN, "default")
        server.request("POST", "/v1/auth/login", body=LOGIN)
        assert "refresh_token" in events.wait_for("changed")["tables"]
        server.request("POST", "/_mock/worlds", body={"id": "other"})
        assert "other" in events.wait_for("worlds")["worlds"]
        server.request("GET", "/_w/other/posts/1")
        assert events.wait_for("entries", lambda data: data["world"] == "other")["entries"][0]["id"] == 1
        server.request("DELETE", "/_mock/worlds/other")
        assert events.wait_for("gone") == {"world": "other"}


def test_the_stream_of_a_world_ends_with_it(server: MockServer) -> None:
    server.request("POST", "/_mock/worlds", body={"id": "short"})
    with stream(server, "short") as events:
        server.request("GET", "/posts/1")
        server.request("GET", "/_w/short/posts/2")
        assert events.wait_for("entries")["entries"][0]["path"] == "/_w/short/posts/2"
        server.request("DELETE", "/_mock/worlds/short")
        assert events.wait_for("gone") == {"world": "short"}
        assert events._response.read() == b""
    assert server.request("GET", "/_mock/stream?world=short").status == 404


def test_too_many_entries_are_counted_and_not_all_reported(start: Start) -> None:
    server = start("--journal", "5000", "--rate-limit", "off")
    with closing(http.client.HTTPConnection(server.host, server.port, timeout=60)) as connection:
        for number in range(1500):
            connection.request("GET", f"/posts/{number % 100 + 1}")
            connection.getresponse().read()
    with stream(server) as events:
        first = events.wait_for("entries")
        assert (len(first["entries"]), first["skipped"]) == (500, 1000)
        assert first["entries"][-1]["id"] == 1500


def test_who_leaves_the_stream_makes_room(start: Start) -> None:
    # One of them is left open, so that the follower has the last.
    server = start("--max-connections", "2")
    when_there_is_room(lambda: server.request("POST", "/_mock/worlds", body={"id": "quiet"}).status, 201)
    with socket.create_connection((server.host, server.port)), contextlib.ExitStack() as stack:
        follow = b"GET /_mock/stream?world=quiet HTTP/1.1\r\nHost: localhost\r\n\r\n"

        def answer() -> int:
            follower = stack.enter_context(socket.create_connection((server.host, server.port), timeout=20))
            # As browsers do: the connection had another request before.
            statuses = []
            for request in [b"HEAD /_mock/page/dashboard/app.js HTTP/1.1\r\nHost: localhost\r\n\r\n", follow]:
                with contextlib.suppress(ConnectionError):
                    follower.sendall(request)
                    statuses += [int(status) for status in follower.recv(10_000).split()[1:2]]
            # One that is refused is closed.
            return statuses[-1] if statuses else 503

        when_there_is_room(answer, 200)
        assert server.request("GET", "/posts/1").status == 503
        stack.close()
        # Nothing is sent by which the server would notice; a connection that it forgot would stay for a minute.
        when_there_is_room(lambda: server.request("GET", "/posts/1").status, 200)


def when_there_is_room(ask: Callable[[], int], wanted: int) -> None:
    """Asks until the server has no connection too many."""
    deadline = time.monotonic() + 20
    while (status := ask()) != wanted:
        assert (status, time.monotonic() < deadline) == (503, True)
        time.sleep(0.1)


def test_the_stream_is_behind_the_admin_token(start: Start) -> None:
    server = start("--admin-token", "secret")
    for path in ["stream", "activity", "devices", "tokens", "clock/upcoming"]:
        assert server.request("GET", f"/_mock/{path}").status == 401, path
    with stream(server, headers={"X-Mock-Admin-Token": "secret"}):
        pass
    page = server.request("GET", "/_mock/", headers={"Accept": "text/html,*/*;q=0.8"})
    assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert server.request("GET", "/_mock").status == 401


def test_a_mistake_in_the_query_is_reported(server: MockServer) -> None:
    assert server.request("GET", "/_mock/stream?word=x").status == 400
    assert 'did you mean "world"' in server.request("GET", "/_mock/stream?word=x").json()["error"]["message"]
    assert server.request("GET", "/_mock/stream?world=none").status == 404


# Activity


def test_only_calls_that_change_something_are_activity(server: MockServer) -> None:
    server.request("GET", "/_mock/clock")
    server.request("POST", "/_mock/requests/count", body={})
    server.request("POST", "/_mock/requests/verify", body={"exactly": 0})
    server.request("PUT", "/_mock/clock", body={"advance": "nonsense"})
    server.request("POST", "/_mock/faults", body={"fault": {"type": "status", "status": 503}})
    server.request("GET", "/posts/1")
    found = server.request("GET", "/_mock/activity").json()
    assert [call["operationId"] for call in found["activity"]] == ["addFault"]
    assert found["last"] == 1
    assert server.request("GET", "/_mock/activity?after=1").json()["activity"] == []


def test_activity_shows_no_secrets_and_no_long_bodies(server: MockServer) -> None:
    server.request("POST", "/_mock/tokens", body={"api": "agrobridge", "account": "user_123", "claims": {"password": "x"}})
    server.request("PATCH", "/_mock/data/agrobridge_usuario", body={"where": {}, "set": {"nombre": "x" * 3000}})
    calls = server.request("GET", "/_mock/activity").json()["activity"]
    assert calls[0]["body"]["claims"] == {"password": "[redacted]"}
    assert "body" not in calls[1]


# Devices


def test_devices_are_distinguished_and_named(server: MockServer) -> None:
    for agent, paths in {"PhoneA/1": ["/posts/1", "/v1/nothing"], "PhoneB/2": ["/posts/2"]}.items():
        for path in paths:
            server.request("GET", path, headers={"User-Agent": agent})
    devices = server.request("GET", "/_mock/devices").json()["devices"]
    assert [(each["userAgent"], each["requests"], each["notFound"]) for each in devices] == [
        ("PhoneB/2", 1, 0), ("PhoneA/1", 2, 1),
    ]  # fmt: skip
    phone = devices[1]["id"]
    named = server.request("PUT", f"/_mock/devices/{phone}", body={"name": "Ana's phone"})
    assert (named.status, named.json()["name"]) == (200, "Ana's phone")
    found = server.request("GET", f"/_mock/requests?device={phone}").json()["requests"]
    assert [entry["path"] for entry in found] == ["/posts/1", "/v1/nothing"]
    count = server.request("POST", "/_mock/requests/count", body={"match": {"device": phone, "status": 404}})
    assert count.json()["count"] == 1
    assert server.request("PUT", "/_mock/devices/00000000", body={"name": "x"}).status == 404
    assert server.request("PUT", f"/_mock/devices/{phone}", body={"name": None}).json()["name"] is None


# What lies ahead, and tokens


def test_what_lies_ahead_is_listed_in_its_order(server: MockServer) -> None:
    server.request("PUT", "/_mock/clock", body=FROZEN)
    server.login()
    server.request("POST", "/_mock/faults", body={"fault": {"type": "offline", "seconds": 30}})
    scenario = {"type": "heatWave", "greenhouse": "001", "durationSeconds": 600}
    server.request("POST", "/_mock/scenarios", body=scenario)
    found = server.request("GET", "/_mock/clock/upcoming?seconds=7200").json()
    events = [(event["time"][11:19], event["kind"]) for event in found["events"]]
    assert ("00:00:30", "faultEnd") in events
    assert ("00:10:00", "scenarioEnd") in events
    assert ("01:00:00", "accessTokenExpiry") in events
    assert events == sorted(events)
    readings = next(event for event in found["events"] if event["about"] == "sensor readings")
    assert readings["count"] == 1440
    assert found["nextTokenExpiry"] == "2026-01-01T01:00:00Z"
    near = server.request("GET", "/_mock/clock/upcoming?until=2026-01-01T00:00:10Z").json()
    assert {event["kind"] for event in near["events"]} == {"scenarioBegin", "simulation"}
    assert server.request("GET", "/_mock/clock/upcoming?until=2025-01-01T00:00:00Z").json()["until"] == near["now"]
    both = server.request("GET", "/_mock/clock/upcoming?until=2026-01-01T00:00:10Z&seconds=5").json()
    assert both["until"] == "2026-01-01T00:00:05Z"
    assert server.request("GET", "/_mock/clock/upcoming?until=soon").status == 400


def test_a_jump_to_the_next_expiry_ends_the_token(server: MockServer) -> None:
    server.request("PUT", "/_mock/clock", body=FROZEN)
    token = server.login()
    end = server.request("GET", "/_mock/clock/upcoming").json()["nextTokenExpiry"]
    assert server.request("GET", "/v1/lotes", token=token).status == 200
    server.request("PUT", "/_mock/clock", body={"set": end})
    assert server.request("GET", "/v1/lotes", token=token).status == 401
    tokens = server.request("GET", "/_mock/tokens").json()["tokens"]
    assert {(each["kind"], each["state"]) for each in tokens} == {("access", "expired"), ("refresh", "valid")}
    assert server.request("GET", "/_mock/clock/upcoming").json()["nextTokenExpiry"] is None


def test_a_session_is_ended_by_its_name(server: MockServer) -> None:
    token, other = server.login(), server.login()
    listed = server.request("GET", "/_mock/tokens").json()["tokens"]
    assert token not in json.dumps(listed)
    sessions = {each["session"] for each in listed}
    assert len(sessions) == 2
    ended = server.request("POST", "/_mock/tokens/inspect", body={"token": token}).json()["session"]
    assert server.request("DELETE", f"/_mock/sessions/{ended}").status == 204
    assert server.request("GET", "/v1/lotes", token=token).status == 401
    assert server.request("GET", "/v1/lotes", token=other).status == 200
    states = {each["session"]: each["state"] for each in server.request("GET", "/_mock/tokens").json()["tokens"]}
    assert states[ended] == "signedOut"
    assert server.request("DELETE", f"/_mock/sessions/{ended}").status == 404


# One request


def test_a_request_is_explained_member_by_member(server: MockServer) -> None:
    fault = {"id": "slow", "match": {"method": "POST", "header": {"Authorization": "Bearer x"}},
             "fault": {"type": "delay", "milliseconds": 1}}  # fmt: skip
    server.request("POST", "/_mock/faults", body=fault)
    server.request("GET", "/v1/lots", token="y")
    found = server.request("GET", "/_mock/requests/1/explanation").json()
    assert found["matched"] is False
    assert "lotes, not lots" in found["reason"]
    nearest = found["operations"][0]
    assert (nearest["operationId"], nearest["path"]) == ("listLotes", "/v1/lotes")
    assert [(each["name"], each["matches"]) for each in nearest["members"]] == [
        ("method", True), ("path segment 1", True), ("path segment 2", False),
    ]  # fmt: skip
    compared = {each["name"]: each for each in found["faults"][0]["members"]}
    assert compared["method"] == {"name": "method", "expected": "POST", "actual": "GET", "matches": False}
    assert compared["header Authorization"]["expected"] == "[redacted]"
    assert compared["header Authorization"]["actual"] == "[redacted]"


def test_a_request_is_sent_again_with_its_secrets(server: MockServer) -> None:
    token = server.login()
    server.request("GET", "/v1/lotes?limit=1", token=token, headers={"User-Agent": "Phone/1"})
    answer = server.request("POST", "/_mock/requests/2/replay")
    assert answer.json() == {"id": 3, "status": 200}
    entry = server.request("GET", "/_mock/requests/3").json()
    assert (entry["path"], entry["query"], entry["account"]) == ("/v1/lotes", "limit=1", "user_123")
    assert entry["device"] == server.request("GET", "/_mock/requests/2").json()["device"]
    changed = server.request("POST", "/_mock/requests/2/replay", body={"headers": {"Authorization": None}})
    assert changed.json()["status"] == 401


def test_faults_happen_to_what_is_sent_again(server: MockServer) -> None:
    server.request("GET", "/posts/1")
    server.request("POST", "/_mock/faults", body={"fault": {"type": "reset"}, "times": 1})
    assert server.request("POST", "/_mock/requests/1/replay").json() == {"id": 2, "status": None}
    assert server.request("GET", "/_mock/requests/2").json()["ending"] == "reset"
    server.request("POST", "/_mock/faults", body={"fault": {"type": "delay", "milliseconds": 60_000}})
    assert server.request("POST", "/_mock/requests/1/replay").json() == {"id": 3, "status": 200}


def test_another_body_makes_another_record(server: MockServer) -> None:
    server.request("POST", "/posts", body={"title": "one", "body": "text", "userId": 1})
    again = server.request("POST", "/_mock/requests/1/replay", body={"body": {"title": "two", "body": "b", "userId": 1}})
    entry = server.request("GET", f"/_mock/requests/{again.json()['id']}").json()
    assert entry["request"]["body"]["title"] == "two"
    assert entry["response"]["body"]["title"] == "two"


def test_what_cannot_be_sent_again_says_why(server: MockServer) -> None:
    server.request("POST", "/posts", body={"title": "x" * 40_000, "body": "text", "userId": 1})
    refused = server.request("POST", "/_mock/requests/1/replay")
    assert (refused.status, refused.json()["error"]["code"]) == (409, "CONFLICT")
    with connect(f"ws://{server.host}:{server.port}/ws") as socket:
        socket.send('{"type":"ping"}')
        socket.recv(timeout=20)
    entries = server.request("GET", "/_mock/requests?kind=any").json()["requests"]
    handshake = next(each["id"] for each in entries if each.get("status") == 101)
    frame = next(each["id"] for each in entries if each["kind"] == "frame")
    for number in [handshake, frame]:
        assert server.request("POST", f"/_mock/requests/{number}/replay").status == 409
    bad = server.request("POST", f"/_mock/requests/{handshake}/replay", body={"headers": {"X": "a\r\nB: c"}})
    assert bad.status == 422
    assert server.request("POST", "/_mock/requests/999/replay").status == 404


# Sockets


def test_a_socket_reports_its_session(server: MockServer) -> None:
    with connect(f"ws://{server.host}:{server.port}/ws/greenhouse") as socket:
        socket.send("CONNECT\naccept-version:1.2\nhost:x\nheart-beat:20000,30000\n\n\0")
        assert str(socket.recv(timeout=20)).startswith("CONNECTED")
        socket.send("SUBSCRIBE\nid:s1\ndestination:/topic/greenhouse/messages\nack:client\nreceipt:r\n\n\0")
        assert "receipt-id:r" in str(socket.recv(timeout=20))
        [shown] = server.request("GET", "/_mock/sockets").json()["sockets"]
        assert (shown["protocol"], shown["version"]) == ("stomp", "1.2")
        assert shown["heartBeat"] == {"client": 20000, "server": 30000}
        assert shown["subscriptions"] == [
            {"id": "s1", "destination": "/topic/greenhouse/messages", "ack": "client", "unacknowledged": 0}
        ]
        assert (shown["queuedBytes"], shown["droppedMessages"]) == (0, 0)
        frames = server.request("GET", "/_mock/requests?kind=frame").json()["requests"]
        assert {frame["device"] for frame in frames} == {shown["device"]}


def open_sockets(server: MockServer, count: int) -> list[Any]:
    """So many sockets, which may be listed a moment after their clients know of them."""
    deadline = time.monotonic() + 20
    while len(found := server.request("GET", "/_mock/sockets").json()["sockets"]) != count:
        assert time.monotonic() < deadline, found
        time.sleep(0.02)
    return found


def test_a_raw_message_reaches_one_client(server: MockServer) -> None:
    with connect(f"ws://{server.host}:{server.port}/ws") as one, connect(f"ws://{server.host}:{server.port}/ws") as two:
        two.send('{"type":"ping"}')
        assert '"pong"' in str(two.recv(timeout=20))
        sockets = open_sockets(server, 2)
        assert [each["protocol"] for each in sockets] == ["channels", "channels"]
        assert server.request("POST", "/_mock/sockets/1/messages", body={"text": "<hello>"}).status == 202
        assert one.recv(timeout=20) == "<hello>"
        assert server.request("POST", "/_mock/sockets/1/messages", body={"base64": "AP8="}).status == 202
        assert one.recv(timeout=20) == b"\x00\xff"
        # Content may be anything that goes in a frame.
        for text in ["\n", " ", "SEND\n\n\0"]:
            assert server.request("POST", "/_mock/sockets/1/messages", body={"text": text}).status == 202
            assert one.recv(timeout=20) == text
        for body in [{}, {"text": ""}, {"text": "a", "base64": "AA=="}, {"base64": "!"}]:
            assert server.request("POST", "/_mock/sockets/1/messages", body=body).status == 422
        two.send('{"type":"ping"}')
        assert '"pong"' in str(two.recv(timeout=20))


def test_the_next_message_of_one_socket_is_edited(server: MockServer) -> None:
    with connect(f"ws://{server.host}:{server.port}/_mock/echo"), connect(f"ws://{server.host}:{server.port}/ws") as app:
        number = open_sockets(server, 2)[-1]["id"]
        fault = {"match": {"socket": number}, "fault": {"type": "editMessage", "find": "pong", "replace": "gnop"}, "times": 1}
        assert server.request("POST", "/_mock/faults", body=fault).status == 201
        app.send('{"type":"ping"}')
        assert '"gnop"' in str(app.recv(timeout=20))
        app.send('{"type":"ping"}')
        assert '"pong"' in str(app.recv(timeout=20))
        # A frame of STOMP ends with U+0000: a text that is put in must be able to have it.
        ends = {"match": {"socket": number}, "fault": {"type": "editMessage", "replace": "MESSAGE\n\n\0"}, "times": 1}
        assert server.request("POST", "/_mock/faults", body=ends).status == 201
        app.send('{"type":"ping"}')
        assert app.recv(timeout=20) == "MESSAGE\n\n\0"
        used = server.request("GET", "/_mock/faults").json()["faults"][0]
        assert (used["applications"], used["exhausted"]) == (1, True)
        other = {"match": {"socket": number + 1}, "fault": {"type": "dropMessage"}}
        server.request("POST", "/_mock/faults", body=other)
        app.send('{"type":"ping"}')
        assert '"pong"' in str(app.recv(timeout=20))


# The command line


def test_the_browser_is_opened(binary: Path, tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.part && mv {opened}.part {opened}\n', encoding="utf-8")
    browser.chmod(0o755)
    variables = environment(BROWSER=str(browser))
    command = [binary, "serve", "--port", "0", "--open", "--attached"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=variables, cwd=tmp_path) as process:
        assert process.stdin and process.stdout
        port = process.stdout.readline().decode().strip().rsplit(":", 1)[-1]
        while not opened.exists():
            os.sched_yield()
        process.stdin.close()
        assert process.wait(20) == 0
    assert opened.read_text(encoding="utf-8").strip().endswith(f":{port}/_mock/")


def test_no_browser_is_no_reason_to_end(binary: Path, tmp_path: Path) -> None:
    command = [binary, "serve", "--port", "0", "--open", "--attached"]
    variables = environment(BROWSER="no-such-browser")
    done = subprocess.run(command, input=b"", capture_output=True, env=variables, cwd=tmp_path, timeout=20, check=False)
    assert done.returncode == 0
    assert b"there is no no-such-browser" in done.stderr
    refused = subprocess.run([*command, "--no-admin"], input=b"", capture_output=True, timeout=20, check=False)
    assert refused.returncode == 2
    assert b"--no-admin" in refused.stderr


def test_the_command_line_has_the_calls(server: MockServer, binary: Path) -> None:
    def control(*arguments: str) -> str:
        done = subprocess.run(
            [binary, "ctl", *arguments], capture_output=True, text=True, timeout=30, check=False,
            env=environment(MOCK_API_URL=server.base_url),
        )  # fmt: skip
        assert done.returncode == 0, (arguments, done)
        return done.stdout

    server.login()
    server.request("GET", "/v1/lots", headers={"User-Agent": "Phone/1"})
    assert "lots, expected lotes" in control("requests", "explain", "2")
    assert "id: 3" in control("requests", "replay", "2")
    assert "Phone/1" in control("devices")
    device = json.loads(control("--json", "devices"))["devices"][0]["id"]
    assert control("devices", "name", device, "Ana").strip() == f"{device} is Ana"
    assert "accessTokenExpiry" in control("clock", "upcoming", "2h")
    assert "accessTokenExpiry" not in control("clock", "upcoming", "5m")
    assert "usuario@example.com" in control("tokens")
    session = json.loads(control("--json", "tokens"))["tokens"][0]["session"]
    assert session in control("tokens", "end", session)
    assert f"/_mock/sessions/{session}" in control("activity")
