"""Calls by HTTP: one connection for each thread, kept alive, and a time-out for each call."""

from __future__ import annotations

import http.client
import json
import os
import re
import socket
import threading
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from .errors import CallTimeoutError, NotAMockServerError, ServerEndedError, ServerUnreachableError, refusal
from .operations import OPERATIONS

_BROKEN = (http.client.HTTPException, OSError)


class Transport:
    """Makes the calls of one server."""

    def __init__(self, url: str, admin_token: str | None, timeout: float) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"the server's URL must be like http://localhost:3000, not {url!r}")
        self.url = f"{parts.scheme}://{parts.netloc}"
        self.timeout = timeout
        self._secure = parts.scheme == "https"
        self._host, self._port = parts.hostname, parts.port
        self._headers = {"X-Mock-Admin-Token": admin_token} if admin_token else {}
        self._local = threading.local()
        self.ending: Callable[[], str | None] | None = None
        """How the server ended, if the kit started it and it did."""

    def moved(self, url: str) -> Transport:
        """The same for a server at another URL."""
        return Transport(url, self._headers.get("X-Mock-Admin-Token"), self.timeout)

    def call(
        self,
        operation: str,
        *,
        world: str | None = None,
        body: Any = None,
        query: Mapping[str, Any] | None = None,
        extra_time: float = 0,
        text: bool = False,
        **parameters: object,
    ) -> Any:
        """Makes a call and returns its response, read as JSON unless `text` is wanted, None if it has no content."""
        method, path = self.target(operation, world, query, parameters)
        timeout = self.timeout + extra_time
        connection = self._connection(timeout)
        try:
            self.send(connection, method, path, body)
            response = connection.getresponse()
            content = response.read()
        except BaseException as error:
            # Also after KeyboardInterrupt: the response would be taken for that of the next call.
            self.close()
            if isinstance(error, TimeoutError):
                raise CallTimeoutError(f"{operation}: {self.url} did not respond within {timeout:g} s") from error
            if isinstance(error, _BROKEN):
                raise self.unreachable(operation, error) from error
            raise
        if response.will_close:
            self.close()
        return self.read(operation, world, response, content, text)

    def target(
        self, operation: str, world: str | None, query: Mapping[str, Any] | None, parameters: Mapping[str, object]
    ) -> tuple[str, str]:
        """The method and the path of a call, with its world and its query."""
        method, template = OPERATIONS[operation]
        path = template.format_map({name: quote(str(value), safe="") for name, value in parameters.items()})
        if world is not None:
            path = f"/_w/{quote(world, safe='')}{path}"
        return method, f"{path}?{urlencode(query)}" if query else path

    def send(self, connection: http.client.HTTPConnection, method: str, path: str, body: Any) -> None:
        """Sends a request. Its body, if there is one, goes as JSON."""
        headers = self._headers
        content = None
        if body is not None:
            content = json.dumps(body).encode()
            headers = headers | {"Content-Type": "application/json"}
        connection.request(method, path, content, headers)

    def read(
        self, operation: str, world: str | None, response: http.client.HTTPResponse, content: bytes, text: bool = False
    ) -> Any:
        """Reads the response to a call, or raises what it was refused for."""
        success = 200 <= response.status < 300
        said = content.decode(errors="replace")
        if world is not None and operation != "exportState":
            said = own_paths(said, world)
        if success and text:
            return said
        value: Any
        try:
            value = json.loads(said) if said else None
        except ValueError as error:
            if success:
                raise NotAMockServerError(f"{operation}: {self.url} did not answer JSON; is it mock-api?") from error
            value = said
        if not success:
            raise refusal(operation, world, response.status, value)
        return value

    def open(self, timeout: float) -> http.client.HTTPConnection:
        """A new connection, for a call that keeps it."""
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        return kind(self._host, self._port, timeout=timeout)

    def close(self) -> None:
        """Closes this thread's connection. The next call opens another one."""
        connection: http.client.HTTPConnection | None = getattr(self._local, "connection", None)
        if connection is not None:
            connection.close()
        self._local.connection = None

    def unreachable(self, operation: str, error: BaseException) -> ServerUnreachableError:
        """The error for a connection that could not be made, or broke."""
        reason = str(error) or type(error).__name__
        ending = self.ending() if self.ending is not None else None
        if ending is not None:
            return ServerEndedError(f"{operation}: {ending}\nThe next world starts another server.")
        return ServerUnreachableError(
            f"{operation}: no response from {self.url}: {reason}. Is mock-api running there? "
            "Check MOCK_API_URL, or unset it to let the kit start a server of its own."
        )

    def _connection(self, timeout: float) -> http.client.HTTPConnection:
        """This thread's connection; a new one where the server has closed it, or behind a fork."""
        connection: http.client.HTTPConnection | None = getattr(self._local, "connection", None)
        if connection is None or self._local.process != os.getpid() or _is_closed(connection):
            if connection is not None:
                connection.close()
            connection = self.open(timeout)
            self._local.connection, self._local.process = connection, os.getpid()
        connection.timeout = timeout
        if connection.sock is not None:
            connection.sock.settimeout(timeout)
        return connection


def own_paths(text: str, world: str) -> str:
    """A response without the prefix of its world, as the app knows its paths."""
    prefix = f"/_w/{quote(world, safe='')}"
    if prefix not in text:
        return text
    return re.sub(rf"{re.escape(prefix)}(?:(?=/)|(?![\w.%-])())", lambda found: "" if found[1] is None else "/", text)


def _is_closed(connection: http.client.HTTPConnection) -> bool:
    """Whether the other end has closed a connection that is not in use."""
    if connection.sock is None:
        return False
    try:
        connection.sock.settimeout(0)
        connection.sock.recv(1, socket.MSG_PEEK)
    except (BlockingIOError, InterruptedError):
        return False
    except (OSError, ValueError):
        return True
    return True
