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

from browser_page import TELL_VIOLATIONS, TIMEOUT_S, Page, PageLeft

NAMES = ("chromium", "google-chrome")
# Browsers start anew for tests alone: no profile, no windows, no calls home.
OPTIONS = """--headless=new --no-sandbox --disable-gpu --hide-scrollbars --no-first-run --disable-extensions
--disable-background-networking --disable-component-update --disable-dev-shm-usage --remote-debugging-port=0""".split()
# The bits of Input.dispatchKeyEvent.
MODIFIERS = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}
# Keys without a character: the number that Windows gives them, and the text that they enter.
KEYS = {
    "Enter": (13, "\r"), "Tab": (9, ""), "Escape": (27, ""), "Backspace": (8, ""), "Delete": (46, ""), "Home": (36, ""),
    "End": (35, ""), "PageUp": (33, ""), "PageDown": (34, ""), "ArrowLeft": (37, ""), "ArrowUp": (38, ""),
    "ArrowRight": (39, ""), "ArrowDown": (40, ""),
}  # fmt: skip


class Browser(Page):
    """One page of a browser: commands, and the events that came with their answers."""

    def __init__(self, socket: ClientConnection, address: str) -> None:
        super().__init__()
        self._socket = socket
        self._address = address
        self._number = 0
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Page.addScriptToEvaluateOnNewDocument", source=TELL_VIOLATIONS)
        # A page behind another one draws and tells the time as one that is looked at.
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Sends a command and gives its result."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(TIMEOUT_S))
            if message.get("id") == self._number:
                if "navigated" in message.get("error", {}).get("message", ""):
                    raise PageLeft(method, message)
                assert "error" not in message, (method, message)
                return message["result"]
            self.events.append(message)

    def value(self, expression: str) -> Any:
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in result, (expression, result["exceptionDetails"])
        return result["result"].get("value")

    def run(self, source: str) -> None:
        result = self.call("Runtime.evaluate", expression=source, awaitPromise=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]

    def navigate(self, address: str) -> None:
        self.call("Page.navigate", url=address)

    def look(self, width: int, height: int, scheme: str = "light") -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.call("Emulation.setDeviceMetricsOverride", **size)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def screenshot(self) -> bytes:
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def complaints(self) -> list[Any]:
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
        asked = [event for event in self.events if event["method"] == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in asked]

    def transferred(self) -> dict[str, int]:
        addresses, sizes = {}, {}
        for event in self.events:
            details = event["params"]
            if event["method"] == "Network.responseReceived":
                addresses[details["requestId"]] = details["response"]["url"]
            elif event["method"] == "Network.loadingFinished" and details["requestId"] in addresses:
                sizes[addresses[details["requestId"]]] = int(details["encodedDataLength"])
        return sizes

    def forget_cache(self) -> None:
        self.call("Network.clearBrowserCache")

    def click(self, x: float, y: float) -> None:
        self.hold(x, y)
        self.release(x, y)

    def hold(self, x: float, y: float) -> None:
        """Presses the button of the mouse."""
        self._mouse("mouseMoved", x, y)
        self._mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)

    def release(self, x: float, y: float) -> None:
        """Releases it."""
        self._mouse("mouseReleased", x, y, button="left", buttons=0, clickCount=1)

    def roll(self, x: float, y: float, distance: int) -> None:
        self._mouse("mouseWheel", x, y, deltaX=0, deltaY=distance)

    def _mouse(self, kind: str, x: float, y: float, **details: Any) -> None:
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **details)

    def press(self, key: str, *modifiers: str) -> None:
        number, text = KEYS[key] if key in KEYS else (ord(key.upper()) if key.isascii() and key.isalnum() else 0, key)
        bits = sum(MODIFIERS[name] for name in modifiers)
        # With Control, Alt or Meta a key enters no character.
        entered = {"text": text, "unmodifiedText": text} if text and not bits & ~MODIFIERS["Shift"] else {}
        commands = {"commands": ["selectAll"]} if key == "a" and modifiers == ("Control",) else {}
        details = {"key": key, "windowsVirtualKeyCode": number, "modifiers": bits}
        kind = "keyDown" if entered else "rawKeyDown"
        self.call("Input.dispatchKeyEvent", type=kind, **details, **entered, **commands)
        self.call("Input.dispatchKeyEvent", type="keyUp", **details)

    def another(self) -> Browser:
        target = self.call("Target.createTarget", url="about:blank", newWindow=True)["targetId"]
        parts = urlsplit(self._address)
        address = f"{parts.scheme}://{parts.netloc}/devtools/page/{target}"
        return Browser(connect(address, max_size=None, proxy=None), address)

    def close(self) -> None:
        self.call("Page.close")
        self._socket.close()


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
        address = page_socket(process, profile)
        with connect(address, max_size=None, proxy=None) as socket:
            yield Browser(socket, address)
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
