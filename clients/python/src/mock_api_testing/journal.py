"""The journal of a world: what apps sent and were answered."""

from __future__ import annotations

import builtins
import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Unpack

from .coding import decode, plain, wish
from .errors import NotSatisfiedError
from .events import EventStream
from .journal_values import Count, Device, Entry, Explanation, Journal, Nearest, Replay, Summary, Verification
from .part import Part
from .wishes import JournalMatch, JournalQuery

LONGEST_WAIT = 60.0
"""How many seconds the server waits at most for one call; longer waits ask again."""


class Devices(Part):
    """Who calls a world, by address and user agent."""

    def list(self) -> builtins.list[Device]:
        """The devices that the journal knows, the one that called last first."""
        return [decode(Device, one) for one in self._call("listDevices")["devices"]]

    def name(self, id: str, name: str | None) -> Device:
        """Gives a device a name in all worlds; None takes it away."""
        return decode(Device, self._call("nameDevice", id=id, body={"name": name}))


class Requests(Part):
    """The journal. Conditions are keyword arguments: `path="/v1/lotes", method="POST", status="4xx"`.

    Exchanges are meant, unless `kind`, `socket` or `direction` says otherwise.
    """

    def list(
        self, *, limit: int | None = None, order: Literal["asc", "desc"] | None = None, **match: Unpack[JournalQuery]
    ) -> builtins.list[Entry]:
        """The newest entries that fulfil the conditions, the oldest of them first.

        Those whose answer is still being sent are among them, without an `id`: a client that has read its answer
        may be quicker than the server's own note of it.
        """
        page = self.page(limit=limit, order=order, **match)
        if order == "desc":
            return (page.under_way[::-1] + page.requests)[:limit]
        entries = page.requests + page.under_way
        return entries if limit is None else entries[max(0, len(entries) - limit) :]

    def page(
        self, *, limit: int | None = None, order: Literal["asc", "desc"] | None = None, **match: Unpack[JournalQuery]
    ) -> Journal:
        """As `list`, with what is under way, and how many entries there are, were dropped and were left out."""
        return decode(Journal, self._call("listRequests", query=_query(match, limit=limit, order=order)))

    def get(self, id: int) -> Entry:
        """One entry, by its number."""
        return decode(Entry, self._call("getRequest", id=id))

    def explain(self, id: int) -> Explanation:
        """Why a request matched what it did, or nothing: the nearest operations and faults, member by member."""
        return decode(Explanation, self._call("explainRequest", id=id))

    def replay(self, id: int, *, headers: Mapping[str, str | None] | None = None, body: Any = None) -> Replay:
        """Carries out a request once more, with its secrets.

        Of `headers`, one of None is left out. `body` is another content: text is sent as it is, the rest as JSON.
        """
        change = wish(body=body) | ({} if headers is None else {"headers": dict(headers)})
        return decode(Replay, self._call("replayRequest", id=id, body=change))

    def count(self, **match: Unpack[JournalMatch]) -> int:
        """How many entries fulfil the conditions. Raises NotSatisfiedError where the journal cannot know."""
        count = decode(Count, self._call("countRequests", body={"match": wish(**match)}))
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
        """Raises NotSatisfiedError, which is an AssertionError, unless as many entries fulfil the conditions.

        At least one is expected, unless said otherwise. The error has the nearest misses and their reasons.
        """
        __tracebackhide__ = True
        verification = self._verify(match, exactly=exactly, at_least=at_least, at_most=at_most)
        if not verification.satisfied:
            raise NotSatisfiedError(_explain(match, verification), verification)
        return verification

    def wait(self, *, at_least: int = 1, timeout: float = 10, **match: Unpack[JournalMatch]) -> Verification:
        """Waits until as many entries fulfil the conditions; those that are there already count.

        `timeout` is in seconds of real time. When it is over, NotSatisfiedError is raised, with the nearest misses.
        """
        __tracebackhide__ = True
        deadline = time.monotonic() + timeout
        while True:
            once = max(0.0, min(deadline - time.monotonic(), LONGEST_WAIT))
            body = {"match": wish(**match), "atLeast": at_least, "timeoutMilliseconds": round(once * 1000)}
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
        raise NotSatisfiedError(f"after {timeout:g} s: {_explain(match, verification)}", verification)

    def follow(self, *, timeout: float | None = None, **match: Unpack[JournalQuery]) -> EventStream:
        """Follows the journal as it grows. Use it in a `with`, or call `close`.

        Raises CallTimeoutError when no event comes for `timeout` seconds. Each kind of entry is meant.
        """
        return EventStream(self._transport, self._world, _query(match), timeout)

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

    def clear(self) -> None:
        """Forgets all entries."""
        self._call("clearRequests")

    def _verify(self, match: JournalMatch, **times: int | None) -> Verification:
        return decode(Verification, self._call("verifyRequests", body={"match": wish(**match)} | wish(**times)))


def _query(match: Mapping[str, Any], **further: Any) -> dict[str, str]:
    texts = wish(**{**match, **further})
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


def _nearest(near: Nearest) -> str:
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
        text = f"{entry.method} {path}{query} -> {entry.status or 'no answer'}{ending}"
        text += f"  {entry.operation_id or 'no operation'}"
    if entry.faults:
        text += "  faults: " + ", ".join(f"{fault.id} ({fault.type})" for fault in entry.faults)
    if entry.deviations:
        text += "  deviations: " + "; ".join(f"{one.location} {one.message}".strip() for one in entry.deviations)
    return text
