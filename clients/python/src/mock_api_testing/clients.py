"""Clients of sockets, for tests: STOMP, and JSON. They are small: no reconnection, and no heart-beats of their own.

The package `websockets` speaks the protocol; the standard library cannot. It is loaded at the first connection.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections import deque
from collections.abc import Callable, Mapping
from datetime import timedelta
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from .coding import length, value
from .errors import MockApiError, NotSatisfiedError, SocketError

MESSAGE_BYTES = 16 * 1024 * 1024
"""The largest message that a client takes."""
MOST_SHOWN = 5
"""How many messages an error has at most."""
M = TypeVar("M")


class Client(Generic[M]):
    """A connection, and the messages that came over it."""

    def __init__(self, url: str, headers: Mapping[str, str], timeout: timedelta | str, protocols: list[str]) -> None:
        try:
            from websockets.exceptions import InvalidHandshake
            from websockets.sync.client import connect
        except ImportError as error:
            raise MockApiError("sockets need a package: pip install 'mock-api-testing[sockets]'") from error
        self._url = url
        self._timeout = length(timeout)
        self._all: list[M] = []
        self._new: deque[M] = deque()
        self._opened = contextlib.ExitStack()
        try:
            # Entered as a context manager, which websockets 17.1 and later ask for; `close` leaves it.
            self._socket = self._opened.enter_context(
                connect(
                    url,
                    additional_headers=dict(headers),
                    subprotocols=protocols or None,  # type: ignore[arg-type]
                    open_timeout=self._timeout.total_seconds(),
                    max_size=MESSAGE_BYTES,
                    max_queue=None,
                    proxy=None,
                )
            )
        except (InvalidHandshake, OSError) as error:
            raise SocketError(f"{url} cannot be connected to: {error}") from error

    @property
    def messages(self) -> list[M]:
        """All messages so far."""
        with contextlib.suppress(TimeoutError, SocketError):
            while True:
                self._receive(0)
        return list(self._all)

    def close(self) -> None:
        """Closes the connection. Once more does nothing."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _await(self, condition: Callable[[M], Any] | None, timeout: timedelta | str) -> M:
        """The first message that meets a condition and that was not returned before."""
        deadline = time.monotonic() + length(timeout).total_seconds()
        seen = 0
        while True:
            for place in range(seen, len(self._new)):
                if _meets(self._new[place], condition):
                    message = self._new[place]
                    del self._new[place]
                    return message
            seen = len(self._new)
            try:
                self._receive(max(0.0, deadline - time.monotonic()))
            except TimeoutError:
                raise NotSatisfiedError(self._missing(length(timeout).total_seconds())) from None

    def _transmit(self, content: str | bytes) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            self._socket.send(content)
        except ConnectionClosed as error:
            raise SocketError(f"{self._url} has closed: {error}; {self._came()}") from error

    def _receive(self, timeout: float) -> None:
        """Takes what comes next. Raises TimeoutError, or SocketError when the connection has ended."""
        from websockets.exceptions import ConnectionClosed

        try:
            self._take(self._socket.recv(timeout))
        except ConnectionClosed as error:
            raise SocketError(f"{self._url} has closed: {error}; {self._came()}") from error

    def _take(self, content: str | bytes) -> None:
        raise NotImplementedError

    def _add(self, message: M) -> None:
        self._all.append(message)
        self._new.append(message)

    def _missing(self, seconds: float) -> str:
        return f"no message of {self._url} met the condition within {seconds:g} s; {self._came()}"

    def _came(self) -> str:
        shown = "".join(f"\n  {str(message)[:200]}" for message in self._all[-MOST_SHOWN:])
        if len(self._all) > MOST_SHOWN:
            return f"{len(self._all)} came, the last of them:{shown}"
        return f"{len(self._all)} came{':' if shown else ''}{shown}"


def _meets(message: M, condition: Callable[[M], Any] | None) -> bool:
    """Whether a message meets a condition. One without the member that the condition reads does not."""
    try:
        return condition is None or bool(condition(message))
    except (LookupError, TypeError, ValueError):
        return False


class SocketClient(Client[Any]):
    """A client of a socket that carries JSON. A message is a value, or text if it is no JSON, or bytes."""

    def __init__(self, url: str, token: str | None, headers: Mapping[str, str], timeout: timedelta | str) -> None:
        super().__init__(url, _bearer(token) | dict(headers), timeout, [])

    def send(self, message: Any) -> None:
        """Sends a value as JSON; text and bytes as they are."""
        self._transmit(message if isinstance(message, str | bytes) else json.dumps(message))

    def wait(self, condition: Callable[[Any], Any] | None = None, *, timeout: timedelta | str = "10s") -> Any:
        """The next message, or the next that meets the condition. Raises NotSatisfiedError after `timeout`.

        Messages that came before count, unless `wait` has returned them.
        """
        __tracebackhide__ = True
        return self._await(condition, timeout)

    def _take(self, content: str | bytes) -> None:
        try:
            self._add(json.loads(content))
        except ValueError:
            self._add(content)


