"""Exchanges that a fault holds until somebody releases them, as a debugger's breakpoint does."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from mock_server import RESPONSE_TIMEOUT_S, WAIT_S, MockServer, Response, environment
from process_facts import wait_until

Start = Callable[..., MockServer]
CAPACITY = 256


@pytest.fixture(scope="module")
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(16) as pool:
        yield pool


class World:
    """A world of its own, and apps that call it."""

    def __init__(self, server: MockServer, threads: ThreadPoolExecutor) -> None:
        self.server = server
        self.threads = threads
        created = server.request("POST", "/_mock/worlds", body={})
        assert created.status == 201, created
        self.id = created.json()["id"]
        self.path = f"/_w/{self.id}"

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> Response:
        return self.server.request(method, self.path + path, body=body, **more)

    def begin(self, method: str, path: str, body: Any = None, **more: Any) -> Future[Response]:
        """An app's request, which waits for its response."""
        return self.threads.submit(self.ask, method, path, body, **more)

    def hold(self, method: str = "GET", path: str = "/users/1", fault: dict[str, Any] | None = None, **more: Any) -> str:
        definition = {"fault": {"type": "hold", **(fault or {})}, "match": {"method": method, "path": path}, **more}
        added = self.ask("POST", "/_mock/faults", definition)
        assert added.status == 201, added
        return added.json()["id"]

    def wait(self, at_least: int = 1, **more: Any) -> list[dict[str, Any]]:
        """Waits until exchanges are held."""
        found = self.ask("POST", "/_mock/holds/wait", {"atLeast": at_least, "timeoutMilliseconds": 20_000, **more})
        assert found.status == 200 and found.json()["satisfied"], found
        return found.json()["holds"]

    @property
    def held(self) -> list[dict[str, Any]]:
        return self.ask("GET", "/_mock/holds").json()["holds"]

    def release(self, id: str, body: Any = None) -> None:
        released = self.ask("POST", f"/_mock/holds/{id}/release", body)
        assert released.status == 204, released

    def journal(self, path: str = "/users/1") -> list[dict[str, Any]]:
        """The entries of a path, those that are pending last."""
        page = self.ask("GET", f"/_mock/requests?path=**{path}").json()
        return page["requests"] + page["pending"]


@pytest.fixture
def world(server: MockServer, threads: ThreadPoolExecutor) -> Iterator[World]:
    made = World(server, threads)
    yield made
    server.request("DELETE", f"/_mock/worlds/{made.id}")


def test_a_response_is_held_after_the_state_has_changed(world: World) -> None:
    fault = world.hold("POST", "/posts", times=1)
    app = world.begin("POST", "/posts", {"title": "new", "userId": 1})
    [held] = world.wait(heldBy=fault)
    assert {name: held[name] for name in ("heldBy", "phase", "method", "path", "status", "api", "operationId")} == {
        "heldBy": fault, "phase": "response", "method": "POST", "path": "/posts", "status": 201,
        "api": "jsonplaceholder", "operationId": "createPost",
    }  # fmt: skip
    assert held["since"] < held["until"] and len(held["device"]) == 8
    assert world.ask("GET", "/posts/101").json()["title"] == "new"
    assert not app.done()
    world.release(held["id"])
    assert app.result(WAIT_S).status == 201
    assert world.held == []
    # The fault held once, as it says.
    assert world.ask("POST", "/posts", {"title": "more", "userId": 1}).status == 201


def test_a_request_is_held_before_the_state_changes(world: World) -> None:
    world.hold("POST", "/posts", {"phase": "request"})
    app = world.begin("POST", "/posts", {"title": "new", "userId": 1})
    [held] = world.wait()
    assert held["phase"] == "request" and "status" not in held
    assert world.ask("GET", "/posts/101").status == 404
    world.release(held["id"])
    assert app.result(WAIT_S).status == 201
    assert world.ask("GET", "/posts/101").json()["title"] == "new"


