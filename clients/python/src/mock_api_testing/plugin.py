"""The pytest plugin: fixtures `mock_world`, `mock_server`, `mock_worker_world`, and the marker `mock_api`."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from .errors import MockApiError
from .process import ServerOptions
from .report import report
from .server import MockServer
from .workers import worker_world
from .world import LeakedSockets, World
from .worlds import world_id

_WORLD = pytest.StashKey[World]()
_MARKER = (
    "mock_api(frozen_at=None, now=None, rate=None, from_=None, random_seed=None, faults=(), leaked_sockets=None, "
    "apis=None, overlay=None, data=None, accounts=None, config=None, arguments=()): gives the test a world of its own: "
    "its clock, what it begins with, what goes wrong in it, and the custom APIs of its server."
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


def pytest_unconfigure() -> None:
    """Ends the servers that the tests started."""
    MockServer.close_shared()


def _option(config: pytest.Config, name: str) -> str:
    return str(config.getoption(name) or config.getini(name) or "")


@pytest.fixture(scope="session")
def mock_api_options() -> ServerOptions:
    """The options of the server of all tests. Define this fixture in conftest.py to have others."""
    return {}


@pytest.fixture(scope="session")
def mock_server(request: pytest.FixtureRequest, mock_api_options: ServerOptions) -> Iterator[MockServer]:
    """The server: that of --mock-api-url or MOCK_API_URL, else one that is started for this process."""
    url = _option(request.config, "mock_api_url") or None
    server = MockServer.shared(url, folders=[request.config.rootpath], **mock_api_options)
    yield server
    server.close()


@pytest.fixture
def mock_world(request: pytest.FixtureRequest, mock_api_options: ServerOptions) -> Iterator[World]:
    """A world for this test alone, made before it and deleted after it. The marker `mock_api` has its options."""
    node = request.node
    options: dict[str, Any] = {}
    for marker in reversed(list(node.iter_markers("mock_api"))):
        if marker.args:
            raise pytest.UsageError(f"the marker mock_api takes keyword arguments only: {_MARKER}")
        options |= marker.kwargs
    leaked = _leaked_sockets(options.pop("leaked_sockets", None) or _option(request.config, "mock_api_leaked_sockets"))
    of_server = {name: options.pop(name) for name in ServerOptions.__annotations__ if name in options}
    if of_server:
        url = _option(request.config, "mock_api_url") or None
        folders = [node.path.parent, request.config.rootpath]
        mock_server = MockServer.shared(url, folders=folders, **cast(ServerOptions, mock_api_options | of_server))
    else:
        mock_server = request.getfixturevalue("mock_server")
    try:
        world = mock_server.worlds.make(node.nodeid, **{"id": world_id(node.name), **options})
    except TypeError as error:
        raise pytest.UsageError(f"the marker mock_api: {error}; it is {_MARKER}") from error
    node.stash[_WORLD] = world
    yield world
    del node.stash[_WORLD]
    world.close(leaked)


@pytest.fixture(autouse=True)
def _mock_world_of_marker(request: pytest.FixtureRequest) -> None:
    """Makes the world of a test that has the marker and does not ask for the fixture."""
    if request.node.get_closest_marker("mock_api"):
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
