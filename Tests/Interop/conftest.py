"""The server for tests from outside: one that the tests of a process share, and as many of their own as they start."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

from browser_page import Page
from firefox_browser import running_firefox
from headless_browser import Browser, running_browser
from interspace_client import Account, new_account
from mock_server import MockServer, environment, launch
from news_client import ANYTHING, LANGUAGES, MOMENT, Article, NewsClient, set_clock
from page_user import User
from passkey_app import PasskeyApp
from software_authenticator import P256Key, Passkey, PrivateKey

# Files with long tests, the longest first. They begin first, and each of their tests goes to whichever process is free;
# the tests of any other file stay in one process, so that they share what is made for the file.
LONG = [
    "test_hostile_rows.py", "test_schemathesis.py", "test_work_growth.py", "test_check.py", "test_stomp_javascript.py",
    "test_stomp_py.py", "test_ending.py",
]  # fmt: skip

# Files of tests in one process: of newsapi, since they share what takes long to read (those of the clock have a server of
# their own); of devices, since one gives the machine another address for a while, which the other shows.
TOGETHER = {
    f"test_news_{topic}.py": "news" for topic in ["constraints", "errors", "everything", "headlines", "pages", "search"]
} | {"test_connect_page.py": "devices", "test_devices.py": "devices"}  # fmt: skip

# Files whose tests begin first, in this order.
EARLY = [
    *LONG, *TOGETHER, "test_dashboard.py", "test_dashboard_data.py", "test_dashboard_traffic.py",
    "test_dashboard_sockets.py", "test_dashboard_tasks.py", "test_dashboard_journeys.py", "test_docs_page.py",
]  # fmt: skip

CHROMIUM, FIREFOX = "chromium", "firefox"

# What is tried in Firefox without --thorough: a browser takes a second of a processor for each of its tests, and most of
# what differs between browsers shows in these.
IN_FIREFOX = [
    "test_shows_each_view_without_complaints", "test_every_module_comes", "test_says_that_the_server_is_gone",
    "test_what_apps_send_never_becomes_markup", "test_find_the_failing_request", "test_change_a_row_and_see_the_frame",
    "test_pushes_a_message",
]  # fmt: skip

# Tests ask more in a minute than the documented limits allow.
SHARED_OPTIONS = ["--port", "0", "--rate-limit", "off"]


# Who runs the tests in the background, or by nohup, makes them and all that they start ignore these signals.
for number, handler in {signal.SIGHUP: signal.SIG_DFL, signal.SIGINT: signal.default_int_handler}.items():
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, handler)


class Schedule(LoadScopeScheduling):
    """Which tests go to the same process."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.split("::", 1)[0]
        name = Path(file).name
        # One process has Firefox, which takes long to begin.
        scope = FIREFOX if f"[{FIREFOX}" in nodeid else file
        return nodeid if name in LONG else TOGETHER.get(name, scope)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Schedule:
    """Deals the tests out by file, in the order in which they were collected."""
    config.option.loadscopereorder = False
    return Schedule(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts long tests first, since one that begins last keeps everybody waiting."""
    if os.environ.get("MOCK_API_THOROUGH") != "1":
        for item in items:
            if f"[{FIREFOX}" in item.nodeid and not any(f"::{name}" in item.nodeid for name in IN_FIREFOX):
                item.add_marker(pytest.mark.skip(reason="in Firefox only with --thorough"))
    items.sort(key=lambda item: EARLY.index(item.path.name) if item.path.name in EARLY else len(EARLY))


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
    """A server that tests of a process share, so they must not rely on what it holds beyond the documented records.

    Further options: `@pytest.mark.parametrize("server", [["--dataset", "empty"]], indirect=True)`.
    """
    options = [*SHARED_OPTIONS, *getattr(request, "param", [])]
    running = launch(binary, tmp_path_factory.mktemp("server"), options, {})
    yield running
    running.stop()


@pytest.fixture(scope="session")
def news_by_language(server: MockServer) -> dict[str, list[Article]]:
    """All of newsapi's articles at `MOMENT` by their language, read once for all files that ask for them.

    The clock stays there, since who asks for them stops it as well, and sets it right in the end.
    """
    set_clock(server, MOMENT)
    client = NewsClient(server)
    return {each: client.all_pages(q=ANYTHING, language=each, sortBy="popularity") for each in LANGUAGES}


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


@pytest.fixture(scope="session")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A Firefox that the tests of a process share."""
    with running_firefox(tmp_path_factory.mktemp(FIREFOX)) as running:
        yield running


@pytest.fixture(scope="module", params=[CHROMIUM, FIREFOX])
def page(request: pytest.FixtureRequest) -> Page:
    """Each of two browsers in turn, which the tests of a file share; each loads its page anew."""
    shown: Page = request.getfixturevalue("browser" if request.param == CHROMIUM else FIREFOX)
    return shown


@pytest.fixture
def user(page: Page) -> User:
    """Who sits at the page, at a large screen."""
    page.look(1440, 900)
    return User(page)


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
