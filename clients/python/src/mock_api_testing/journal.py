"""The journal of a world: what apps sent and were answered."""

from __future__ import annotations

import builtins
import time
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal, Unpack, cast

from .calls import RequestsCalls
from .coding import decode, length, matching, operation, plain
from .errors import NotSatisfiedError
from .events import EventStream
from .options import JournalMatch, JournalQuery
from .transport import Transport
from .values import Count, Entry, JournalPage, Summary, Verification, VerificationNearest

LONGEST_WAIT = 60.0
"""How many seconds the server waits at most for one call; longer waits ask again."""
MOST_SHOWN = 20
"""How many entries a message has at most."""


class Requests(RequestsCalls):
    """The journal. Conditions are keyword arguments: `path="/v1/lotes", method="POST", status="4xx"`.

    Exchanges are meant, unless `kind`, `socket` or `direction` says otherwise.
    """

    def __init__(self, transport: Transport, world: str) -> None:
        super().__init__(transport, world)
        self._verified: set[int] = set()
        self._pending: builtins.list[JournalMatch] = []

    def clear(self) -> None:
        """Clears the journal."""
        super().clear()
        self.forget_verified()

    def forget_verified(self) -> None:
        """Has `verify_no_other` count the entries again that were verified before."""
        self._verified.clear()
        self._pending.clear()

    def list(
        self, *, limit: int | None = None, order: Literal["asc", "desc"] | None = None, **match: Unpack[JournalQuery]
    ) -> builtins.list[Entry]:
        """The newest entries that meet the conditions, the oldest of them first.

        Those whose response is still being sent are among them, without an `id`: a client that has read its response
        may be quicker than the server's own note of it.
        """
        page = self.page(limit=limit, order=order, **match)
        if order == "desc":
            return (page.pending[::-1] + page.requests)[:limit]
        entries = page.requests + page.pending
        return entries if limit is None else entries[max(0, len(entries) - limit) :]

    def page(
        self, *, limit: int | None = None, order: Literal["asc", "desc"] | None = None, **match: Unpack[JournalQuery]
    ) -> JournalPage:
        """As `list`, with pending ones, and how many entries there are, were dropped and were left out."""
        return decode(JournalPage, self._call("listRequests", query=_query(match, limit=limit, order=order)))

    def count(self, **match: Unpack[JournalMatch]) -> int:
        """How many entries meet the conditions. Raises NotSatisfiedError where the journal cannot know."""
        count = decode(Count, self._call("countRequests", body={"match": matching(match)}))
        if not count.known:
            unknown = {"satisfied": False, "known": False, "count": count.count, "expected": {}}
            raise NotSatisfiedError(f"cannot be counted: {count.message}", decode(Verification, unknown))
        return count.count

    def verify(
        self,
        request: str | None = None,
        /,
        *,
        exactly: int | None = None,
        at_least: int | None = None,
        at_most: int | None = None,
        **match: Unpack[JournalMatch],
    ) -> builtins.list[Entry]:
        """Raises NotSatisfiedError, which is an AssertionError, unless as many entries meet the conditions.

        Returns these entries, the oldest first. At least one is expected, unless said otherwise. The error has the
        nearest misses and their reasons. `request` is text such as `"GET /v1/lotes"`, beside or instead of conditions.
        """
        __tracebackhide__ = True
        match = _joined(request, match)
        return self._verified_by(match, "", exactly=exactly, at_least=at_least, at_most=at_most)

    def verify_no_other(self, request: str | None = None, /, **match: Unpack[JournalMatch]) -> None:
        """Raises NotSatisfiedError if there are entries that no `verify`, `wait` or `verify_in_order` has returned.

        With conditions, only entries that meet them count.
        """
        __tracebackhide__ = True
        match = _joined(request, match)
        found = self._verify(match, at_least=0)
        # What was still being sent when it was verified has a number by now.
        known = [entry for one in self._pending for entry in self._verify(one, at_least=0).entries]
        numbers = self._verified | {entry.id for entry in known}
        others = [entry for entry in found.entries if entry not in known and (entry.id or 0) not in numbers]
        if others:
            lines = [f"\n  {_numbered(entry)}" for entry in others[:MOST_SHOWN]]
            more = f"\n  and {len(others) - MOST_SHOWN} more" if len(others) > MOST_SHOWN else ""
            what = f"expected no other {_what(match, 'exchange')}, found {len(others)}:"
            raise NotSatisfiedError(what + "".join(lines) + more, found)

    def verify_in_order(self, steps: Sequence[JournalMatch | str]) -> builtins.list[Entry]:
        """Raises NotSatisfiedError unless the journal has an entry for each step, each after the one before.

        A step is a dictionary of conditions, or text such as `"POST /v1/lotes"`. Others may be in between. The order
        is that in which the exchanges ended. Returns an entry for each step.
        """
        __tracebackhide__ = True
        found: builtins.list[Entry] = []
        after = 0.0
        matches = []
        for number, step in enumerate(steps, 1):
            match = _joined(step, {}) if isinstance(step, str) else step
            verification = self._verify(match)
            entry = next((one for one in verification.entries if one.id is None or one.id > after), None)
            if entry is None:
                raise NotSatisfiedError(
                    _disorder(f"{number} of {len(steps)}", match, found, verification), verification
                )
            found.append(entry)
            matches.append(match)
            # One whose response is still being sent is the last.
            after = float("inf") if entry.id is None else entry.id
        for entry, match in zip(found, matches, strict=True):
            self._note([entry], match)
        return found

    def wait(
        self,
        request: str | None = None,
        /,
        *,
        at_least: int = 1,
        timeout: timedelta | str = "10s",
        **match: Unpack[JournalMatch],
    ) -> builtins.list[Entry]:
        """Waits until as many entries meet the conditions, and returns them; those that are there already count.

        `timeout` is real time. When it is over, NotSatisfiedError is raised, with the nearest misses.
        """
        __tracebackhide__ = True
        match = _joined(request, match)
        deadline = time.monotonic() + length(timeout).total_seconds()
        while True:
            once = max(0.0, min(deadline - time.monotonic(), LONGEST_WAIT))
            body = {"match": matching(match), "atLeast": at_least, "timeoutMilliseconds": round(once * 1000)}
            waited = decode(Verification, self._call("waitForRequests", body=body, extra_time=once))
            if not waited.known and not waited.satisfied:
                raise NotSatisfiedError(_explain(match, waited), waited)
            if waited.satisfied or time.monotonic() >= deadline:
                # It may have happened in between; then all is well.
                after = f"after {length(timeout).total_seconds():g} s: "
                return self._verified_by(match, after, at_least=at_least)

    def follow(self, *, timeout: timedelta | str | None = None, **match: Unpack[JournalQuery]) -> EventStream:
        """Follows the journal as it grows. Use it in a `with`, or call `close`.

        Raises CallTimeoutError when no event comes for so long. Each kind of entry is meant.
        """
        return EventStream(
            self._transport, self._world, _query(match), None if timeout is None else length(timeout).total_seconds()
        )

    def har(
        self, *, limit: int | None = None, order: Literal["asc", "desc"] | None = None, **match: Unpack[JournalQuery]
    ) -> dict[str, Any]:
        """The exchanges as an HTTP archive (HAR 1.2)."""
        har: dict[str, Any] = self._call("exportHAR", query=_query(match, limit=limit, order=order))
        return har

    def save_har(self, file: str | Path, **match: Unpack[JournalQuery]) -> Path:
        """Writes the exchanges into a HAR file, which browsers' developer tools open."""
        text: str = self._call("downloadHAR", query=_query(match), text=True)
        Path(file).write_text(text, encoding="utf-8")
        return Path(file)

    def _verify(self, match: JournalMatch, **times: int | None) -> Verification:
        body = {"match": matching(match), "entries": True} | matching(times)
        return decode(Verification, self._call("verifyRequests", body=body))

    def _verified_by(self, match: JournalMatch, when: str, **times: int | None) -> builtins.list[Entry]:
        """The entries that meet the conditions, which are verified from now on."""
        __tracebackhide__ = True
        found = self._verify(match, **times)
        if not found.satisfied:
            raise NotSatisfiedError(when + _explain(match, found), found)
        self._note(found.entries, match)
        return found.entries

    def _note(self, entries: builtins.list[Entry], match: JournalMatch) -> None:
        """Has `verify_no_other` leave out entries. One whose response is still being sent has no number yet."""
        self._verified.update(entry.id for entry in entries if entry.id is not None)
        if any(entry.id is None for entry in entries):
            self._pending.append(match)


