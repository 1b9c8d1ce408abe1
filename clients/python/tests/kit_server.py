"""Servers and processes that the kit's own tests start."""

from __future__ import annotations

import contextlib
import http.server
import json
import os
import shlex
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator

from mock_api_testing import MockServer

# What `prepare` tells pytest, for the children too: pytester takes the variable from them, and plugins that nobody here
# uses cost each of them seconds.
PYTEST_OPTIONS = shlex.split(os.environ.get("PYTEST_ADDOPTS", ""))


@contextlib.contextmanager
def started(*options: str, admin_token: str | None = None) -> Iterator[MockServer]:
    """A server of its own, with further options."""
    server = MockServer.start(arguments=options, admin_token=admin_token)
    try:
        yield server
    finally:
        server.close()


@contextlib.contextmanager
def answering(body: object, status: int = 200, delay: threading.Event | None = None) -> Iterator[str]:
    """Something that answers every GET the same, after `delay` is set if there is one. Gives its URL."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if delay is not None:
                delay.wait(30)
            content = body.encode() if isinstance(body, str) else json.dumps(body).encode()
            with contextlib.suppress(OSError):
                self.send_response(status)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        if delay is not None:
            delay.set()
        server.shutdown()
        server.server_close()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def python(code: str, **environment: str) -> subprocess.Popen[str]:
    """A Python process that can import the kit."""
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
    )
