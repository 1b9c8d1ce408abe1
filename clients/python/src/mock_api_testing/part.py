"""What every part of a world is made of."""

from __future__ import annotations

from typing import Any

from .transport import Transport


class Part:
    """A part of a world: it makes its calls in that world."""

    def __init__(self, transport: Transport, world: str) -> None:
        self._transport = transport
        self._world = world

    def _call(self, operation: str, **arguments: Any) -> Any:
        return self._transport.call(operation, world=self._world, **arguments)
