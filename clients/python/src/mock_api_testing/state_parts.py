"""The parts of a world that are about time and state: clock, snapshots, state, data."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from .coding import decode, duration, wish
from .part import Part
from .values import Clock, Rows, Snapshot, Table, Upcoming


class WorldClock(Part):
    """The time that everything in a world follows."""

    def get(self) -> Clock:
        """The time."""
        return decode(Clock, self._call("getClock"))

    def set(
        self,
        now: datetime | str | None = None,
        *,
        freeze: bool | None = None,
        advance: timedelta | float | str | None = None,
        rate: float | None = None,
        reset: bool | None = None,
    ) -> Clock:
        """Changes the clock. `advance` is a timedelta, seconds, or ISO 8601 (`PT15M`); `rate` from 0.001 to 100000."""
        jump = None if advance is None else duration(advance)
        change = wish(set=now, freeze=freeze, advance=jump, rate=rate, reset=reset)
        return decode(Clock, self._call("setClock", body=change))

    def freeze(self, at: datetime | str | None = None) -> Clock:
        """Stops the clock, now or at a moment."""
        return self.set(at, freeze=True)

    def resume(self) -> Clock:
        """Lets the clock go on."""
        return self.set(freeze=False)

    def advance(self, by: timedelta | float | str) -> Clock:
        """Lets time pass at once: a timedelta, seconds, or ISO 8601 (`PT15M`)."""
        return self.set(advance=by)

    def reset(self) -> Clock:
        """Gives the clock the machine's time again."""
        return self.set(reset=True)

    def upcoming(self, seconds: int | None = None, *, until: datetime | str | None = None) -> Upcoming:
        """What happens when time passes, within so many seconds or until a moment; within an hour without either."""
        query = wish(seconds=seconds, until=until)
        return decode(Upcoming, self._call("listUpcoming", query=query))


class Snapshots(Part):
    """Whole worlds, kept under a name and brought back."""

    def list(self) -> builtins.list[Snapshot]:
        """The snapshots, by name."""
        return [decode(Snapshot, one) for one in self._call("listSnapshots")["snapshots"]]

    def get(self, name: str) -> Snapshot:
        """One snapshot."""
        return decode(Snapshot, self._call("getSnapshot", name=name))

    def take(self, name: str) -> Snapshot:
        """Keeps the world as it is now. A snapshot of that name is replaced."""
        return decode(Snapshot, self._call("takeSnapshot", name=name))

    def restore(self, name: str) -> Snapshot:
        """Brings the world back to what it was."""
        return decode(Snapshot, self._call("restoreSnapshot", name=name))

    def delete(self, name: str) -> None:
        """Forgets a snapshot."""
        self._call("deleteSnapshot", name=name)


class State(Part):
    """The whole world as one JSON document."""

    def export(self) -> dict[str, Any]:
        """All rows, the state of chance, and the clock."""
        state: dict[str, Any] = self._call("exportState")
        return state

    def load(self, state: Mapping[str, Any]) -> None:
        """Imports what was exported, or a part of it. Tables that it names are emptied and filled."""
        self._call("importState", body=dict(state))


class Data(Part):
    """Rows of tables, past the rules of the APIs."""

    def tables(self) -> builtins.list[Table]:
        """The tables, by name."""
        return [decode(Table, one) for one in self._call("listTables")["tables"]]

    def list(self, table: str, *, limit: int | None = None, offset: int | None = None, **where: str | float) -> Rows:
        """Rows whose columns have the values of `where`; 100 at most without `limit`, which goes up to 10000."""
        query = {name: value for name, value in (("_limit", limit), ("_offset", offset)) if value is not None}
        return decode(Rows, self._call("listRows", table=table, query={**query, **where}))

    def add(self, table: str, rows: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> int:
        """Adds a row or several, all or none. Returns how many."""
        body = dict(rows) if isinstance(rows, Mapping) else [dict(row) for row in rows]
        added: int = self._call("addRows", table=table, body=body)["added"]
        return added

    def change(self, table: str, set: Mapping[str, Any], *, where: Mapping[str, Any] | None = None) -> int:
        """Changes the rows whose columns have the values of `where`, all without it. Returns how many."""
        changed: int = self._call("changeRows", table=table, body=wish(set=set, where=where))["changed"]
        return changed

    def delete(self, table: str, *, where: Mapping[str, Any] | None = None) -> int:
        """Deletes the rows whose columns have the values of `where`, all without it. Returns how many."""
        deleted: int = self._call("deleteRows", table=table, body=wish(where=where))["deleted"]
        return deleted
