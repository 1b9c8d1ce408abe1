"""Exchanges that a test holds: the app waits until the test releases them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import timedelta
from types import TracebackType
from typing import Any

from .calls import FaultsCalls, HoldsCalls
from .coding import filled, length
from .errors import NotSatisfiedError
from .journal import LONGEST_WAIT
from .values import FaultRecord, HeldExchange


class Held:
    """An exchange that is held."""

    exchange: HeldExchange
    """Its id, method, path, account and device."""

    def __init__(self, holds: HoldsCalls, exchange: HeldExchange) -> None:
        self._holds = holds
        self.exchange = exchange

    def release(
        self,
        *,
        patch: Mapping[str, Any] | list[Any] | None = None,
        status: int | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        undocumented: bool = False,
    ) -> None:
        """Lets the exchange go on, as it is or with another response, which has the arguments of `world.answer`.

        Raises CallRefusedError when it is not held any more.
        """
        changes = (patch, status, body, headers)
        fault = None if all(one is None for one in changes) else answering(*changes, undocumented)
        self._holds.release(self.exchange.id, fault=fault)

    def abort(self) -> None:
        """Resets the connection instead of a response."""
        self._holds.release(self.exchange.id, fault={"type": "reset"})

    def __repr__(self) -> str:
        return f"Held({self.exchange.method} {self.exchange.path}, {self.exchange.phase}, {self.exchange.id})"


class Hold:
    """Holds exchanges until they are released. As a context manager it removes itself, which releases them."""

    def __init__(self, faults: FaultsCalls, holds: HoldsCalls, fault: FaultRecord) -> None:
        self._faults = faults
        self._holds = holds
        self.fault = fault

    def wait(self, *, timeout: timedelta | str = "10s") -> Held:
        """Waits until an exchange is held; gives the one that has been held the longest.

        `timeout` is real time. When it is over, NotSatisfiedError is raised.
        """
        __tracebackhide__ = True
        deadline = time.monotonic() + length(timeout).total_seconds()
        while True:
            once = max(0.0, min(deadline - time.monotonic(), LONGEST_WAIT))
            found = self._holds.await_exchange(
                held_by=self.fault.id, timeout=timedelta(milliseconds=round(once * 1000))
            )
            if found.satisfied:
                return Held(self._holds, found.holds[0])
            if time.monotonic() >= deadline:
                matches = self._faults.get(self.fault.id).matches
                request = " ".join(str(value) for value in (self.fault.match or {}).values())
                raise NotSatisfiedError(
                    f"after {length(timeout).total_seconds():g} s: no exchange is held by the fault {self.fault.id} "
                    f"for {request}; {matches} matched it since it was added"
                )

    def release(self) -> int:
        """Releases all exchanges that it holds now, and gives their number."""
        return self._holds.release_all(held_by=self.fault.id)

    def remove(self) -> None:
        """Holds no more exchanges, and releases those that it holds."""
        self._faults.remove(self.fault.id)

    def __enter__(self) -> Hold:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.remove()


def answering(
    patch: Mapping[str, Any] | list[Any] | None,
    status: int | None,
    body: Any,
    headers: Mapping[str, str] | None,
    undocumented: bool,
) -> Any:
    """The fault that a response is changed by."""
    if patch is None:
        return filled({"type": "status", "status": status or 200, "body": body, "headers": headers})
    if body is not None:
        raise ValueError("patch changes the body of the response and body replaces it; choose one of them")
    return filled(
        {"type": "patch", "patch": patch, "status": status, "headers": headers, "undocumented": undocumented or None}
    )
