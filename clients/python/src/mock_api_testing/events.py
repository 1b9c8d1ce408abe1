"""The journal as it grows, by server-sent events."""

from __future__ import annotations

import contextlib
import http.client
import json
import time
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Literal

from .coding import decode, value
from .errors import CallTimeoutError
from .transport import Transport, own_paths
from .values import Summary


@value
class Event:
    """Something that came into the journal, or (`dropped`) how many entries were missed and through whom."""

    kind: Literal["exchange", "frame", "dropped"]
    entry: Summary | None = None
    dropped: int = 0


class EventStream:
    """Events of a journal, one after the other. It has a connection of its own, which `close` gives back."""

    def __init__(self, transport: Transport, world: str, query: Mapping[str, str], timeout: float | None) -> None:
        self._transport = transport
        self._timeout = timeout
        self._world = world
        self._connection = transport.open(transport.timeout)
        method, path = transport.target("followRequests", world, query, {})
        try:
            transport.send(self._connection, method, path, None)
            self._response = self._connection.getresponse()
            # The connection lets go of its socket when the response ends with it; the time-out is set on it later.
            self._socket = self._connection.sock
            if self._response.status != 200:
                transport.read("followRequests", world, self._response, self._response.read())
        except (http.client.HTTPException, OSError) as error:
            self.close()
            raise transport.unreachable("followRequests", error) from error
        except BaseException:
            self.close()
            raise

    def __iter__(self) -> Iterator[Event]:
        return self

    def __next__(self) -> Event:
        deadline = None if self._timeout is None else time.monotonic() + self._timeout
        kind = data = ""
        while True:
            line = self._line(deadline)
            if line.startswith("event:"):
                kind = line[6:].strip()
            elif line.startswith("data:"):
                data += line[5:].strip()
            elif not line and data:
                return _event(kind, json.loads(own_paths(data, self._world)))

    def close(self) -> None:
        """Ends the stream."""
        with contextlib.suppress(AttributeError):
            self._response.close()
        self._connection.close()

    def __enter__(self) -> EventStream:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _line(self, deadline: float | None) -> str:
        """The next line, without its end. Comments, which keep the connection alive, do not move the deadline."""
        try:
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                raise TimeoutError
            if self._socket is not None:
                self._socket.settimeout(left)
            read = self._response.readline()
        except TimeoutError as error:
            self.close()
            raise CallTimeoutError(f"followRequests: no event within {self._timeout:g} s") from error
        except (http.client.HTTPException, OSError, ValueError) as error:
            self.close()
            raise self._transport.unreachable("followRequests", error) from error
        if not read:
            self.close()
            raise StopIteration
        return read.decode().rstrip("\r\n")


def _event(kind: str, data: object) -> Event:
    if kind == "dropped" and isinstance(data, dict):
        return Event(kind="dropped", dropped=int(data["count"]))
    return Event(kind="frame" if kind == "frame" else "exchange", entry=decode(Summary, data))
