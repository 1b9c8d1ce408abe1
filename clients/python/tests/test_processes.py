"""What happens between processes: servers that end with who started them, worlds that nobody deletes, cancellation."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from kit_server import python, started

from mock_api_testing import MockServer, ServerUnreachableError, World, worker_number

STARTS = """
import time
from mock_api_testing import MockServer
print(MockServer.shared().url, flush=True)
"""


def ended(url: str) -> bool:
    """Whether the server ends within some seconds."""
    for _ in range(100):
        try:
            urllib.request.urlopen(f"{url}/_mock/health", timeout=5).close()
        except OSError:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize("how", ["is killed", "ends", "is interrupted"])
def test_started_server_ends_with_its_process(how: str) -> None:
    with python(STARTS + ("time.sleep(60)" if how != "ends" else ""), MOCK_API_URL="") as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        assert url.startswith("http://127.0.0.1:")
        if how == "is killed":
            process.kill()
        elif how == "is interrupted":
            process.send_signal(signal.SIGINT)
    assert ended(url)


def test_server_is_shared_within_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOCK_API_URL", raising=False)
    monkeypatch.setattr(MockServer, "_shared", {})
    with ThreadPoolExecutor(4) as pool:
        servers = set(pool.map(lambda _: MockServer.shared(), range(8)))
    assert len(servers) == 1
    [server] = servers
    server.close()
    assert ended(server.url)
    assert MockServer._shared == {}


def test_server_that_is_gone_is_told() -> None:
    with started() as server:
        world = server.worlds.make("short-lived")
    with pytest.raises(ServerUnreachableError, match="Is mock-api running there"):
        world.clock.get()


def test_world_of_a_killed_test_goes_by_itself() -> None:
    with started("--world-ttl", "1s") as server:
        code = f"""
import time
from mock_api_testing import MockServer
print(MockServer({server.url!r}).worlds.make("killed").id, flush=True)
time.sleep(60)
"""
        with python(code) as process:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("killed-")
            process.kill()
        for _ in range(100):
            if [world.id for world in server.worlds.list()] == ["default"]:
                return
            time.sleep(0.1)
    raise AssertionError("the world is still there")


def test_interrupted_wait_does_no_harm(mock_world: World) -> None:
    begin = time.monotonic()
    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(0.3, lambda: signal.pthread_kill(main, signal.SIGINT))
    # A shell's background jobs ignore the signal.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        mock_world.requests.wait(path="/v1/lotes", timeout="30s")
    assert time.monotonic() - begin < 20
    # The next call has a connection of its own, and its own response.
    assert mock_world.clock.get().rate == 1


def test_two_processes_share_a_server(mock_server: MockServer) -> None:
    code = f"""
from mock_api_testing import MockServer
server = MockServer({mock_server.url!r})
for number in range(20):
    with server.worlds.make("shared") as world:
        assert world.data.change("agrobridge_lote", {{"estado": "inactivo"}}) == 164
        assert world.data.list("agrobridge_lote", filter={{"estado": "inactivo"}}).total == 164
print("done")
"""
    processes = [python(code), python(code)]
    said = [process.communicate(timeout=120)[0].strip() for process in processes]
    assert said == ["done", "done"]
    assert not any(world.id.startswith("shared-") for world in mock_server.worlds.list())


def test_threads_have_connections_of_their_own(mock_server: MockServer) -> None:
    def in_a_world(number: int) -> bool:
        with mock_server.worlds.make(f"thread {number}", random_seed=number) as world:
            world.clock.freeze("2026-06-01T08:00:00Z")
            world.clock.advance(f"{number}s")
            return world.clock.get().now.second == number

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(in_a_world, range(40)))


def test_connection_is_kept_and_renewed(mock_world: World) -> None:
    transport = mock_world.server.transport
    mock_world.clock.get()
    kept = transport._local.connection
    mock_world.clock.get()
    assert transport._local.connection is kept
    port = kept.sock.getsockname()[1]
    kept.sock.shutdown(2)
    assert mock_world.clock.get().rate == 1
    assert transport._local.connection.sock.getsockname()[1] != port


def test_forked_process_has_a_connection_of_its_own(mock_world: World, tmp_path: Path) -> None:
    mock_world.clock.freeze("2026-06-01T08:00:00Z")
    child = os.fork()
    if child == 0:
        (tmp_path / "said").write_text(json.dumps(mock_world.clock.get().frozen))
        os._exit(0)
    assert mock_world.clock.get().frozen
    assert os.waitpid(child, 0)[1] == 0
    assert (tmp_path / "said").read_text() == "true"


def test_number_of_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw3")
    assert worker_number() == 4
    monkeypatch.delenv("PYTEST_XDIST_WORKER")
    assert worker_number() == 1


def test_environment_points_a_program_to_the_world(mock_world: World) -> None:
    code = """
import os, urllib.request
urllib.request.urlopen(os.environ["MOCK_API_URL"] + "/posts/1").close()
from mock_api_testing import MockServer
assert MockServer.shared().url + "/_w/" in os.environ["MOCK_API_URL"]
print(os.environ["MOCK_API_WS_URL"])
"""
    with python(code, **mock_world.environment) as process:
        assert process.communicate(timeout=60)[0].strip() == mock_world.websocket_url
    mock_world.requests.verify(path="/posts/1", exactly=1)
    assert mock_world.headers == {"X-Mock-World": mock_world.id}
