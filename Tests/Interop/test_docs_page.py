"""The page at /docs in a real browser, headless and spoken to by the Chrome DevTools Protocol.

MOCK_API_DOCS_URL names a page that is served elsewhere, to try a change of it without a build.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
import urllib.request
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.sync.client import ClientConnection, connect

from png_file import read_chunks

TIMEOUT_S = 20.0
NAMES = ("chromium", "google-chrome")
# Browsers start anew for tests alone: no profile, no windows, no calls home.
OPTIONS = """--headless=new --no-sandbox --disable-gpu --hide-scrollbars --no-first-run --disable-extensions
--disable-background-networking --disable-component-update --disable-dev-shm-usage --remote-debugging-port=0""".split()
# The bytes of an even colour's pixels, compressed rows and filters aside, are very few.
BLANK_BYTES = 16
METHODS = {"get", "head", "post", "put", "patch", "delete", "options", "trace"}

LOGIN = "document.querySelector('.session button')"
LOTES = "document.querySelector('[data-operation=listLotes]')"


class Browser:
    """One page of a browser: commands, and the events that came with their answers."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.events: list[dict[str, Any]] = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Sends a command and gives its result."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(TIMEOUT_S))
            if message.get("id") == self._number:
                assert "error" not in message, (method, message)
                return message["result"]
            self.events.append(message)

    def value(self, expression: str) -> Any:
        """What an expression gives in the page."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in result, (expression, result["exceptionDetails"])
        return result["result"].get("value")

    def wait_for(self, expression: str) -> None:
        """Waits until an expression is true in the page."""
        deadline = time.monotonic() + TIMEOUT_S
        while not self.value(f"Boolean({expression})"):
            assert time.monotonic() < deadline, f"never true: {expression}; {self.value('document.body.innerText')}"
            time.sleep(0.05)

    def open(self, address: str) -> None:
        """Loads a page anew and waits for its list of operations."""
        self.call("Page.navigate", url="about:blank")
        self.wait_for("location.href === 'about:blank'")
        self.events.clear()
        self.call("Page.navigate", url=address)
        self.wait_for("document.querySelector('.operation')")

    def look(self, width: int, height: int, scheme: str = "light") -> None:
        """Sets the size of the screen and the colours that the user prefers."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.call("Emulation.setDeviceMetricsOverride", **size)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def screenshot(self) -> bytes:
        """The screen as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def complaints(self) -> list[Any]:
        """Exceptions, and what the console shows as error or warning."""
        found = []
        for event in self.events:
            method, details = event["method"], event["params"]
            level = details.get("type") or details.get("entry", {}).get("level")
            if method == "Runtime.exceptionThrown" or (
                method in {"Runtime.consoleAPICalled", "Log.entryAdded"} and level in {"error", "warning"}
            ):
                found.append(details)
        return found

    def requests(self) -> list[str]:
        """The addresses that were asked for."""
        asked = [event for event in self.events if event["method"] == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in asked]


@pytest.fixture(scope="module")
def docs_url(request: pytest.FixtureRequest) -> str:
    """The address of the page."""
    return os.environ.get("MOCK_API_DOCS_URL") or f"{request.getfixturevalue('server').base_url}/docs"


@pytest.fixture(scope="module")
def documents(docs_url: str) -> dict[str, Any]:
    """The documents by name."""
    index = read_json(docs_url, "/openapi")
    assert index["documents"]
    return {each["name"]: read_json(docs_url, each["url"]) for each in index["documents"]}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser that the tests share, each with a page of its own."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip(f"neither {' nor '.join(NAMES)} is installed")
    profile = tmp_path_factory.mktemp("browser")
    with (profile / "log").open("wb") as log:
        command = [program, *OPTIONS, f"--user-data-dir={profile}", "about:blank"]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        with connect(page_socket(process, profile), max_size=None, proxy=None) as socket:
            yield Browser(socket)
    finally:
        process.terminate()
        try:
            process.wait(TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def page_socket(process: subprocess.Popen[bytes], profile: Path) -> str:
    """The socket of the browser's first page, once the browser has told its port."""
    told = profile / "DevToolsActivePort"
    deadline = time.monotonic() + TIMEOUT_S
    while time.monotonic() < deadline and process.poll() is None:
        lines = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
        if len(lines) > 1:
            listed = read_json(f"http://127.0.0.1:{lines[0]}", "/json/list")
            pages = [each["webSocketDebuggerUrl"] for each in listed if each["type"] == "page"]
            if pages:
                return pages[0]
        time.sleep(0.05)
    raise AssertionError(f"the browser did not start: {(profile / 'log').read_text(errors='replace')[-2000:]}")


def read_json(base: str, path: str) -> Any:
    """The JSON at a path of a server, not by way of a proxy."""
    parts = urlsplit(base)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"{parts.scheme}://{parts.netloc}{path}", timeout=TIMEOUT_S) as answer:
        return json.load(answer)


