"""The server under test: building, starting, asking."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import selectors
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from processes import Failure, stopped_at_exit
from rows import ACCOUNTS, TLS_FOLDER, Row

LISTENING = re.compile(rb"^Listening on http://127\.0\.0\.1:(\d+)\s*$", re.MULTILINE)
TLS = re.compile(rb"^  TLS: https://127\.0\.0\.1:(\d+)", re.MULTILINE)
BUILD = "set -euo pipefail; . script/lib/common.sh; . script/lib/build.sh; build_release; release_binary"


def build(root: Path) -> Path:
    """Builds the release binary as script/server does, and gives its path."""
    done = subprocess.run(["bash", "-c", BUILD], cwd=root, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise Failure("the release build failed")
    return Path(done.stdout.splitlines()[-1])


@dataclass(frozen=True)
class Answer:
    """What came back for a request."""

    status: int
    headers: dict[str, str]
    body: bytes


def ask(port: int, method: str, path: str, headers: dict[str, str], body: str | None = None) -> Answer:
    """Sends one request on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    with contextlib.closing(connection):
        connection.request(method, path, body.encode() if body else None, headers)
        response = connection.getresponse()
        names = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, names, response.read())


@dataclass(frozen=True)
class Server:
    """A running server."""

    port: int
    pid: int
    # The port with TLS; None for a variant without.
    tls_port: int | None = None

    def token(self, account: str) -> str:
        """Signs in and gives the access token."""
        login = ACCOUNTS[account]
        answer = ask(self.port, "POST", login.path, {"Content-Type": "application/json"}, login.body)
        if answer.status != 200:
            raise Failure(f"POST {login.path} was answered {answer.status}: {answer.body[:300]!r}")
        return json.loads(answer.body)[login.token_key]

    def headers(self, row: Row) -> dict[str, str]:
        """The header fields of a row's request, but for the entity tag."""
        headers = {"Content-Type": "application/json"} if row.body else {}
        if row.account:
            headers["Authorization"] = f"Bearer {self.token(row.account)}"
        return headers

    def total(self, row: Row) -> int:
        """How many records the list has that the row's requests make grow."""
        answer = ask(self.port, "GET", f"{row.grows}?limit=1", self.headers(row))
        if answer.status != 200:
            raise Failure(f"GET {row.grows} was answered {answer.status}: {answer.body[:300]!r}")
        return json.loads(answer.body)["total"]


@contextlib.contextmanager
def running(binary: Path, options: tuple[str, ...]) -> Iterator[Server]:
    """Starts a server on a free port, its log going to a file; stops it in the end."""
    with tempfile.TemporaryFile() as log, tempfile.TemporaryDirectory() as folder:
        command = [str(binary), "serve", "--port", "0"]
        command += [f"{folder}/tls" if option == TLS_FOLDER else option for option in options]
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log)
        with stopped_at_exit(child):
            port = read_port(child)
            if port is None:
                raise Failure(f"{' '.join(command)} did not start: {end_of(log)}")
            try:
                yield Server(port, child.pid, tls_port_in(log))
            except Failure as failure:
                if child.poll() is None:
                    raise
                message = f"{failure}; the server ended with exit code {child.returncode}: {end_of(log)}"
                raise Failure(message) from failure


def tls_port_in(log: IO[bytes]) -> int | None:
    """The port with TLS that the banner tells, which is written before the server says that it listens."""
    log.seek(0)
    found = TLS.search(log.read(20_000))
    log.seek(0, os.SEEK_END)
    return int(found[1]) if found else None


def end_of(log: IO[bytes]) -> str:
    """The last 2000 bytes of a log."""
    log.seek(max(0, log.seek(0, os.SEEK_END) - 2000))
    return log.read().decode(errors="replace")


def read_port(child: subprocess.Popen, timeout: float = 20.0) -> int | None:
    """Waits for the `Listening on …` line; None when it does not come."""
    text = b""
    deadline = time.monotonic() + timeout
    assert child.stdout, "the server's output goes to a pipe"
    with selectors.DefaultSelector() as selector:
        selector.register(child.stdout, selectors.EVENT_READ)
        while (left := deadline - time.monotonic()) > 0 and selector.select(left):
            piece = os.read(child.stdout.fileno(), 4096)
            text += piece
            if found := LISTENING.search(text):
                return int(found[1])
            if not piece:
                break
    return None