def test_the_journal_shows_an_exchange_while_it_is_held_and_for_how_long_it_was(world: World) -> None:
    fault = world.hold()
    app = world.begin("GET", "/users/1")
    [held] = world.wait()
    [entry] = world.journal()
    assert (entry["ending"], entry["hold"], "status" in entry, "id" in entry) == ("pending", held["id"], False, False)
    world.release(held["id"])
    assert app.result(WAIT_S).status == 200
    [entry] = world.journal()
    assert (entry["ending"], entry["status"], "hold" in entry) == ("whole", 200, False)
    assert entry["faults"] == [{"id": fault, "type": "hold"}]
    assert 0 < entry["heldMicroseconds"] <= entry["durationMicroseconds"]
    [found] = world.ask("GET", "/_mock/faults").json()["faults"]
    assert found["applications"] == 1


def test_one_that_is_held_can_be_looked_at(world: World) -> None:
    world.hold("PUT", "/posts/1")
    app = world.begin("PUT", "/posts/1", {"title": "other"}, headers={"Authorization": "Bearer secret"})
    [held] = world.wait()
    found = world.ask("GET", f"/_mock/holds/{held['id']}").json()
    assert found["request"]["body"] == {"title": "other"} and "secret" not in json.dumps(found)
    assert found["response"]["status"] == 200 and found["response"]["body"]["title"] == "other"
    world.release(held["id"])
    assert app.result(WAIT_S).status == 200
    assert world.ask("GET", f"/_mock/holds/{held['id']}").status == 404


RELEASES: dict[str, tuple[dict[str, Any], int, dict[str, Any]]] = {
    "a patch": ({"type": "patch", "patch": {"name": "Ana"}}, 200, {"id": 1, "name": "Ana"}),
    "a status": ({"type": "status", "status": 202, "body": {"late": True}}, 202, {"late": True}),
    "an API's own error": ({"type": "unavailable", "retryAfter": 7}, 503, {}),
}


@pytest.mark.parametrize("phase", ["request", "response"])
@pytest.mark.parametrize("name", RELEASES)
def test_a_release_changes_the_response(world: World, name: str, phase: str) -> None:
    fault, status, members = RELEASES[name]
    rule = world.hold(fault={"phase": phase})
    app = world.begin("GET", "/users/1", headers={"Origin": "http://localhost:5173"})
    [held] = world.wait()
    world.release(held["id"], {"fault": fault})
    answer = app.result(WAIT_S)
    assert answer.status == status
    assert members.items() <= answer.json().items()
    # A response in place of another one is as complete as any.
    assert "access-control-allow-origin" in answer.headers and "content-type" in answer.headers
    [entry] = world.journal()
    assert sorted((each["id"], each["type"]) for each in entry["faults"]) == sorted(
        [(rule, "hold"), (held["id"], fault["type"])]
    )


@pytest.mark.parametrize("phase", ["request", "response"])
def test_a_release_resets_the_connection(world: World, phase: str) -> None:
    world.hold(fault={"phase": phase})
    app = world.begin("GET", "/users/1")
    [held] = world.wait()
    world.release(held["id"], {"fault": {"type": "reset"}})
    with pytest.raises(OSError):
        app.result(WAIT_S)
    assert wait_until(lambda: [each["ending"] for each in world.journal()] == ["reset"])


def test_a_patch_that_the_document_does_not_allow_is_reported(world: World) -> None:
    world.hold("GET", "/v1/lotes/lote_1")
    headers = world.ask("POST", "/_mock/sign-in", {"api": "agrobridge"}).json()["headers"]
    app = world.begin("GET", "/v1/lotes/lote_1", headers=headers)
    [held] = world.wait()
    assert held["account"] == "user_123"
    world.release(held["id"], {"fault": {"type": "patch", "patch": {"nombre": 7}}})
    answer = app.result(WAIT_S)
    assert answer.status == 500 and held["id"] in answer.json()["error"]


def test_all_are_released_or_those_of_a_fault(world: World) -> None:
    first = world.hold(path="/users/1")
    world.hold(path="/users/2")
    apps = {path: world.begin("GET", path) for path in ("/users/1", "/users/2")}
    world.wait(2)
    assert world.ask("POST", "/_mock/holds/release", {"heldBy": first}).json() == {"released": 1}
    assert apps["/users/1"].result(WAIT_S).status == 200
    assert [each["path"] for each in world.held] == ["/users/2"]
    assert world.ask("POST", "/_mock/holds/release", {"fault": {"type": "status", "status": 418}}).json()["released"] == 1
    assert apps["/users/2"].result(WAIT_S).status == 418
    assert world.ask("POST", "/_mock/holds/release").json() == {"released": 0}


