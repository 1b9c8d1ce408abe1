"""Each error, provoked for real."""

from __future__ import annotations

import os
import shutil
import threading
import time
from pathlib import Path
from typing import Any, cast

import pytest
import requests
import websocket
from kit_server import answering, free_port, started

from mock_api_testing import (
    AdminTokenError,
    CallRefusedError,
    CallTimeoutError,
    FaultOptions,
    LeakedSocketsError,
    LeakedSocketsWarning,
    MockApiError,
    MockServer,
    NotAMockServerError,
    NotSatisfiedError,
    ServerNotFoundError,
    ServerTooOldError,
    ServerUnreachableError,
    UnknownApiError,
    World,
    WorldLimitError,
)

MISSPELT = cast(FaultOptions, {"fault": {"type": "staus"}})


def test_no_server_and_no_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("MOCK_API_BINARY", raising=False)
    monkeypatch.delenv("MOCK_API_URL", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ServerNotFoundError, match="mock-api is not on PATH") as error:
        MockServer.start()
    for help in ("MOCK_API_URL", "MOCK_API_BINARY", "script/install"):
        assert help in str(error.value)


def test_program_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MOCK_API_BINARY", str(tmp_path / "mock-api"))
    with pytest.raises(ServerNotFoundError, match="is not there, or it cannot be run"):
        MockServer.start()


def test_program_does_not_start() -> None:
    with pytest.raises(ServerNotFoundError, match="(?s)did not start .exit code 2.*--no-such-option"):
        MockServer.start(arguments=["--no-such-option"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"arguments": ["--acess-ttl", "3"]}, "--acess-ttl"),
        ({"accounts": "strickt"}, "strickt"),
    ],
)
def test_program_of_the_package_does_not_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, options: dict[str, Any], message: str
) -> None:
    """The package `mock-api` has the program beside its module."""
    package = tmp_path / "mock_api"
    (package / "bin").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "bin/mock-api").symlink_to(Path(shutil.which(os.environ["MOCK_API_BINARY"]) or "").resolve())
    monkeypatch.delenv("MOCK_API_BINARY")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ServerNotFoundError, match=f"(?s)did not start .exit code 2.*it said:.*{message}"):
        MockServer.start(**options)


def test_nobody_listens() -> None:
    with pytest.raises(ServerUnreachableError, match="Is mock-api running there"):
        MockServer(f"http://127.0.0.1:{free_port()}").worlds.list()


def test_url_is_none() -> None:
    with pytest.raises(ValueError, match="http://localhost:3000"):
        MockServer("localhost:3000")


@pytest.mark.parametrize(
    ("body", "status"), [("<html>hello</html>", 200), ("not found", 404), ({"status": "UP"}, 200), (["ok"], 200)]
)
def test_something_else_answers(body: object, status: int) -> None:
    with answering(body, status) as url, pytest.raises(NotAMockServerError, match="something else than mock-api"):
        MockServer(url).worlds.list()


def test_server_is_too_old() -> None:
    health = {"status": "ok", "version": "0.1.9", "uptimeSeconds": 1, "worlds": 1, "world": "default"}
    with answering(health) as url, pytest.raises(ServerTooOldError, match=r"0\.1\.9, and this kit needs 0\.2\.0"):
        MockServer(url).worlds.list()


@pytest.mark.parametrize("version", ["0.2.0", "0.2.1-beta", "0.10", "1.0.0"])
def test_server_is_new_enough(version: str) -> None:
    health = {"status": "ok", "version": version, "uptimeSeconds": 1, "worlds": 1, "world": "default"}
    with answering(health) as url:
        assert MockServer(url).check().version == version


def test_admin_token(monkeypatch: pytest.MonkeyPatch) -> None:
    with started("--admin-token", "secret", admin_token="secret") as server:
        assert server.worlds.list()
        for wrong in (None, "wrong"):
            with pytest.raises(AdminTokenError, match="Set MOCK_API_ADMIN_TOKEN") as refused:
                MockServer(server.url, admin_token=wrong).worlds.list()
            assert refused.value.status == 401
        monkeypatch.setenv("MOCK_API_ADMIN_TOKEN", "secret")
        assert MockServer(server.url).worlds.list()


def test_world_limit() -> None:
    with started("--max-worlds", "1") as server, server.worlds.make("first"):
        with pytest.raises(WorldLimitError, match="Raise --max-worlds"):
            server.worlds.make("second")


