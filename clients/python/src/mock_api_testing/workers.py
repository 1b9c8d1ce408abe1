"""Worlds for suites that want one world for each worker, as `mock-api exec --workers N` makes them."""

from __future__ import annotations

import os
import re

from .server import MockServer
from .world import World


def worker_number() -> int:
    """The number of this process among the workers of pytest-xdist, from 1 on; 1 without xdist."""
    found = re.fullmatch(r"gw(\d+)", os.environ.get("PYTEST_XDIST_WORKER", ""))
    return int(found[1]) + 1 if found else 1


def worker_world(server: MockServer) -> tuple[World, bool]:
    """The world of this worker, and whether it was made here and shall be closed.

    It is the one of MOCK_API_URL_1, MOCK_API_URL_2 and so on, where `mock-api exec --workers` gave them.
    """
    number = worker_number()
    url = os.environ.get(f"MOCK_API_URL_{number}")
    if url:
        return server.world(url.rstrip("/").rsplit("/", 1)[-1]), False
    return server.worlds.make(f"worker {number}"), True