def test_an_exchange_goes_on_by_itself_when_its_time_is_over(world: World) -> None:
    world.hold(fault={"milliseconds": 50})
    # A clock that stands still is no matter: the time is real.
    world.ask("PUT", "/_mock/clock", {"freeze": True})
    assert world.ask("GET", "/users/1").status == 200
    [entry] = world.journal()
    assert entry["heldMicroseconds"] >= 50_000
    assert world.held == []


def test_a_client_that_leaves_gives_up_its_place(world: World) -> None:
    world.hold("POST", "/posts")
    body = b'{"title": "left"}'
    with socket.create_connection(("127.0.0.1", world.server.port)) as app:
        head = f"POST {world.path}/posts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        app.sendall(head.encode() + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        [held] = world.wait()
    assert wait_until(lambda: world.held == [])
    assert world.ask("POST", f"/_mock/holds/{held['id']}/release").status == 404
    assert wait_until(lambda: [each["ending"] for each in world.journal("/posts")] == ["aborted"])
    [entry] = world.journal("/posts")
    assert entry["heldMicroseconds"] > 0 and "status" not in entry


def test_what_ends_a_hold_releases_its_exchanges(world: World) -> None:
    ends = {
        "its fault is removed": lambda fault: world.ask("DELETE", f"/_mock/faults/{fault}"),
        "all faults are removed": lambda _: world.ask("DELETE", "/_mock/faults"),
        "the world is reset": lambda _: world.ask("POST", "/_mock/reset"),
    }
    for end, act in ends.items():
        fault = world.hold()
        app = world.begin("GET", "/users/1")
        world.wait()
        assert act(fault).status in (200, 204), end
        assert app.result(WAIT_S).status == 200, end
        assert world.ask("GET", "/users/1").status == 200, end


def test_the_worlds_end_releases_its_exchanges_and_ends_waits(server: MockServer, threads: ThreadPoolExecutor) -> None:
    world = World(server, threads)
    world.hold()
    app = world.begin("GET", "/users/1")
    world.wait()
    waiter = http.client.HTTPConnection("127.0.0.1", server.port, timeout=RESPONSE_TIMEOUT_S)
    waiter.request("POST", f"{world.path}/_mock/holds/wait", json.dumps({"atLeast": 2, "timeoutMilliseconds": 60_000}))
    # Its head comes when the wait has begun.
    response = waiter.getresponse()
    assert server.request("DELETE", f"/_mock/worlds/{world.id}").status == 204
    assert app.result(WAIT_S).status == 200
    assert json.loads(response.read())["satisfied"] is False
    waiter.close()


def test_no_world_waits_for_another(world: World, server: MockServer, threads: ThreadPoolExecutor) -> None:
    other = World(server, threads)
    world.hold(path="/users/*")
    apps = [world.begin("GET", f"/users/{number}") for number in range(1, 9)]
    world.wait(8)
    assert [other.ask("GET", f"/users/{number}").status for number in range(1, 5)] == [200] * 4
    assert other.held == []
    # The same world goes on, too.
    assert world.ask("GET", "/posts/1").status == 200
    assert world.ask("POST", "/_mock/holds/release").json() == {"released": 8}
    assert [app.result(WAIT_S).status for app in apps] == [200] * 8
    server.request("DELETE", f"/_mock/worlds/{other.id}")


def test_a_waiting_call_responds_as_soon_as_one_is_held(world: World) -> None:
    fault = world.hold()
    waiter = world.begin("POST", "/_mock/holds/wait", {"heldBy": fault, "timeoutMilliseconds": 60_000})
    app = world.begin("GET", "/users/1")
    [held] = waiter.result(WAIT_S).json()["holds"]
    world.release(held["id"])
    assert app.result(WAIT_S).status == 200
    nothing = world.ask("POST", "/_mock/holds/wait", {"timeoutMilliseconds": 0}).json()
    assert nothing == {"satisfied": False, "holds": []}
    assert world.ask("POST", "/_mock/holds/wait", {"timeoutMilliseconds": 1}).json() == nothing


