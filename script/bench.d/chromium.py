"""A headless Chromium and one page of it, spoken to by the Chrome DevTools Protocol."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import server
from processes import Failure, stopped_at_exit

NAMES = ("chromium", "google-chrome")
OPTIONS = """--headless=new --no-sandbox --disable-gpu --hide-scrollbars --no-first-run --disable-extensions
--disable-background-networking --disable-component-update --disable-dev-shm-usage --remote-debugging-port=0
--window-size=1440,900""".split()
TIMEOUT_S = 60.0
FINAL, TEXT = 0x80, 0x1


class WebSocket:
    """A WebSocket client (RFC 6455) for one caller at a time."""

    def __init__(self, port: int, path: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT_S)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.stream = self.socket.makefile("rb")
        if b" 101 " not in self.stream.readline():
            raise Failure(f"{path} is no WebSocket")
        while self.stream.readline() not in (b"\r\n", b""):
            pass

    def send(self, text: str) -> None:
        """Sends a text."""
        self.socket.sendall(masked(text.encode()))

    def receive(self) -> str:
        """The next text; frames of the protocol itself are passed over."""
        parts = []
        while True:
            first, second = self.stream.read(2)
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack(">H", self.stream.read(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.stream.read(8))
            content = self.stream.read(length)
            if first & 0xF in (0, TEXT):
                parts.append(content)
                if first & FINAL:
                    return b"".join(parts).decode()

    def close(self) -> None:
        """Ends the connection."""
        self.stream.close()
        self.socket.close()


def masked(payload: bytes) -> bytes:
    """A text frame of a client; the mask of zeros leaves the payload as it is."""
    length = len(payload)
    if length < 126:
        head = struct.pack(">BB", FINAL | TEXT, 0x80 | length)
    elif length < 65536:
        head = struct.pack(">BBH", FINAL | TEXT, 0x80 | 126, length)
    else:
        head = struct.pack(">BBQ", FINAL | TEXT, 0x80 | 127, length)
    return head + bytes(4) + payload


class Page:
    """The page of a browser: commands, and the events that came with their answers."""

    def __init__(self, connection: WebSocket) -> None:
        self.connection = connection
        self.number = 0
        self.events: list[dict[str, Any]] = []
        for domain in ("Page", "Runtime", "Network", "HeapProfiler"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Sends a command and gives its result."""
        self.number += 1
        self.connection.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.connection.receive())
            if message.get("id") == self.number:
                if "error" in message:
                    raise Failure(f"{method}: {message['error']}")
                return message["result"]
            if message.get("method") in ("Network.responseReceived", "Network.loadingFinished"):
                self.events.append(message)

    def value(self, expression: str) -> Any:
        """What an expression gives in the page."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise Failure(f"the page threw at {expression[:200]}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait_for(self, expression: str) -> None:
        """Waits until an expression is true in the page."""
        deadline = time.monotonic() + TIMEOUT_S
        while not self.value(f"Boolean({expression})"):
            if time.monotonic() > deadline:
                raise Failure(f"never true in the page: {expression}")
            time.sleep(0.02)

    def open(self, address: str, ready: str) -> None:
        """Loads a page without what is kept of it, and waits until an expression is true in it."""
        self.call("Page.navigate", url="about:blank")
        self.wait_for("location.href === 'about:blank'")
        self.call("Network.clearBrowserCache")
        self.events.clear()
        self.call("Page.navigate", url=address)
        self.wait_for(ready)

    def press(self, key: str) -> None:
        """Presses a letter and lets it go."""
        code = {"key": key, "windowsVirtualKeyCode": ord(key.upper())}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=key, unmodifiedText=key, **code)
        self.call("Input.dispatchKeyEvent", type="keyUp", **code)

    def click(self, x: float, y: float) -> None:
        """Clicks at a place of the screen."""
        place = {"x": x, "y": y, "button": "left", "clickCount": 1}
        self.call("Input.dispatchMouseEvent", type="mousePressed", buttons=1, **place)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", buttons=0, **place)

    def heap_mib(self) -> float:
        """What the page's scripts keep, without what nobody refers to any more."""
        self.call("HeapProfiler.collectGarbage")
        return self.call("Runtime.getHeapUsage")["usedSize"] / 2**20

    def transferred(self) -> dict[str, int]:
        """The bytes that came for each address, as they went over the wire."""
        addresses, sizes = {}, {}
        for event in self.events:
            details = event["params"]
            if event["method"] == "Network.responseReceived":
                addresses[details["requestId"]] = details["response"]["url"]
            elif details["requestId"] in addresses:
                sizes[addresses[details["requestId"]]] = int(details["encodedDataLength"])
        return sizes


@contextlib.contextmanager
def running() -> Iterator[Page]:
    """A browser with a new profile, and its first page."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        raise Failure(f"neither {' nor '.join(NAMES)} is installed; script/bootstrap --bench installs one")
    nothing = subprocess.DEVNULL
    # What the browser's processes write as they end may outlive the first of them.
    with tempfile.TemporaryDirectory(prefix="mock-api-chromium-", ignore_cleanup_errors=True) as profile:
        command = [program, *OPTIONS, f"--user-data-dir={profile}", "about:blank"]
        environment = os.environ | {"HOME": profile}
        child = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing, env=environment)
        with stopped_at_exit(child):
            port = read_port(child, Path(profile) / "DevToolsActivePort")
            with contextlib.closing(WebSocket(port, page_path(port))) as connection:
                yield Page(connection)


def read_port(child: subprocess.Popen, told: Path) -> int:
    """The port that the browser has told."""
    deadline = time.monotonic() + TIMEOUT_S
    while time.monotonic() < deadline and child.poll() is None:
        if told.exists() and (lines := told.read_text().splitlines()):
            return int(lines[0])
        time.sleep(0.02)
    raise Failure("the browser did not start")


def page_path(port: int) -> str:
    """Where the browser's first page is spoken to."""
    deadline = time.monotonic() + TIMEOUT_S
    while time.monotonic() < deadline:
        for each in json.loads(server.ask(port, "GET", "/json/list", {}).body):
            if each["type"] == "page":
                return "/" + each["webSocketDebuggerUrl"].split("/", 3)[3]
        time.sleep(0.02)
    raise Failure("the browser has no page")