@value
class StompMessage:
    """A message of a STOMP destination."""

    destination: str
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        """The body as JSON. Raises ValueError if it is none."""
        return json.loads(self.text)

    def __str__(self) -> str:
        return f"{self.destination} {self.text}"


class StompClient(Client[StompMessage]):
    """A client of STOMP 1.2 over WebSocket."""

    def __init__(self, url: str, token: str | None, headers: Mapping[str, str], timeout: timedelta | str) -> None:
        self._number = 0
        self._receipts: set[str] = set()
        self._is_connected = False
        super().__init__(url, _bearer(token), timeout, ["v12.stomp"])
        try:
            self._write("CONNECT", {"accept-version": "1.2", "heart-beat": "0,0"} | _bearer(token) | dict(headers))
            self._until(lambda: self._is_connected, "CONNECT")
        except BaseException:
            self.close()
            raise

    def subscribe(self, destination: str, *, headers: Mapping[str, str] | None = None) -> str:
        """Subscribes to a destination, and waits until the server has done so. Returns the subscription's id."""
        self._number += 1
        id = f"subscription-{self._number}"
        self._ask("SUBSCRIBE", {"id": id, "destination": destination} | dict(headers or {}), "")
        return id

    def send(self, destination: str, body: Any = None, *, headers: Mapping[str, str] | None = None) -> None:
        """Sends a message, and waits until the server has taken it: text as it is, another value as JSON."""
        own = {"destination": destination}
        if body is not None and not isinstance(body, str):
            own["content-type"] = "application/json"
            body = json.dumps(body)
        self._ask("SEND", own | dict(headers or {}), body or "")

    def wait(
        self,
        condition: Callable[[StompMessage], Any] | None = None,
        *,
        destination: str | None = None,
        timeout: timedelta | str = "10s",
    ) -> StompMessage:
        """The next message, or the next that meets the condition. Raises NotSatisfiedError after `timeout`.

        Messages that came before count, unless `wait` has returned them.
        """
        __tracebackhide__ = True
        return self._await(
            lambda one: destination in (None, one.destination) and (condition is None or condition(one)), timeout
        )

    def _ask(self, command: str, headers: dict[str, str], body: str) -> None:
        self._number += 1
        receipt = f"receipt-{self._number}"
        self._write(command, {"receipt": receipt} | headers, body)
        self._until(lambda: receipt in self._receipts, command)

    def _write(self, command: str, headers: Mapping[str, str], body: str = "") -> None:
        # STOMP 1.2 has no escapes in CONNECT.
        coded = [
            (name, text) if command == "CONNECT" else (_escaped(name), _escaped(text)) for name, text in headers.items()
        ]
        self._transmit(command + "".join(f"\n{name}:{text}" for name, text in coded) + f"\n\n{body}\0")

    def _until(self, done: Callable[[], bool], command: str) -> None:
        deadline = time.monotonic() + self._timeout.total_seconds()
        while not done():
            try:
                self._receive(max(0.0, deadline - time.monotonic()))
            except TimeoutError:
                raise SocketError(f"{self._url} did not confirm {command} within {self._timeout}") from None

    def _take(self, content: str | bytes) -> None:
        text = content.decode() if isinstance(content, bytes) else content
        head, _, body = text.lstrip("\r\n").partition("\n\n")
        command, *lines = head.replace("\r\n", "\n").split("\n")
        headers: dict[str, str] = {}
        for line in lines:
            name, _, text = line.partition(":")
            headers.setdefault(_unescaped(name), _unescaped(text))
        body = body.rstrip("\r\n").removesuffix("\0")
        if command == "CONNECTED":
            self._is_connected = True
        elif command == "RECEIPT":
            self._receipts.add(headers["receipt-id"])
        elif command == "MESSAGE":
            self._add(StompMessage(destination=headers["destination"], headers=headers, text=body))
        elif command == "ERROR":
            raise SocketError(f"{self._url} answered ERROR: {headers.get('message', '')} {body}".rstrip())


def _bearer(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


_ESCAPES = {"\\": "\\\\", "\r": "\\r", "\n": "\\n", ":": "\\c"}


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in text)


def _unescaped(text: str) -> str:
    first, *rest = text.split("\\\\")
    parts = [part.replace("\\r", "\r").replace("\\n", "\n").replace("\\c", ":") for part in (first, *rest)]
    return "\\".join(parts)