def test_more_than_a_world_holds_go_on(start: Start) -> None:
    server = start("--rate-limit", "off", "--max-connections", "400")
    added = server.request("POST", "/_mock/faults", body={"fault": {"type": "hold"}, "match": {"path": "/users/1"}})
    apps = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(CAPACITY)]
    try:
        for app in apps:
            app.sendall(b"GET /users/1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        body = {"atLeast": CAPACITY, "timeoutMilliseconds": 60_000}
        assert server.request("POST", "/_mock/holds/wait", body=body).json()["satisfied"]
        assert server.request("GET", "/users/1").status == 200
        [fault] = server.request("GET", "/_mock/faults").json()["faults"]
        assert (fault["id"], fault["matches"], fault["applications"]) == (added.json()["id"], CAPACITY + 1, CAPACITY)
        # The server ends at once, and nobody is left without a response.
        server.stop()
        for app in apps:
            app.settimeout(RESPONSE_TIMEOUT_S)
            assert app.recv(12) == b"HTTP/1.1 200"
    finally:
        for app in apps:
            app.close()


def test_requests_of_a_connection_stay_in_their_order(world: World) -> None:
    world.hold(path="/users/1")
    with socket.create_connection(("127.0.0.1", world.server.port)) as app:
        app.settimeout(RESPONSE_TIMEOUT_S)
        for path in ("/users/1", "/users/2", "/users/3"):
            app.sendall(f"GET {world.path}{path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        [held] = world.wait()
        world.release(held["id"])
        received = b""
        while received.count(b"HTTP/1.1 200") < 3 or b'"id": 3' not in received.replace(b'"id":3', b'"id": 3'):
            piece = app.recv(65_536)
            assert piece, received
            received += piece
        flat = received.replace(b'"id": ', b'"id":')
        assert flat.index(b'"id":1,') < flat.index(b'"id":2,') < flat.index(b'"id":3,')
        # The connection is kept, and holds again.
        app.sendall(f"GET {world.path}/users/1 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        [held] = world.wait()
        world.release(held["id"])
        assert app.recv(12) == b"HTTP/1.1 200"


def test_a_repeated_request_gets_the_response_that_is_held(world: World) -> None:
    world.hold("POST", "/posts", times=1)
    key = {"Idempotency-Key": "again"}
    app = world.begin("POST", "/posts", {"title": "once"}, headers=key)
    [held] = world.wait()
    again = world.ask("POST", "/posts", {"title": "once"}, headers=key)
    assert (again.status, again.headers["idempotent-replayed"]) == (201, "true")
    world.release(held["id"])
    assert app.result(WAIT_S).json() == again.json()


@pytest.mark.parametrize("phase", ["request", "response"])
def test_a_handshake_is_held_until_it_is_released(world: World, phase: str) -> None:
    world.hold(path="/ws/greenhouse", fault={"phase": phase})

    def open_socket() -> int:
        try:
            with connect(f"ws://127.0.0.1:{world.server.port}{world.path}/ws/greenhouse", proxy=None) as opened:
                opened.send("CONNECT\naccept-version:1.2\n\n\0")
                assert str(opened.recv(WAIT_S)).startswith("CONNECTED")
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code

    for fault, status in ((None, 101), ({"type": "status", "status": 503}, 503)):
        app = world.threads.submit(open_socket)
        [held] = world.wait()
        assert held.get("status") == (101 if phase == "response" else None)
        world.release(held["id"], {"fault": fault})
        assert app.result(WAIT_S) == status


def test_others_follow_what_is_held(world: World) -> None:
    """As the live page does."""
    world.hold()
    stream = threading.Event()
    seen: list[Any] = []

    def follow() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", world.server.port, timeout=RESPONSE_TIMEOUT_S)
        connection.request("GET", f"/_mock/stream?world={world.id}")
        response = connection.getresponse()
        name = ""
        while len(seen) < 2:
            line = response.readline().decode().strip()
            stream.set()
            if line.startswith("event:"):
                name = line.removeprefix("event:").strip()
            elif line.startswith("data:") and name == "holds":
                seen.append(json.loads(line.removeprefix("data:")))
                if len(seen) == 1 and not seen[0]["holds"]:
                    seen.clear()
        connection.close()

    follower = world.threads.submit(follow)
    assert stream.wait(WAIT_S)
    app = world.begin("GET", "/users/1")
    [held] = world.wait()
    assert wait_until(lambda: len(seen) >= 1)
    world.release(held["id"])
    follower.result(WAIT_S)
    assert app.result(WAIT_S).status == 200
    assert [each["holds"] for each in seen] == [[held], []]


def test_the_command_line_lists_awaits_and_releases(world: World, binary: Path) -> None:
    def ctl(*arguments: str, code: int = 0) -> str:
        command = [binary, "ctl", "--url", world.server.base_url, "--world", world.id, "holds", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=RESPONSE_TIMEOUT_S, env=environment())
        assert done.returncode == code, done
        return done.stdout + done.stderr

    assert "no exchanges are held" in ctl()
    assert "no exchanges are held" in ctl("wait", "--timeout", "1ms", code=1)
    fault = world.hold(path="/users/*")
    apps = [world.begin("GET", f"/users/{number}") for number in (1, 2)]
    table = ctl("wait", "--at-least", "2", "--held-by", fault, "--timeout", "60s")
    assert "GET" in table and "/users/2" in table and fault in table
    first = next(each["id"] for each in world.held if each["path"] == "/users/1")
    assert "Leanne Graham" in ctl("show", first)
    assert ctl("release", first, "--fault", '{"type":"status","status":418}').strip() == f"released {first}"
    assert apps[0].result(WAIT_S).status == 418
    assert "hold-99" in ctl("release", "hold-99", code=1)
    ctl("release", code=2)
    assert ctl("release", "--all", "--fault", "unavailable").strip() == "released all"
    assert apps[1].result(WAIT_S).status == 503


REFUSED: dict[str, tuple[str, Any, int, str]] = {
    "a long time": ("faults", {"fault": {"type": "hold", "milliseconds": 600_001}}, 422, "600000"),
    "no time": ("faults", {"fault": {"type": "hold", "milliseconds": 0}}, 422, "milliseconds"),
    "another phase": ("faults", {"fault": {"type": "hold", "phase": "both"}}, 422, "phase"),
    "another member": ("faults", {"fault": {"type": "hold", "seconds": 3}}, 422, "seconds"),
    "an unknown hold": ("holds/hold-99/release", None, 404, "hold-99"),
    "a fault of sockets": ("holds/release", {"fault": {"type": "close"}}, 422, "close"),
    "a hold after a hold": ("holds/release", {"fault": {"type": "hold"}}, 422, "hold"),
    "an unknown type": ("holds/release", {"fault": {"type": "statsu"}}, 400, "status"),
    "a fault without its members": ("holds/release", {"fault": {"type": "status"}}, 422, "status"),
    "a wrong fault": ("holds/release", {"fault": 503}, 422, "fault"),
    "an unknown member": ("holds/release", {"status": 503}, 422, "status"),
    "an unknown fault to wait for": ("holds/wait", {"heldBy": "fault-77"}, 404, "fault-77"),
    "too many": ("holds/wait", {"atLeast": CAPACITY + 1}, 422, "256"),
    "too long": ("holds/wait", {"timeoutMilliseconds": 60_001}, 422, "60000"),
    "no JSON": ("holds/wait", [], 400, "object"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_call_is_refused_with_what_to_do(world: World, name: str) -> None:
    path, body, status, word = REFUSED[name]
    answer = world.ask("POST", f"/_mock/{path}", body)
    assert answer.status == status, answer
    assert word in answer.json()["error"]["message"]


def test_a_refused_release_releases_nothing(world: World) -> None:
    world.hold()
    app = world.begin("GET", "/users/1")
    [held] = world.wait()
    assert world.ask("POST", f"/_mock/holds/{held['id']}/release", {"fault": {"type": "close"}}).status == 422
    assert [each["id"] for each in world.held] == [held["id"]] and not app.done()
    world.release(held["id"])
    assert app.result(WAIT_S).status == 200