def operation_ids(document: dict[str, Any]) -> list[str]:
    """The operations of a document, sorted."""
    items = document["paths"].values()
    return sorted(item[method]["operationId"] for item in items for method in item if method in METHODS)


def test_loads_without_complaints_and_from_its_own_server_only(browser: Browser, docs_url: str) -> None:
    browser.look(1280, 900)
    browser.open(docs_url)
    assert browser.complaints() == []
    parts = urlsplit(docs_url)
    own = (f"{parts.scheme}://{parts.netloc}/", "data:", "blob:")
    asked = browser.requests()
    assert docs_url in asked
    assert [address for address in asked if not address.startswith(own)] == []


def test_lists_every_operation_of_every_document(
    browser: Browser, docs_url: str, documents: dict[str, Any]
) -> None:
    browser.look(1280, 900)
    browser.open(docs_url)
    for name, document in documents.items():
        browser.value(f"location.hash = '#{name}'")
        browser.wait_for(f"document.querySelector('#apis [aria-current]').dataset.name === '{name}'")
        listed = browser.value("[...document.querySelectorAll('.operation')].map((row) => row.dataset.operation)")
        assert sorted(listed) == operation_ids(document), name


def test_every_operation_opens(browser: Browser, docs_url: str, documents: dict[str, Any]) -> None:
    browser.look(1280, 900)
    for name in [*documents, "asyncapi"]:
        browser.open(f"{docs_url}#{name}")
        browser.value("document.querySelectorAll('.operation h3 button').forEach((button) => button.click())")
        assert browser.value("[...document.querySelectorAll('.details')].filter((row) => !row.innerText).length") == 0
        assert browser.complaints() == [], name


def test_signs_in_and_tries_an_operation(browser: Browser, docs_url: str) -> None:
    browser.look(1280, 900)
    browser.open(f"{docs_url}#agrobridge/listLotes")
    browser.wait_for(f"{LOTES}.querySelector('h3 button[aria-expanded=true]') && {LOTES}.querySelector('form')")
    browser.value(f"{LOGIN}.click()")
    browser.wait_for("document.querySelector('.session').innerText.includes('Signed in as ')")
    assert "Authorization: Bearer " in browser.value(f"{LOTES}.querySelector('form').innerText")
    browser.value(f"{LOTES}.querySelector('button[type=submit]').click()")
    browser.wait_for(f"{LOTES}.querySelector('.answer pre')")
    assert browser.value(f"{LOTES}.querySelector('.answer .status').innerText") == "200"
    assert json.loads(browser.value(f"{LOTES}.querySelector('.answer pre').innerText"))["lotes"]
    browser.value(f"{LOGIN}.click()")
    browser.wait_for("document.querySelector('.session').innerText.includes('Not signed in.')")
    assert "Bearer" not in browser.value(f"{LOTES}.querySelector('form').innerText")
    assert browser.complaints() == []


def test_tells_that_a_body_is_not_json(browser: Browser, docs_url: str) -> None:
    browser.look(1280, 900)
    browser.open(f"{docs_url}#agrobridge/login")
    browser.wait_for("document.querySelector('textarea.editor')")
    browser.value("document.querySelector('textarea.editor').value = '{\"email\": '")
    browser.value("document.querySelector('.operation.open button[type=submit]').click()")
    browser.wait_for("document.querySelector('[role=alert]').innerText.includes('not valid JSON')")


def test_the_filter_keeps_what_matches(browser: Browser, docs_url: str) -> None:
    browser.look(1280, 900)
    browser.open(f"{docs_url}#agrobridge")
    browser.value("document.querySelector('#filter').focus()")
    browser.call("Input.insertText", text="POST refresh")
    shown = "[...document.querySelectorAll('.operation:not([hidden])')].map((row) => row.dataset.operation)"
    assert browser.value(shown) == ["refresh"]


def test_phones_never_scroll_sideways(browser: Browser, docs_url: str, documents: dict[str, Any]) -> None:
    browser.look(360, 800)
    for name in [*documents, "asyncapi"]:
        browser.open(f"{docs_url}#{name}")
        assert browser.value("document.documentElement.scrollWidth") == 360, name
        browser.value("document.querySelectorAll('.operation h3 button').forEach((button) => button.click())")
        # Opening renders further disclosures, which are opened in turn.
        for _ in range(3):
            browser.value("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
            browser.value("new Promise((done) => setTimeout(done, 100))")
        assert browser.value("document.documentElement.scrollWidth") == 360, name


@pytest.mark.parametrize(("width", "height"), [(360, 800), (1280, 900)])
def test_light_and_dark_differ_and_show_something(
    browser: Browser, docs_url: str, width: int, height: int
) -> None:
    pictures = {}
    for scheme in ("light", "dark"):
        browser.look(width, height, scheme)
        browser.open(docs_url)
        pictures[scheme] = browser.screenshot()
        pixels = zlib.decompress(b"".join(data for kind, data in read_chunks(pictures[scheme]) if kind == b"IDAT"))
        assert len(set(pixels)) > BLANK_BYTES, f"{scheme} is blank"
    assert pictures["light"] != pictures["dark"]
