"""Firefox, headless and spoken to by WebDriver BiDi, which it serves itself: no geckodriver stands between."""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from browser_page import TELL_VIOLATIONS, TIMEOUT_S, Page

NAMES = ("firefox-esr", "firefox")
# The scheme of pages is a setting of the browser, and its window is where settings can be made.
OPTIONS = "--headless --no-remote --remote-debugging-port=0 --remote-allow-system-access".split()
SCHEME = "layout.css.prefers-color-scheme.content-override"
SCHEMES = {"dark": 0, "light": 1}
# A browser for tests alone: no calls home, no pages but those that are opened.
SETTINGS: dict[str, bool | int | str] = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.contentblocking.category": "standard",
    "browser.newtabpage.enabled": False,
    "browser.region.update.enabled": False,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.search.update": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage": "about:blank",
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.ipc.processPrelaunch.enabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.proxy.type": 0,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 0,
}  # fmt: skip

EVENTS = ["log.entryAdded", "network.beforeRequestSent", "network.responseCompleted"]
# Keys without a character, as WebDriver numbers them.
KEYS = {
    "Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", "Backspace": "\ue003", "Delete": "\ue017", "Home": "\ue011",
    "End": "\ue010", "PageUp": "\ue00e", "PageDown": "\ue00f", "ArrowLeft": "\ue012", "ArrowUp": "\ue013",
    "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Shift": "\ue008", "Control": "\ue009", "Alt": "\ue00a",
    "Meta": "\ue03d",
}  # fmt: skip


class Session:
    """The connection to the browser, which all of its pages share."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.pages: dict[str, FirefoxPage] = {}
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=EVENTS)
        self.call("script.addPreloadScript", functionDeclaration=f"() => {{ {TELL_VIOLATIONS} }}")
        self.window = self.call("browsingContext.getTree", **{"moz:scope": "chrome"})["contexts"][0]["context"]

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Sends a command and gives its result."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(TIMEOUT_S))
            if message.get("id") == self._number:
                assert message["type"] == "success", (method, message)
                result: dict[str, Any] = message["result"]
                return result
            self._keep(message)

    def _keep(self, event: dict[str, Any]) -> None:
        details = event.get("params", {})
        page = self.pages.get(details.get("context") or details.get("source", {}).get("context"))
        if page:
            page.events.append(event)

    def evaluate(self, context: str, expression: str) -> dict[str, Any]:
        """What an expression gives in a page, or in the browser's window."""
        done = self.call("script.evaluate", expression=expression, target={"context": context}, awaitPromise=True)
        assert done["type"] == "success", (expression[:2000], done)
        result: dict[str, Any] = done["result"]
        return result

    def page(self) -> FirefoxPage:
        """A page in a window of its own: one behind another draws nothing."""
        return FirefoxPage(self, self.call("browsingContext.create", type="window")["context"])


class FirefoxPage(Page):
    """One page of Firefox."""

    def __init__(self, session: Session, context: str) -> None:
        super().__init__()
        self._session = session
        self._context = context
        session.pages[context] = self

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Sends a command that is about this page and gives its result."""
        return self._session.call(method, context=self._context, **parameters)

    def value(self, expression: str) -> Any:
        told = self._session.evaluate(self._context, f"Promise.resolve({expression}).then((it) => JSON.stringify(it))")
        return json.loads(told["value"]) if told["type"] == "string" else None

    def run(self, source: str) -> None:
        self._session.evaluate(self._context, source)

    def navigate(self, address: str) -> None:
        self.call("browsingContext.navigate", url=address, wait="none")

    def look(self, width: int, height: int, scheme: str = "light") -> None:
        self.call("browsingContext.setViewport", viewport={"width": width, "height": height}, devicePixelRatio=1)
        setting = f"Services.prefs.setIntPref({json.dumps(SCHEME)}, {SCHEMES[scheme]})"
        self._session.evaluate(self._session.window, setting)

    def screenshot(self) -> bytes:
        return base64.b64decode(self.call("browsingContext.captureScreenshot")["data"])

    def _events(self, method: str) -> Iterator[dict[str, Any]]:
        # An answer brings the events that came before it.
        self._session.call("session.status")
        return (event["params"] for event in self.events if event["method"] == method)

    def complaints(self) -> list[Any]:
        return [each for each in self._events("log.entryAdded") if each["level"] in {"error", "warn"}]

    def requests(self) -> list[str]:
        return [each["request"]["url"] for each in self._events("network.beforeRequestSent")]

    def transferred(self) -> dict[str, int]:
        answers = self._events("network.responseCompleted")
        return {each["request"]["url"]: each["response"]["bytesReceived"] for each in answers}

    def forget_cache(self) -> None:
        self._session.evaluate(self._session.window, "Services.cache2.clear()")

    def _act(self, kind: str, actions: list[dict[str, Any]], **details: Any) -> None:
        self.call("input.performActions", actions=[{"type": kind, "id": kind, "actions": actions, **details}])

    def click(self, x: float, y: float) -> None:
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        self._act("pointer", [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}])

    def roll(self, x: float, y: float, distance: int) -> None:
        self._act("wheel", [{"type": "scroll", "x": round(x), "y": round(y), "deltaX": 0, "deltaY": distance}])

    def press(self, key: str, *modifiers: str) -> None:
        held = [KEYS[name] for name in modifiers]
        code = KEYS.get(key, key)
        steps = [("keyDown", each) for each in [*held, code]] + [("keyUp", each) for each in [code, *reversed(held)]]
        self._act("key", [{"type": kind, "value": value} for kind, value in steps])

    def type(self, text: str) -> None:
        keys = ({"\n": KEYS["Enter"], "\t": KEYS["Tab"]}.get(each, each) for each in text)
        strokes = ([{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}] for key in keys)
        self._act("key", list(itertools.chain.from_iterable(strokes)))

    def another(self) -> FirefoxPage:
        return self._session.page()

    def close(self) -> None:
        self.call("browsingContext.close")
        del self._session.pages[self._context]


@contextlib.contextmanager
def running_firefox(profile: Path) -> Iterator[FirefoxPage]:
    """A Firefox with a new profile; skips the test where there is none."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip(f"neither {' nor '.join(NAMES)} is installed")
    profile.mkdir(parents=True, exist_ok=True)
    settings = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in SETTINGS.items()]
    (profile / "user.js").write_text("\n".join(settings) + "\n", encoding="utf-8")
    with (profile / "log").open("wb") as log:
        command = [program, *OPTIONS, "--profile", str(profile), "about:blank"]
        environment = os.environ | {"HOME": str(profile), "MOZ_CRASHREPORTER_DISABLE": "1"}
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)
    try:
        with connect(session_address(process, profile), max_size=None, proxy=None) as socket:
            yield Session(socket).page()
    finally:
        process.terminate()
        try:
            process.wait(TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def session_address(process: subprocess.Popen[bytes], profile: Path) -> str:
    """Where the browser is spoken to, once it has told its port."""
    told = profile / "WebDriverBiDiServer.json"
    deadline = time.monotonic() + TIMEOUT_S
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(FileNotFoundError, json.JSONDecodeError):
            place = json.loads(told.read_text(encoding="utf-8"))
            return f"ws://{place['ws_host']}:{place['ws_port']}/session"
        time.sleep(0.05)
    raise AssertionError(f"the browser did not start: {(profile / 'log').read_text(errors='replace')[-2000:]}")
