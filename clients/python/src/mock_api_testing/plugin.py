"""The pytest plugin: fixtures `mock_world`, `mock_server`, `mock_worker_world`, and the marker `mock_world`."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from .errors import MockApiError
from .report import report
from .server import MockServer
from .workers import worker_world
from .world import LeakedSockets, World
from .worlds import world_id

_WORLD = pytest.StashKey[World]()
_MARKER = (
    "mock_world(frozen_at=None, now=None, rate=None, from_=None, random_seed=None, faults=(), leaked_sockets=None): "
    "gives the test a world of mock-api: its clock, what it begins with, what goes wrong in it."
)
_URL_HELP = "The mock-api server; else MOCK_API_URL, else one is started for each test process."
_LEAKED_HELP = "What happens when a test leaves sockets open: error, warn or ignore."
_HAR_HELP = "Folder for the journals of failed tests, as HAR files."


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options, for the command line and for the ini file."""
    group = parser.getgroup("mock-api", "mock-api")
    group.addoption("--mock-api-url", metavar="URL", help=_URL_HELP)
    group.addoption("--mock-api-leaked-sockets", choices=("error", "warn", "ignore"), help=_LEAKED_HELP)
    group.addoption("--mock-api-har", metavar="DIR", help=_HAR_HELP)
    parser.addini("mock_api_url", _URL_HELP)
    parser.addini("mock_api_leaked_sockets", _LEAKED_HELP, default="warn")
    parser.addini("mock_api_har", _HAR_HELP)


def pytest_configure(config: pytest.Config) -> None:
    """Makes the marker known."""
    config.addinivalue_line("markers", _MARKER)


def _option(config: pytest.Config, name: str) -> str:
    return str(config.getoption(name) or config.getini(name) or "")


@pytest.fixture(scope="session")
def mock_server(request: pytest.FixtureRequest) -> Iterator[MockServer]:
    """The server: that of --mock-api-url or MOCK_API_URL, else one that is started for this process."""
    server = MockServer.shared(_option(request.config, "mock_api_url") or None)
    yield server
    server.close()


@pytest.fixture
def mock_world(request: pytest.FixtureRequest, mock_server: MockServer) -> Iterator[World]:
    """A world for this test alone, made before it and deleted after it. The marker `mock_world` has its options."""
    node = request.node
    options: dict[str, Any] = {}
    for marker in reversed(list(node.iter_markers("mock_world"))):
        if marker.args:
            raise pytest.UsageError(f"the marker mock_world takes keyword arguments only: {_MARKER}")
        options |= marker.kwargs
    leaked = _leaked_sockets(options.pop("leaked_sockets", None) or _option(request.config, "mock_api_leaked_sockets"))
    try:
        world = mock_server.worlds.make(node.nodeid, **{"id": world_id(node.name), **options})
    except TypeError as error:
        raise pytest.UsageError(f"the marker mock_world: {error}; it is {_MARKER}") from error
    node.stash[_WORLD] = world
    yield world
    del node.stash[_WORLD]
    world.close(leaked)


@pytest.fixture(autouse=True)
def _mock_world_of_marker(request: pytest.FixtureRequest) -> None:
    """Makes the world of a test that has the marker and does not ask for the fixture."""
    if request.node.get_closest_marker("mock_world"):
        request.getfixturevalue("mock_world")


@pytest.fixture(scope="session")
def mock_worker_world(mock_server: MockServer) -> Iterator[World]:
    """One world for all tests of this worker: that of `mock-api exec --workers N` where it gave one."""
    world, made = worker_world(mock_server)
    yield world
    if made:
        world.close("ignore")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds what the world saw to the report of a test that failed."""
    outcome = yield
    world = item.stash.get(_WORLD, None)
    if outcome.failed and world is not None:
        outcome.sections.append((f"mock-api world {world.id}", report(world)))
        folder = _option(item.config, "mock_api_har")
        if folder:
            outcome.sections.append(("mock-api journal", _save_har(world, Path(folder))))
    return outcome


def _save_har(world: World, folder: Path) -> str:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return str(world.requests.save_har(folder / f"{world.id}.har"))
    except (MockApiError, OSError) as error:
        return str(error)


def _leaked_sockets(text: str) -> LeakedSockets:
    if text not in ("error", "warn", "ignore"):
        raise pytest.UsageError(f"leaked sockets must be error, warn or ignore, not {text!r}")
    return cast(LeakedSockets, text)
