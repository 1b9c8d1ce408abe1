"""`mock-api check`: the documented operations are replayed against a backend."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from mock_server import MockServer

BINARY = os.environ.get("MOCK_API_BINARY", "")


def check(url: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs `mock-api check`."""
    return subprocess.run([BINARY, "check", url, *options], capture_output=True, text=True, timeout=120, check=False)


def test_the_server_keeps_its_own_documents(start: Callable[..., MockServer], tmp_path: Path) -> None:
    server = start("--rate-limit", "off")
    report, junit = tmp_path / "report.json", tmp_path / "junit.xml"
    done = check(f"http://127.0.0.1:{server.port}", "--report", str(report), "--junit", str(junit))
    assert done.returncode == 0, done.stderr
    found = json.loads(report.read_text())
    assert found["findings"] == [] and found["coverage"]["percent"] == 100
    assert found["requestCount"] >= 210 and junit.stat().st_size > 1000
    statuses = [status for use in found["coverage"]["used"] for status in use["statuses"]]
    assert sum(status.startswith("2") or status == "101" for status in statuses) > 190
    # The control plane was called too, in a world that is gone: nothing of it is left.
    assert "mock" in {use["api"] for use in found["coverage"]["used"]}
    assert [world["id"] for world in server.request("GET", "/_mock/worlds").json()["worlds"]] == ["default"]
    assert server.request("GET", "/_mock/clock").json()["frozen"] is False
    # What was sent is documented too: the server has nothing to tell of it.
    assert "contract:" not in server.stderr


@contextmanager
def backend(answer: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[str]:
    """Another backend, which answers everything in one way."""

    class Handler(BaseHTTPRequestHandler):
        def handle_one_request(self) -> None:
            self.raw_requestline = self.rfile.readline(65537)
            if not self.raw_requestline or not self.parse_request():
                self.close_connection = True
                return
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            answer(self)
            self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()


def teapot(request: BaseHTTPRequestHandler) -> None:
    request.send_response(418)
    request.end_headers()


def wrong_shape(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.send_header("Content-Type", "application/json")
    request.end_headers()
    request.wfile.write(b'{"unexpected": true}')


@pytest.mark.parametrize(
    ("answer", "message"), [(teapot, "418"), (wrong_shape, "is not documented"), (wrong_shape, "is required")]
)
def test_another_backend_is_told_where_it_differs(
    answer: Callable[[BaseHTTPRequestHandler], None], message: str
) -> None:
    with backend(answer) as url:
        done = check(url, "--covers", "agrobridge,newsapi")
    assert done.returncode == 1
    assert done.stderr.startswith("FAILED") and message in " ".join(done.stderr.split())


def test_the_control_plane_is_called_only_where_it_is() -> None:
    paths = []

    def note(request: BaseHTTPRequestHandler) -> None:
        paths.append(request.path)
        teapot(request)

    with backend(note) as url:
        assert check(url).returncode == 1
    assert [path for path in paths if path.startswith("/_mock/")] == ["/_mock/health"]


def test_a_backend_that_is_not_there_fails() -> None:
    done = check("http://127.0.0.1:9", "--covers", "newsapi")
    assert done.returncode == 1 and "no answer" in done.stderr


@pytest.mark.parametrize("url", ["localhost:3000", "ftp://localhost", ""])
def test_the_url_is_checked(url: str) -> None:
    assert check(url).returncode == 2
