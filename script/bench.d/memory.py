"""Resident memory: idle after the start, and after a million requests."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import server
import throughput
from processes import resident_mib
from rows import LOTE, LOTES, MEMORY_TARGET_MIB, ROWS, SERVERS
from wrk import Load

SETTLE_S = 1.0
SOAK_REQUESTS = 1_000_000


def measure_idle(binary: Path) -> dict:
    """The memory of a server that nobody has asked anything."""
    print("memory after the start", file=sys.stderr)
    with server.running(binary, SERVERS["quiet"]) as idle:
        time.sleep(SETTLE_S)
        resident = resident_mib(idle.pid)
    return {
        "idle_mib": resident,
        "target_mib": MEMORY_TARGET_MIB,
        "reached": resident <= MEMORY_TARGET_MIB,
    }


def measure_soak(binary: Path, connections: int) -> dict:
    """How a million requests, to a record and to a list in turns, make the memory grow."""
    load = Load(connections, 5)
    rows = [next(row for row in ROWS if row.path == path and row.method == "GET") for path in (LOTE, LOTES)]
    with server.running(binary, SERVERS["quiet"]) as soaked:
        sides = [throughput.requests_to(row, soaked.port, soaked) for row in rows]
        time.sleep(SETTLE_S)
        samples = [{"requests": 0, "mib": resident_mib(soaked.pid)}]
        while (sent := samples[-1]["requests"]) < SOAK_REQUESTS:
            print(f"soak: {sent} requests, {samples[-1]['mib']:.1f} MiB", file=sys.stderr)
            sent += sum(side(load).requests for side in sides)
            samples.append({"requests": sent, "mib": resident_mib(soaked.pid)})
        time.sleep(SETTLE_S)
        after = resident_mib(soaked.pid)
    before = samples[0]["mib"]
    return {
        "requests": samples[-1]["requests"],
        "before_mib": before,
        "after_mib": after,
        "growth_mib": after - before,
        # What the first samples warm up, caches and threads, is not counted here.
        "growth_after_first_sample_mib": after - samples[1]["mib"],
        "samples": samples,
    }