def _joined(request: str | None, match: JournalMatch) -> JournalMatch:
    """Conditions, and those of text such as `GET /v1/lotes`."""
    return match if request is None else cast(JournalMatch, {**operation(request), **match})


def _query(match: Mapping[str, Any], **further: Any) -> dict[str, str]:
    texts = matching({**match, **further})
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in texts.items()}


def _explain(match: Mapping[str, Any], verification: Verification) -> str:
    """Says what was expected, how many there were, and what came nearest."""
    expected = verification.expected
    named = {"exactly": expected.exactly, "at least": expected.at_least, "at most": expected.at_most}
    times = " and ".join(f"{name} {count}" for name, count in named.items() if count is not None) or "at least 1"
    lines = [f"expected {times} of {_what(match, 'any exchange')}, and found {verification.count}"]
    if verification.message:
        lines.append(f"  {verification.message}")
    lines += [f"  nearest: {_nearest(near)}" for near in verification.nearest]
    return "\n".join(lines)


def _what(match: Mapping[str, Any], anything: str) -> str:
    return ", ".join(f"{name}={plain(value)!r}" for name, value in match.items()) or anything


def _disorder(step: str, match: Mapping[str, Any], found: list[Entry], verification: Verification) -> str:
    """Why a step of an order was not found: what came before, and what is nearest."""
    lines = [f"step {step}: expected {_what(match, 'any exchange')}{' next' if found else ''}, and found none"]
    lines += [f"  step {place}: {_numbered(entry)}" for place, entry in enumerate(found, 1)]
    lines += [f"  too early: {_numbered(entry)}" for entry in verification.entries[-3:]]
    lines += [f"  nearest: {_nearest(near)}" for near in verification.nearest]
    return "\n".join(lines)


def _nearest(near: VerificationNearest) -> str:
    return f"{line(near.request)}: {'; '.join(near.reasons)}"


def _numbered(entry: Summary) -> str:
    return f"#{entry.id or '…'} {line(entry)}"


def line(entry: Summary) -> str:
    """An entry in a line: what was asked and answered, or which frame went over which socket."""
    path = entry.path or ""
    if entry.kind == "frame":
        what = f": {entry.summary}" if entry.summary else ""
        text = f"frame {entry.direction} on socket {entry.socket} {path}{what} ({entry.payload_bytes} bytes)"
        text += " not delivered" if entry.delivered is False else ""
    else:
        query = f"?{entry.query}" if entry.query else ""
        ending = "" if entry.ending in ("whole", None) else f" ({entry.ending})"
        text = f"{entry.method} {path}{query} -> {entry.status or 'no response'}{ending}"
        text += f"  {entry.operation_id or 'no operation'}"
    if entry.faults:
        text += "  faults: " + ", ".join(f"{fault.id} ({fault.type})" for fault in entry.faults)
    if entry.deviations:
        text += "  deviations: " + "; ".join(f"{one.location} {one.message}".strip() for one in entry.deviations)
    return text
