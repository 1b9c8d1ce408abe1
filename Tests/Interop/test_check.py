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
    assert [entry for entry in found["findings"] if entry["kind"] != "note"] == []
    assert found["coverage"]["percent"] == 100
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
            self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
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


def test_a_backend_that_is_not_there_fails(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    done = check("http://127.0.0.1:9", "--report", str(report))
    assert done.returncode == 1 and "nobody can be reached at http://127.0.0.1:9" in " ".join(done.stderr.split())
    # It is told after one call, not after two hundred.
    found = json.loads(report.read_text())
    assert found["requestCount"] == 1 and len(found["findings"]) == 1


def test_a_real_backend_gets_headers_and_credentials() -> None:
    asked: list[tuple[str, dict[str, str], bytes]] = []

    def note(request: BaseHTTPRequestHandler) -> None:
        asked.append((request.path, {name.lower(): value for name, value in request.headers.items()}, request.body))
        teapot(request)

    with backend(note) as url:
        options = ["--header", "X-Env: staging", "--token", "t0ken", "--api-key", "k3y", "--user", "ana@x.co:pw:1"]
        check(url, "--covers", "agrobridge,newsapi", *options)
    assert all(headers["x-env"] == "staging" for _, headers, _ in asked)
    assert [json.loads(body) for path, _, body in asked if path == "/v1/auth/login"] == [
        {"email": "ana@x.co", "password": "pw:1"}
    ]
    lotes = [headers for path, headers, _ in asked if path == "/v1/lotes"]
    assert lotes and all(headers["authorization"] == "Bearer t0ken" for headers in lotes)
    news = [(path, headers) for path, headers, _ in asked if path.startswith("/v2/top-headlines")]
    assert news and all("k3y" in path or headers.get("x-api-key") == "k3y" for path, headers in news)
    for wrong in ["no colon", ":value"]:
        assert check(url, "--header", wrong).returncode == 2


def test_what_is_alike_is_told_once(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    with backend(teapot) as url:
        done = check(url, "--report", str(report), "--covers", "agrobridge,interspace,newsapi")
    findings = json.loads(report.read_text())["findings"]
    assert [found["api"] for found in findings] == ["agrobridge", "interspace", "newsapi"]
    assert sum(found["count"] for found in findings) > 40
    assert {found["location"] for found in findings} == {"header Content-Type"}
    assert all(len(found["otherOperations"]) == found["count"] - 1 for found in findings)
    assert all(f"and {len(found['otherOperations'])} more" in done.stderr for found in findings)
    assert len(done.stderr.splitlines()) < 60


def test_missing_headers_and_charsets_are_notes(tmp_path: Path) -> None:
    report = tmp_path / "report.json"

    def plain(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "application/json")
        request.end_headers()
        request.wfile.write(b"[]")

    with backend(plain) as url:
        check(url, "--report", str(report), "--covers", "jsonplaceholder")
    notes = [found for found in json.loads(report.read_text())["findings"] if found["kind"] == "note"]
    assert "says no charset; documented content is in UTF-8" in {note["message"] for note in notes}
    assert any(note["location"].startswith("header ") and "is documented, and missing" in note["message"] for note in notes)


@pytest.mark.parametrize("url", ["localhost:3000", "ftp://localhost", ""])
def test_the_url_is_checked(url: str) -> None:
    assert check(url).returncode == 2
