"""The server as a program: starting it, asking it, ending it."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LISTENING = re.compile(r"^Listening on http://127\.0\.0\.1:(\d+)$", re.MULTILINE)
START_TIMEOUT_S = 60.0
STOP_TIMEOUT_S = 2.0
# Far more than any answer takes, so that a busy machine fails no test.
RESPONSE_TIMEOUT_S = 120.0
# How long a test waits for what a server does soon.
WAIT_S = 20.0

EMAIL = "usuario@example.com"
PASSWORD = "password123"


@dataclass(frozen=True)
class Response:
    """What came back for a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)


@dataclass
class MockServer:
    """A running server; what it prints goes to files in its folder."""

    process: subprocess.Popen[bytes]
    port: int
    folder: Path
    host: str = "127.0.0.1"

    @property
    def base_url(self) -> str:
        """The address that paths are added to."""
        return f"http://{self.host}:{self.port}"

    @property
    def stdout(self) -> str:
        """What the server has printed so far."""
        return (self.folder / "stdout").read_text(encoding="utf-8")

    @property
    def stderr(self) -> str:
        """What the server has logged so far."""
        return (self.folder / "stderr").read_text(encoding="utf-8")

    def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        raw: bytes | None = None,
        token: str | None = None,
        headers: dict[str, str] | None = None,
        host: str | None = None,
    ) -> Response:
        """Sends one request, its body as JSON or as it is, on a connection of its own."""
        fields = dict(headers or {})
        if body is not None:
            fields.setdefault("Content-Type", "application/json")
        if token is not None:
            fields["Authorization"] = f"Bearer {token}"
        connection = http.client.HTTPConnection(host or self.host, self.port, timeout=RESPONSE_TIMEOUT_S)
        with contextlib.closing(connection):
            connection.request(method, path, raw if body is None else json.dumps(body), fields)
            response = connection.getresponse()
            names = {name.lower(): value for name, value in response.getheaders()}
            return Response(response.status, names, response.read())

    def login(self, email: str = EMAIL, password: str = PASSWORD) -> str:
        """Signs in to AgroBridge and gives the access token."""
        answer = self.request("POST", "/v1/auth/login", body={"email": email, "password": password})
        assert answer.status == 200, answer
        return answer.json()["token"]

    def stop(self, number: signal.Signals = signal.SIGTERM, seconds: float = STOP_TIMEOUT_S) -> None:
        """Sends the signal, which must end the server well and soon; once it has ended, does nothing."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(
                f"the server did not end within {seconds} s of {number.name}"
            ) from None
        assert code == 0, f"exit code {code} after {number.name}; the log ends with: {self.stderr[-2000:]}"

    def kill(self) -> None:
        """Ends the server without giving it a chance to do anything."""
        self.process.kill()
        self.process.wait()


def environment(**variables: str) -> dict[str, str]:
    """This process's environment without what would configure the server, and with the given variables."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name != "PORT" and not name.startswith("MOCK_API_")
    }
    # Whatever a test asks for, the answers are those of the documents.
    return {"MOCK_API_CHECK_ANSWERS": "on"} | inherited | variables


def launch(
    binary: Path, folder: Path, options: list[str], variables: dict[str, str], cwd: Path | None = None
) -> MockServer:
    """Runs `mock-api serve` and waits until it says that it listens."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "stdout").open("wb") as stdout, (folder / "stderr").open("wb") as stderr:
        process = subprocess.Popen(
            [binary, "serve", *options],
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            env=environment(**variables),
        )
    deadline = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < deadline and process.poll() is None:
        if found := LISTENING.search((folder / "stdout").read_text(encoding="utf-8")):
            return MockServer(process, int(found[1]), folder)
        time.sleep(0.01)
    process.kill()
    code = process.wait()
    log = (folder / "stderr").read_text()
    raise AssertionError(f"no Listening line from serve {' '.join(options)} (exit code {code}): {log}")


def until(condition: Callable[[], bool], server: MockServer, pause: float = 0.05) -> None:
    """Waits for what a server does soon."""
    deadline = time.monotonic() + WAIT_S
    while not condition():
        assert time.monotonic() < deadline, server.stderr[-3000:]
        time.sleep(pause)


def free_port() -> int:
    """A port that nothing listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
