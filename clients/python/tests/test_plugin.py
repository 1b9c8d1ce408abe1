"""The pytest plugin, seen from outside: tests of its own run in a child process."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from kit_server import PYTEST_OPTIONS, started

from mock_api_testing import MockServer, World

LEAK = """
    import websocket

    def test_leak(mock_world):
        socket = websocket.create_connection(f"{mock_world.websocket_url}/ws", timeout=10)
        socket.send('{"type":"subscribe","channels":["wallet_updates"]}')
        socket.recv()
        test_leak.socket = socket
"""


@pytest.fixture(autouse=True)
def server(monkeypatch: pytest.MonkeyPatch, mock_server: MockServer) -> Iterator[MockServer]:
    """The children use the server of this process."""
    monkeypatch.setenv("MOCK_API_URL", mock_server.url)
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    yield mock_server


def run(pytester: pytest.Pytester, source: str, *options: str) -> pytest.RunResult:
    pytester.makepyfile(source)
    return pytester.runpytest_subprocess("-q", *PYTEST_OPTIONS, *options)


def test_failed_test_shows_what_its_world_saw(pytester: pytest.Pytester) -> None:
    result = run(
        pytester,
        """
        import pytest, requests

        DOWN = {"id": "down", "fault": {"type": "status", "status": 503}, "match": {"path": "/v1/lotes"}, "times": 1}

        @pytest.mark.mock_api(frozen_at="2026-06-01T08:00:00Z", faults=[DOWN])
        def test_app(mock_world):
            url = mock_world.url("agrobridge")
            requests.get(f"{url}/lotes")
            requests.get(f"{url}/lots?page=1")
            requests.post(f"{url}/auth/login", json={"emal": "a@example.com"})
            mock_world.requests.wait(at_least=3, ending="whole")
            mock_world.requests.verify(method="POST", path="/v1/auth/login", status=200)
        """,
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "E *NotSatisfiedError: expected at least 1 of method='POST', path='/v1/auth/login', status=200, *found 0",
            "E *nearest: POST /v1/auth/login -> 422 *: status was 422, expected 200",
            "*- mock-api world test-app-?????? -*",
            "world test-app-?????? of test_failed_test_shows_what_its_world_saw.py::test_app",
            "clock 2026-06-01T08:00:00Z, frozen",
            "last 3 of 3 exchanges, 0 frames of sockets",
            "  GET /v1/lotes -> 503  listLotes  faults: down (status)*",
            "  GET /v1/lots?page=1 -> 404  no operation",
            "    no such route: did you mean GET /v1/lotes?",
            "  POST /v1/auth/login -> 422  login  deviations: *emal*",
        ]
    )


def test_passed_test_shows_nothing_and_leaves_no_world(pytester: pytest.Pytester, server: MockServer) -> None:
    before = len(server.worlds.list())
    result = run(pytester, "def test_app(mock_world): assert mock_world.clock.get().rate == 1", "-rA")
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*mock-api world*")
    assert len(server.worlds.list()) == before


def test_failed_test_leaves_no_world(pytester: pytest.Pytester, server: MockServer) -> None:
    before = len(server.worlds.list())
    run(pytester, "def test_app(mock_world): raise KeyboardInterrupt").assert_outcomes()
    run(pytester, "def test_app(mock_world): assert False").assert_outcomes(failed=1)
    assert len(server.worlds.list()) == before


def test_journal_is_kept_as_har(pytester: pytest.Pytester) -> None:
    source = """
        import requests

        def test_app(mock_world):
            requests.get(mock_world.url("jsonplaceholder") + "/posts/1")
            mock_world.requests.wait(path="/posts/1", ending="whole")
            assert False
    """
    run(pytester, source, "--mock-api-har=journals").assert_outcomes(failed=1)
    [file] = Path(pytester.path, "journals").glob("test-app-*.har")
    assert json.loads(file.read_text())["log"]["entries"][0]["request"]["url"].endswith("/posts/1")


def test_world_is_named_after_the_test(pytester: pytest.Pytester) -> None:
    source = """
        import re, pytest

        @pytest.mark.parametrize("text", ["short", "long"], ids=["a", "A b" * 60])
        def test_with_a_name_that_is_rather_long_for_an_id(mock_world, text):
            info = mock_world.info()
            assert len(info.name) == (200 if text == "long" else len(info.name)) and "::test_with_a_name" in info.name
            assert re.fullmatch("[a-z0-9-]{1,40}-[0-9a-f]{6}", info.id)
            assert info.id.startswith("test-with-a-name-that-is-rather-long")
    """
    run(pytester, source).assert_outcomes(passed=2)


def test_markers_of_module_class_and_test_add_up(pytester: pytest.Pytester) -> None:
    source = """
        import pytest

        pytestmark = pytest.mark.mock_api(frozen_at="2026-06-01T08:00:00Z", faults=["tunnel"])

        class TestApp:
            pytestmark = pytest.mark.mock_api(random_seed=7)

            @pytest.mark.mock_api(faults=["hostile"])
            def test_nearest_wins(self, mock_world):
                assert mock_world.clock.get().frozen
                assert {one.name for one in mock_world.fault_sets.list() if one.active} == {"hostile"}

        @pytest.mark.mock_api(frozen_at=None, now="2026-06-01T08:00:00Z", rate=60, faults=())
        def test_clock_goes(mock_world):
            assert not mock_world.clock.get().frozen
            assert mock_world.clock.get().rate == 60
            assert mock_world.faults.list() == []
    """
    run(pytester, source).assert_outcomes(passed=2)


def test_marker_alone_makes_a_world(pytester: pytest.Pytester) -> None:
    source = """
        import pytest

        @pytest.mark.mock_api
        def test_app(request, mock_server):
            assert any(world.name and "test_app" in world.name for world in mock_server.worlds.list())
    """
    run(pytester, source).assert_outcomes(passed=1)


@pytest.mark.parametrize("marker", ['"2026-06-01"', "frozen='2026-06-01'", "leaked_sockets='shout'"])
def test_wrong_use_of_the_marker_is_told(pytester: pytest.Pytester, marker: str) -> None:
    source = f"""
        import pytest

        @pytest.mark.mock_api({marker})
        def test_app(mock_world):
            pass
    """
    result = run(pytester, source)
    result.assert_outcomes(errors=1)
    result.stdout.re_match_lines([".*(takes keyword arguments only|unexpected keyword|must be error, warn or ignore)"])


def test_leaked_socket_warns(pytester: pytest.Pytester) -> None:
    result = run(pytester, LEAK)
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(
        ["*LeakedSocketsWarning: world test-leak-* ended with 1 open socket: */ws (channels, *"]
    )


@pytest.mark.parametrize("how", ["command line", "ini file", "marker"])
def test_leaked_socket_is_an_error_on_demand(pytester: pytest.Pytester, how: str) -> None:
    source = LEAK
    if how == "ini file":
        pytester.makeini("[pytest]\nmock_api_leaked_sockets = error")
    if how == "marker":
        source = f"{LEAK}\n    import pytest\n    pytestmark = pytest.mark.mock_api(leaked_sockets='error')\n"
    result = run(pytester, source, *(["--mock-api-leaked-sockets=error"] if how == "command line" else []))
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*LeakedSocketsError: *Close the app's sockets*"])


def test_url_of_the_command_line_comes_first(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOCK_API_URL", "http://127.0.0.1:1")
    with started() as other:
        source = f"def test_app(mock_world): assert mock_world.base_url.startswith('{other.url}/_w/')"
        run(pytester, source, f"--mock-api-url={other.url}").assert_outcomes(passed=1)
        pytester.makeini(f"[pytest]\nmock_api_url = {other.url}")
        run(pytester, source).assert_outcomes(passed=1)


def test_no_server_is_an_error_of_the_test(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOCK_API_URL", "http://127.0.0.1:1")
    result = run(pytester, "def test_app(mock_world): pass")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*ServerUnreachableError: health: no response from http://127.0.0.1:1: *"])


def test_exec_gives_each_worker_its_world(pytester: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    source = """
        import os, pytest

        @pytest.mark.parametrize("number", range(8))
        def test_app(mock_worker_world, worker_id, number):
            assert mock_worker_world.id == f"worker-{int(worker_id.removeprefix('gw')) + 1}"
            assert mock_worker_world.base_url == os.environ["MOCK_API_URL_" + mock_worker_world.id[-1]]
            mock_worker_world.clock.freeze()

        def test_world_of_a_test(mock_world):
            assert mock_world.base_url.startswith(os.environ["MOCK_API_URL"] + "/_w/test-world-of-a-test-")
    """
    pytester.makepyfile(source)
    # A run that sends no request of an app proves nothing, and fails without this.
    command = [os.environ["MOCK_API_BINARY"], "exec", "--fail-on", "none", "--workers", "2", "--"]
    result = pytester.run(*command, sys.executable, "-m", "pytest", "-q", "-n2", *PYTEST_OPTIONS)
    result.assert_outcomes(passed=9)
    assert result.ret == 0


def test_worker_without_exec_makes_its_world(pytester: pytest.Pytester) -> None:
    source = """
        def test_app(mock_worker_world):
            assert mock_worker_world.info().name == "worker 1"
    """
    run(pytester, source).assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("path", "nearest"),
    [
        ("/api/v1/sensor/latest", "/api/v1/sensors/latest"),
        ("/api/v1/profile", "/api/v1/profiles"),
        ("/v2/top-headline", "/v2/top-headlines"),
        ("/postz", "/posts"),
    ],
)
def test_report_has_the_nearest_route_of_each_api(mock_world: World, path: str, nearest: str) -> None:
    requests.get(mock_world.base_url + path, timeout=10)
    mock_world.requests.wait(path=path, status=404, ending="whole")
    assert f"    no such route: did you mean GET {nearest}?" in mock_world.report().splitlines()


def test_report_of_a_world_that_is_gone(mock_server: MockServer) -> None:
    assert mock_server.world("gone").report().startswith("world gone: getClock in world gone was refused: 400")


def test_report_counts_frames(pytester: pytest.Pytester) -> None:
    source = """
        import websocket

        def test_app(mock_world):
            app = websocket.create_connection(f"{mock_world.websocket_url}/ws", timeout=10)
            app.send('{"type":"subscribe","channels":["wallet_updates"]}')
            app.recv()
            app.close()
            mock_world.requests.verify(kind="frame", direction="received", body={"type": "unsubscribe"})
    """
    result = run(pytester, source)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "E *nearest: frame received on socket 1 /ws: *subscribe* (50 bytes): *",
            "last ? of ? exchanges, 2 frames of sockets",
            "  GET /ws -> 101  channels*",
        ]
    )
