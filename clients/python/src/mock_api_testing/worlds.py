"""The worlds of a server."""

from __future__ import annotations

import builtins
import re
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from .coding import decode, filled
from .options import FaultOptions, FaultSetName
from .values import WorldInfo
from .world import World

if TYPE_CHECKING:
    from .server import MockServer


class Worlds:
    """The worlds of a server: made, listed, deleted."""

    def __init__(self, server: MockServer) -> None:
        self._server = server

    def list(self) -> builtins.list[WorldInfo]:
        """All worlds, the default one first."""
        return [decode(WorldInfo, one) for one in self._server.transport.call("listWorlds")["worlds"]]

    def get(self, id: str) -> WorldInfo:
        """One world as the server shows it."""
        return decode(WorldInfo, self._server.transport.call("getWorld", id=id))

    def delete(self, id: str) -> None:
        """Deletes a world, with its sockets."""
        self._server.transport.call("deleteWorld", id=id)

    def make(
        self,
        name: str | None = None,
        *,
        id: str | None = None,
        from_: str | None = None,
        frozen_at: datetime | str | None = None,
        now: datetime | str | None = None,
        rate: float | None = None,
        random_seed: int | None = None,
        faults: Sequence[FaultOptions | FaultSetName] = (),
    ) -> World:
        """Makes a world. Use it in a `with`, or call its `close`.

        `name` is text for people, such as the test's name; without `id`, the id is made from it.
        `from_` is `seed`, `snapshot:NAME` or `world:ID`. The clock stands still at `frozen_at`, or goes from `now`
        with `rate` seconds for each real one. `faults` are faults, or names of sets.
        """
        clock = filled({"set": frozen_at or now, "freeze": True if frozen_at else None, "rate": rate})
        body = filled(
            {
                "id": id or (world_id(name) if name else None),
                "name": name[:200] if name else None,
                "from": from_,
                "clock": clock or None,
                "randomSeed": random_seed,
            }
        )
        self._server.revive()
        info = decode(WorldInfo, self._server.transport.call("createWorld", body=body))
        world = World(self._server, info.id, info.name)
        try:
            for fault in faults:
                if isinstance(fault, str):
                    world.fault_sets.add(fault)
                else:
                    world.faults.add_json(fault)
        except BaseException:
            self.delete(world.id)
            raise
        return world


def world_id(name: str) -> str:
    """An id for the world of a test: its name, cut to what an id may have, and something that nobody else has."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40].strip("-")
    return f"{slug or 'world'}-{secrets.token_hex(3)}"