def test_refused_call(mock_world: World) -> None:
    with pytest.raises(CallRefusedError) as refused:
        mock_world.faults.add_json(MISSPELT)
    error = refused.value
    assert (error.operation, error.world, error.status) == ("addFault", mock_world.id, 400)
    assert (error.code, error.details["value"]) == ("MALFORMED_BODY", "staus")
    assert 'did you mean "status"?' in error.message
    assert mock_world.id in str(error)


def test_bad_fault_leaves_no_world(mock_server: MockServer) -> None:
    with pytest.raises(CallRefusedError, match="staus"):
        mock_server.worlds.make("faulty", id="bad-fault", faults=[MISSPELT])
    assert "bad-fault" not in {world.id for world in mock_server.worlds.list()}


def test_call_has_a_time_limit() -> None:
    with answering({}, delay=threading.Event()) as url:
        with pytest.raises(CallTimeoutError, match=r"health: .* did not respond within 0\.2 s"):
            MockServer(url, timeout="0.2s").worlds.list()


def test_wait_is_not_held_to_the_limit_of_calls(mock_world: World) -> None:
    server = MockServer(mock_world.server.url, timeout="0.5s")
    begin = time.monotonic()
    with pytest.raises(NotSatisfiedError, match="after 1 s: expected at least 1 of path='/v1/lotes', and found 0"):
        server.world(mock_world.id).requests.wait(path="/v1/lotes", timeout="1s")
    assert time.monotonic() - begin >= 1


def test_wait_beyond_the_servers_longest(mock_world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mock_api_testing.journal.LONGEST_WAIT", 0.1)
    calls: list[str] = []
    transport = mock_world.server.transport
    call = transport.call

    def recorded(operation: str, **arguments: Any) -> Any:
        calls.append(operation)
        if calls.count("waitForRequests") == 3:
            requests.get(f"{mock_world.base_url}/posts/1", timeout=10)
        return call(operation, **arguments)

    monkeypatch.setattr(transport, "call", recorded)
    assert mock_world.requests.wait(path="/posts/1", timeout="60s")
    assert calls == ["waitForRequests"] * 3 + ["verifyRequests"]


def test_follow_has_a_time_limit(mock_world: World) -> None:
    with mock_world.requests.follow(timeout="0.2s") as events:
        with pytest.raises(CallTimeoutError, match=r"no event within 0\.2 s"):
            next(events)


def test_follow_is_refused(mock_world: World) -> None:
    with pytest.raises(CallRefusedError, match="followRequests"):
        mock_world.requests.follow(api="agro")


def test_leaked_socket(mock_server: MockServer) -> None:
    world = mock_server.worlds.make("leaky")
    socket = websocket.create_connection(f"{world.websocket_url}/ws", timeout=10)
    socket.send('{"type":"subscribe","channels":["wallet_updates"]}')
    socket.recv()
    with pytest.raises(LeakedSocketsError, match="1 open socket: .*/ws .*account") as leaked:
        world.close("error")
    assert [one.path for one in leaked.value.sockets] == ["/ws"]
    assert world.id not in {one.id for one in mock_server.worlds.list()}
    socket.close()


def test_leaked_socket_warns(mock_server: MockServer) -> None:
    with pytest.warns(LeakedSocketsWarning, match="Close the app's sockets"):
        with mock_server.worlds.make("leaky") as world:
            socket = websocket.create_connection(f"{world.websocket_url}/ws", timeout=10)
            socket.send('{"type":"subscribe","channels":["wallet_updates"]}')
            socket.recv()
    socket.close()


def test_closed_socket_is_no_leak(mock_server: MockServer) -> None:
    for _ in range(10):
        world = mock_server.worlds.make("tidy")
        socket = websocket.create_connection(f"{world.websocket_url}/ws", timeout=10)
        socket.close()
        world.close("error")


def test_errors_are_one_family() -> None:
    for kind in (AdminTokenError, CallTimeoutError, LeakedSocketsError, NotAMockServerError, NotSatisfiedError):
        assert issubclass(kind, MockApiError)
    assert issubclass(NotSatisfiedError, AssertionError) and issubclass(CallTimeoutError, TimeoutError)


def test_unknown_api(mock_world: World) -> None:
    with pytest.raises(UnknownApiError, match="^the server has no API 'agro'; it has agrobridge,") as unknown:
        mock_world.url("agro")
    assert isinstance(unknown.value, MockApiError) and isinstance(unknown.value, KeyError)
