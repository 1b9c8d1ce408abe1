"""A browser, headless and spoken to by the Chrome DevTools Protocol."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.sync.client import ClientConnection, connect

# Far more than a page takes, so that a busy machine fails no test.
TIMEOUT_S = 120.0
NAMES = ("chromium", "google-chrome")
# Browsers start anew for tests alone: no profile, no windows, no calls home.
OPTIONS = """--headless=new --no-sandbox --disable-gpu --hide-scrollbars --no-first-run --disable-extensions
--disable-background-networking --disable-component-update --disable-dev-shm-usage --remote-debugging-port=0""".split()


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

    def open(self, address: str, ready: str) -> None:
        """Loads a page anew and waits until an expression is true in it."""
        self.call("Page.navigate", url="about:blank")
        self.wait_for("location.href === 'about:blank'")
        self.events.clear()
        self.call("Page.navigate", url=address)
        self.wait_for(ready)

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


@contextlib.contextmanager
def running_browser(profile: Path, authority: Path | None = None) -> Iterator[Browser]:
    """A browser with a new profile, whose user trusts a CA; skips the test where there is none."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip(f"neither {' nor '.join(NAMES)} is installed")
    home = profile / "home"
    trust(home, authority)
    with (profile / "log").open("wb") as log:
        command = [program, *OPTIONS, f"--user-data-dir={profile}", "about:blank"]
        environment = os.environ | {"HOME": str(home)}
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)
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


def trust(home: Path, authority: Path | None) -> None:
    """Has the programs that keep the user's CAs where NSS does trust one, as its user would."""
    database = home / ".pki" / "nssdb"
    database.mkdir(parents=True)
    if authority is None:
        return
    if shutil.which("certutil") is None:
        pytest.skip("certutil is not installed")
    where = ["-d", f"sql:{database}"]
    subprocess.run(["certutil", "-N", "--empty-password", *where], check=True, capture_output=True)
    added = ["-n", "mock-api", "-t", "C,,", "-i", str(authority)]
    subprocess.run(["certutil", "-A", *where, *added], check=True, capture_output=True)


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
