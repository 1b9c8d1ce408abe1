"""The parts of a world that have more than the calls of the control plane."""

from __future__ import annotations

import base64
import builtins
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from .calls import ChannelsCalls, ClockCalls, FaultsCalls, RateLimitsCalls, SensorsCalls, SocketsCalls, StateCalls
from .coding import decode, filled
from .errors import CallRefusedError, NotSatisfiedError
from .options import FaultOptions
from .part import Part
from .transport import Transport
from .values import Clock, FaultRecord, RateLimit, Rows, Table


class WorldClock(ClockCalls):
    """The time of a world."""

    def freeze(self, at: datetime | str | None = None) -> Clock:
        """Stops the clock, now or at a moment."""
        return self.set(now=at, freeze=True)

    def resume(self) -> Clock:
        """Lets the clock go on."""
        return self.set(freeze=False)

    def advance(self, by: timedelta | str) -> Clock:
        """Lets time pass at once: `"30s"`, `"1h 30m"`, ISO 8601 (`"PT15M"`), or a timedelta."""
        return self.set(advance=by)

    def reset(self) -> Clock:
        """Gives the clock the machine's time again."""
        return self.set(reset=True)


class State(StateCalls):
    """The whole world as one JSON document."""

    def load(self, state: Mapping[str, Any]) -> None:
        """Imports what was exported, or a part of it. The tables that it names are emptied and filled."""
        self._call("importState", body=dict(state))


class Data(Part):
    """Rows of tables, past the rules of the APIs."""

    def tables(self) -> list[Table]:
        """The tables, by name."""
        return decode(list[Table], self._call("listTables")["tables"])

    def list(
        self,
        table: str,
        *,
        filter: Mapping[str, str | float] | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Rows:
        """Rows whose columns have the values of `filter`; 100 at most without `limit`, which goes up to 10000."""
        query = {**filled({"_limit": limit, "_offset": offset}), **(filter or {})}
        return decode(Rows, self._call("listRows", table=table, query=query))

    def add(self, table: str, rows: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> int:
        """Adds a row or several, all or none. Returns how many."""
        body = dict(rows) if isinstance(rows, Mapping) else [dict(row) for row in rows]
        return decode(int, self._call("addRows", table=table, body=body)["added"])

    def change(self, table: str, set: Mapping[str, Any], *, where: Mapping[str, Any] | None = None) -> int:
        """Changes the rows whose columns have the values of `where`, all without it. Returns how many."""
        body = filled({"set": set, "where": where})
        return decode(int, self._call("changeRows", table=table, body=body)["changed"])

    def delete(self, table: str, *, where: Mapping[str, Any] | None = None) -> int:
        """Deletes the rows whose columns have the values of `where`, all without it. Returns how many."""
        return decode(int, self._call("deleteRows", table=table, body=filled({"where": where}))["deleted"])


class Faults(FaultsCalls):
    """What goes wrong in a world."""

    def __init__(self, transport: Transport, world: str) -> None:
        super().__init__(transport, world)
        self._added: builtins.list[str] = []

    def unused(self) -> builtins.list[FaultRecord]:
        """The faults that were added here, are still there, and never applied."""
        known = self.list() if self._added else []
        return [fault for fault in known if fault.id in self._added and fault.applications == 0]

    def _call(self, operation: str, **arguments: Any) -> Any:
        answer = super()._call(operation, **arguments)
        if operation == "addFault":
            self._added.append(answer["id"])
        return answer

    def add_json(self, options: FaultOptions) -> FaultRecord:
        """Adds a fault that is written as `POST /_mock/faults` takes it, such as one from a file."""
        return decode(FaultRecord, self._call("addFault", body=options))


class Channels(ChannelsCalls):
    """The channels of custom APIs and of Interspace.

    `await_message` and `verify_sent` raise NotSatisfiedError, with the messages that came, when what a test expects did
    not happen.
    """

    def _call(self, operation: str, **arguments: Any) -> Any:
        __tracebackhide__ = True
        try:
            return super()._call(operation, **arguments)
        except CallRefusedError as error:
            # That a channel is unknown is 404, that a condition is wrong 422.
            if operation in ("awaitMessage", "verifyMessages") and error.status == 409:
                raise NotSatisfiedError(error.message) from None
            raise


class RateLimits(RateLimitsCalls):
    """The rate limits of the APIs."""

    def turn_off(self, api: str) -> RateLimit:
        """Removes the limit."""
        return self.set(api, off=True)


class Sockets(SocketsCalls):
    """The open WebSockets of a world."""

    def send(self, id: int, message: str | bytes) -> None:
        """Sends a client a raw message, past the protocol that the socket speaks."""
        text = {"text": message} if isinstance(message, str) else {"base64": base64.b64encode(message).decode()}
        self._call("sendToSocket", id=id, body=text)


class Sensors(SensorsCalls):
    """The sensors of Invernaderos."""

    def push_reading(self, values: Mapping[str, float | None] | None = None) -> dict[str, Any]:
        """Stores a reading and pushes it to subscribers. `values` is what some sensors show in it, by their ids."""
        return decode(dict[str, Any], self._call("pushReading", body=dict(values or {})))
