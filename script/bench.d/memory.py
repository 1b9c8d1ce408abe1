"""Resident memory: idle after the start, and after many requests."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import server
import throughput
from effort import Effort
from processes import resident_mib
from rows import LOTE, LOTES, MEMORY_TARGET_MIB, ROWS, SERVERS
from wrk import Load


def measure_idle(binary: Path, effort: Effort) -> dict:
    """The memory of a server that nobody has asked anything."""
    print("memory after the start", file=sys.stderr)
    with server.running(binary, SERVERS["quiet"]) as idle:
        time.sleep(effort.settle_seconds)
        resident = resident_mib(idle.pid)
    return {
        "idle_mib": resident,
        "target_mib": MEMORY_TARGET_MIB,
        "reached": resident <= MEMORY_TARGET_MIB,
    }


def measure_soak(binary: Path, effort: Effort) -> dict:
    """How many requests, to a record and to a list in turns, make the memory grow."""
    load = Load(effort.connections, effort.soak_seconds)
    rows = [next(row for row in ROWS if row.path == path and row.method == "GET") for path in (LOTE, LOTES)]
    with server.running(binary, SERVERS["quiet"]) as soaked:
        sides = [throughput.requests_to(row, soaked.port, soaked.pid, soaked) for row in rows]
        time.sleep(effort.settle_seconds)
        samples = [{"requests": 0, "mib": resident_mib(soaked.pid)}]
        while (sent := samples[-1]["requests"]) < effort.soak_requests:
            print(f"soak: {sent} requests, {samples[-1]['mib']:.1f} MiB", file=sys.stderr)
            sent += sum(side(load).requests for side in sides)
            samples.append({"requests": sent, "mib": resident_mib(soaked.pid)})
        time.sleep(effort.settle_seconds)
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
