"""The server for tests from outside: one that tests share, and as many of their own as they start."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from headless_browser import Browser, running_browser
from interspace_client import Account, new_account
from mock_server import MockServer, environment, launch
from passkey_app import PasskeyApp
from software_authenticator import P256Key, Passkey, PrivateKey

# Tests ask more in a minute than the documented limits allow.
SHARED_OPTIONS = ["--port", "0", "--rate-limit", "off"]


@pytest.fixture(scope="session")
def binary() -> Path:
    """The program under test."""
    path = os.environ.get("MOCK_API_BINARY")
    if not path:
        pytest.exit("MOCK_API_BINARY must name the mock-api binary; script/test sets it", returncode=2)
    return Path(path).resolve(strict=True)


@pytest.fixture(scope="session")
def server(
    binary: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[MockServer]:
    """A server that tests share, so they must not rely on what it holds beyond the documented records.

    Further options: `@pytest.mark.parametrize("server", [["--dataset", "empty"]], indirect=True)`.
    """
    options = [*SHARED_OPTIONS, *getattr(request, "param", [])]
    running = launch(binary, tmp_path_factory.mktemp("server"), options, {})
    yield running
    running.stop()


@pytest.fixture
def start(binary: Path, tmp_path: Path) -> Iterator[Callable[..., MockServer]]:
    """Starts servers of the test's own: `start("--dataset", "empty")`.

    `port=None` leaves the option out; `variables` are set in the environment. All are stopped in the end,
    and must do that well.
    """
    started: list[MockServer] = []

    def start_one(*options: str, port: int | None = 0, variables: dict[str, str] | None = None) -> MockServer:
        chosen = [] if port is None else ["--port", str(port)]
        folder = tmp_path / f"server-{len(started)}"
        started.append(launch(binary, folder, [*chosen, *options], variables or {}))
        return started[-1]

    yield start_one
    try:
        for running in started:
            if running.process.poll() is None:
                running.stop()
    finally:
        for running in started:
            running.kill()


@pytest.fixture
def run(binary: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the program to its end: `run("--version")`."""

    def run_once(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [binary, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=20,
            env=environment(),
            check=False,
        )

    return run_once


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser that the tests of a file share; each loads its page anew."""
    with running_browser(tmp_path_factory.mktemp("browser")) as running:
        yield running


@pytest.fixture
def account(server: MockServer, request: pytest.FixtureRequest) -> Account:
    """An account of the test's own at the shared server's Interspace, with nothing in it."""
    return new_account(server, request.node.nodeid)


@pytest.fixture
def app(server: MockServer) -> PasskeyApp:
    """An app with passkeys at the shared server."""
    return PasskeyApp(server)


@pytest.fixture
def make_passkey(request: pytest.FixtureRequest) -> Callable[..., Passkey]:
    """Makes passkeys of the test's own: `make_passkey(Ed25519Key, "second", counts=True)`."""

    def make(kind: Callable[[str], PrivateKey] = P256Key, name: str = "first", **options: Any) -> Passkey:
        seed = f"{request.node.nodeid} {name}"
        return Passkey(kind(seed), hashlib.sha256(seed.encode()).digest()[:20], **options)

    return make
