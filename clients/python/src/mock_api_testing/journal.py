"""The journal of a world: what apps sent and were answered."""

from __future__ import annotations

import builtins
import re
import time
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal, Unpack

from .calls import RequestsCalls
from .coding import decode, length, matching, plain
from .errors import NotSatisfiedError
from .events import EventStream
from .options import JournalMatch, JournalQuery
from .values import Count, Entry, JournalPage, Summary, Verification, VerificationNearest

LONGEST_WAIT = 60.0
"""How many seconds the server waits at most for one call; longer waits ask again."""


class Requests(RequestsCalls):
    """The journal. Conditions are keyword arguments: `path="/v1/lotes", method="POST", status="4xx"`.

    Exchanges are meant, unless `kind`, `socket` or `direction` says otherwise.
    """

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
        *,
        exactly: int | None = None,
        at_least: int | None = None,
        at_most: int | None = None,
        **match: Unpack[JournalMatch],
    ) -> Verification:
        """Raises NotSatisfiedError, which is an AssertionError, unless as many entries meet the conditions.

        At least one is expected, unless said otherwise. The error has the nearest misses and their reasons.
        """
        __tracebackhide__ = True
        verification = self._verify(match, exactly=exactly, at_least=at_least, at_most=at_most)
        if not verification.satisfied:
            raise NotSatisfiedError(_explain(match, verification), verification)
        return verification

    def wait(
        self, *, at_least: int = 1, timeout: timedelta | str = "10s", **match: Unpack[JournalMatch]
    ) -> Verification:
        """Waits until as many entries meet the conditions; those that are there already count.

        `timeout` is real time. When it is over, NotSatisfiedError is raised, with the nearest misses.
        """
        __tracebackhide__ = True
        deadline = time.monotonic() + length(timeout).total_seconds()
        while True:
            once = max(0.0, min(deadline - time.monotonic(), LONGEST_WAIT))
            body = {"match": matching(match), "atLeast": at_least, "timeoutMilliseconds": round(once * 1000)}
            waited = decode(Verification, self._call("waitForRequests", body=body, extra_time=once))
            if waited.satisfied:
                return waited
            if not waited.known:
                raise NotSatisfiedError(_explain(match, waited), waited)
            if time.monotonic() >= deadline:
                break
        # It may have happened in between; then all is well.
        verification = self._verify(match, at_least=at_least)
        if verification.satisfied:
            return verification
        raise NotSatisfiedError(
            f"after {length(timeout).total_seconds():g} s: {_explain(match, verification)}", verification
        )

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
        return decode(Verification, self._call("verifyRequests", body={"match": matching(match)} | matching(times)))


def _query(match: Mapping[str, Any], **further: Any) -> dict[str, str]:
    texts = matching({**match, **further})
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in texts.items()}


def _explain(match: Mapping[str, Any], verification: Verification) -> str:
    """Says what was expected, how many there were, and what came nearest."""
    expected = verification.expected
    named = {"exactly": expected.exactly, "at least": expected.at_least, "at most": expected.at_most}
    times = " and ".join(f"{name} {count}" for name, count in named.items() if count is not None) or "at least 1"
    what = ", ".join(f"{name}={plain(value)!r}" for name, value in match.items()) or "any exchange"
    lines = [f"expected {times} of {what}, and found {verification.count}"]
    if verification.message:
        lines.append(f"  {verification.message}")
    lines += [f"  nearest: {_nearest(near)}" for near in verification.nearest]
    return "\n".join(lines)


def _nearest(near: VerificationNearest) -> str:
    reasons = [re.sub('"/_w/[^/"]+', '"', reason) for reason in near.reasons]
    return f"{line(near.request)}: {'; '.join(reasons)}"


def line(entry: Summary) -> str:
    """An entry in a line: what was asked and answered, or which frame went over which socket. Without `/_w/ID`."""
    path = re.sub("^/_w/[^/]+", "", entry.path or "")
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
