"""The report of a world, for a test that failed."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from .coding import moment
from .journal import line
from .values import Entry

if TYPE_CHECKING:
    from .world import World

EXCHANGES = 20
"""How many of the last exchanges a report has."""


def report(world: World) -> str:
    """A world in some lines. Never raises: a report that cannot be made must not hide why the test failed."""
    try:
        return _report(world)
    except Exception as error:
        return f"world {world.id}: {error}"


def _report(world: World) -> str:
    clock = world.clock.get()
    journal = world.requests.page(limit=EXCHANGES)
    frames = world.requests.page(kind="frame", limit=0).total
    lines = [
        f"world {world.id}" + (f" of {world.name}" if world.name else ""),
        f"clock {moment(clock.now)}{', frozen' if clock.frozen else ''}"
        + (f", {clock.rate:g} s for each real one" if clock.rate != 1 else ""),
        f"last {len(journal.requests)} of {journal.total} exchanges, {frames} frames of sockets"
        + (f"; {journal.dropped} older entries are forgotten" if journal.dropped else ""),
    ]
    for entry in journal.requests:
        lines.append(f"  {line(entry)}")
        nearest = _suggestion(entry)
        if nearest:
            lines.append(f"    no such route: {nearest}")
    lines += [f"  {line(entry)}  pending" for entry in journal.pending]
    return "\n".join(lines)


def _suggestion(entry: Entry) -> str | None:
    """What the response to a request without a route said is nearest: in a header, or wherever its API writes it."""
    if entry.operation_id or entry.status != 404 or entry.response is None:
        return None
    hint = entry.response.headers.get("X-Mock-Hint")
    found = re.search(r'did you mean [^"]+\?', str(hint or json.dumps(entry.response.body, ensure_ascii=False)))
    return found[0] if found else None
