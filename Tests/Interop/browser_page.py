"""What tests do with a page, whatever browser shows it."""

from __future__ import annotations

import abc
import time
from typing import Any
from urllib.parse import urlsplit

# Far more than a page takes, so that a busy machine fails no test.
TIMEOUT_S = 120.0
# Has violations of the Content-Security-Policy reported in the console, as errors.
TELL_VIOLATIONS = """addEventListener('securitypolicyviolation', (event) => {
  console.error(`CSP: ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
});"""


class PageLeft(AssertionError):
    """The page was left for another one before it answered."""


class Page(abc.ABC):
    """One page of a browser."""

    # How long `wait_for` waits.
    patience_s = TIMEOUT_S

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []

    @abc.abstractmethod
    def value(self, expression: str) -> Any:
        """What an expression gives in the page."""

    @abc.abstractmethod
    def run(self, source: str) -> None:
        """Runs a whole script in the page, which its Content-Security-Policy does not keep from that."""

    @abc.abstractmethod
    def navigate(self, address: str) -> None:
        """Begins to load a page."""

    @abc.abstractmethod
    def look(self, width: int, height: int, scheme: str = "light") -> None:
        """Sets the size of the screen and the colours that the user prefers."""

    @abc.abstractmethod
    def screenshot(self) -> bytes:
        """The screen as PNG."""

    @abc.abstractmethod
    def complaints(self) -> list[Any]:
        """Exceptions, and what the console shows as error or warning."""

    @abc.abstractmethod
    def requests(self) -> list[str]:
        """The addresses that were asked for."""

    @abc.abstractmethod
    def transferred(self) -> dict[str, int]:
        """The bytes that came for each address that was answered whole, as they went over the wire."""

    @abc.abstractmethod
    def forget_cache(self) -> None:
        """Has the page that is opened next come over the wire again."""

    @abc.abstractmethod
    def click(self, x: float, y: float) -> None:
        """Moves the mouse to a place of the screen, presses its button there and lets it go."""

    @abc.abstractmethod
    def press(self, key: str, *modifiers: str) -> None:
        """Presses a key by its name of KeyboardEvent.key, with Shift, Control, Alt or Meta, and lets it go."""

    @abc.abstractmethod
    def roll(self, x: float, y: float, distance: int) -> None:
        """Turns the mouse's wheel at a place of the screen, down for a positive distance."""

    @abc.abstractmethod
    def another(self) -> Page:
        """A further page of the browser, with a window of its own. Its `close` ends it."""

    @abc.abstractmethod
    def close(self) -> None:
        """Ends this page."""

    def type(self, text: str) -> None:
        """Presses the keys of a text, one after the other."""
        for character in text:
            self.press({"\n": "Enter", "\t": "Tab"}.get(character, character))

    def wait_for(self, expression: str) -> None:
        """Waits until an expression is true in the page, or in the one that it is left for."""
        deadline = time.monotonic() + self.patience_s

        def holds() -> bool:
            try:
                return bool(self.value(f"Boolean({expression})"))
            except PageLeft:
                return False

        while not holds():
            if time.monotonic() > deadline:
                shown = self.value("document.body.innerText")
                raise AssertionError(f"never true: {expression}; {self.complaints()}; {shown}")
            time.sleep(0.03)

    def open(self, address: str, ready: str) -> None:
        """Loads a page anew and waits until an expression is true in it."""
        self.navigate("about:blank")
        self.wait_for("location.href === 'about:blank'")
        self.events.clear()
        self.navigate(address)
        self.wait_for(ready)

    def asked_elsewhere(self, own: str) -> list[str]:
        """The addresses that were asked for and are not those of a server."""
        parts = urlsplit(own)
        mine = (f"{parts.scheme}://{parts.netloc}/", "data:", "blob:", "about:")
        return [address for address in self.requests() if not address.startswith(mine)]
