"""What the live page costs the server's own rows: without it, while it is open, and once it is closed."""

from __future__ import annotations

import contextlib
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import server
import throughput
import wrk
from effort import Effort
from processes import Failure
from rows import DASHBOARD_COST_TARGET, DASHBOARD_ROWS, ROWS, SERVERS, Row
from wrk import Load

WORKER = "MHD-worker"
# Until a client follows the stream.
BEGIN_S = 0.3


@contextlib.contextmanager
def reader(port: int) -> Iterator[None]:
    """Follows the stream as an open page does, and does nothing with it: by a process that hardly takes time itself."""
    address = f"http://127.0.0.1:{port}/_mock/stream?world=default"
    client = subprocess.Popen(["curl", "--silent", "--no-buffer", "--fail", "--output", "/dev/null", address])
    try:
        time.sleep(BEGIN_S)
        yield
        if client.poll() is not None:
            raise Failure(f"curl, which follows the stream, ended with {client.returncode}")
    finally:
        client.kill()
        client.wait()


def measure(binary: Path, effort: Effort) -> list[dict]:
    """Some of the server's own rows at one process: before there was a reader, then by turns without and with one."""
    rows = [row for row in ROWS if row.name in DASHBOARD_ROWS]
    load = Load(effort.connections, effort.page_seconds)
    with server.running(binary, SERVERS["quiet"]) as measured:
        sides = {row.name: throughput.requests_to(row, measured.port, measured.pid, measured) for row in rows}
        found: dict = {row.name: {"before": [], "closed": [], "open": []} for row in rows}
        shares: dict = {row.name: {"closed": [], "open": []} for row in rows}
        for row in rows:
            print(f"live page: before it was ever open: {row.title}", file=sys.stderr)
            sides[row.name](replace(load, seconds=effort.warm_up_seconds))
            found[row.name]["before"] += [sides[row.name](load) for _ in range(effort.rounds)]
        for number in range(effort.rounds):
            for row in rows:
                print(f"live page: round {number + 1} of {effort.rounds}: {row.title}", file=sys.stderr)
                for kind in ("closed", "open") if number % 2 == 0 else ("open", "closed"):
                    with reader(measured.port) if kind == "open" else contextlib.nullcontext():
                        before = thread_seconds(measured.pid)
                        found[row.name][kind].append(sides[row.name](load))
                        shares[row.name][kind].append(besides(before, thread_seconds(measured.pid)))
    return [summary(row, found[row.name]) | stream_share(shares[row.name]) for row in rows]


def thread_seconds(pid: int) -> dict[str, float]:
    """The processor time of each thread by its number and name; empty where the system does not tell in files."""
    found = {}
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for file in Path(f"/proc/{pid}/task").glob("*/stat"):
            head, _, tail = file.read_text().rpartition(")")
            fields = tail.split()
            found[head.replace("(", "")] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def besides(before: dict[str, float], after: dict[str, float]) -> float:
    """The share of the processor time that went to other threads than those that answer requests."""
    spent = {name: seconds - before.get(name, 0) for name, seconds in after.items()}
    others = sum(seconds for name, seconds in spent.items() if WORKER not in name)
    return others / total if (total := sum(spent.values())) else 0.0


def stream_share(shares: dict[str, list[float]]) -> dict:
    """What the stream's own threads take; other than rates, that hardly varies with what else the machine does."""
    share = statistics.median(shares["open"]) - statistics.median(shares["closed"])
    return {"stream_share": share, "stream_reached": share <= DASHBOARD_COST_TARGET}


def summary(row: Row, runs: dict[str, list[wrk.Run]]) -> dict:
    """What is reported of a row: the share of its rate that is left, and how many times the processor time it takes."""
    rates = {kind: statistics.median(run.rate for run in series) for kind, series in runs.items()}
    times = {kind: [run.processor_us for run in series if run.processor_us] for kind, series in runs.items()}
    spent = {kind: statistics.median(series) if series else None for kind, series in times.items()}
    pairs = zip(runs["open"], runs["closed"], strict=True)
    open_ratio = statistics.median(ours.rate / theirs.rate for ours, theirs in pairs)
    known = spent["before"] and spent["closed"] and spent["open"]
    return {
        "name": row.name,
        "title": row.title,
        "rates": rates,
        "processor_us": spent,
        "open_ratio": open_ratio,
        "closed_ratio": rates["closed"] / rates["before"],
        "open_processor_ratio": spent["open"] / spent["closed"] if known else None,
        "closed_processor_ratio": spent["closed"] / spent["before"] if known else None,
        "target_ratio": 1 - DASHBOARD_COST_TARGET,
        "reached": open_ratio >= 1 - DASHBOARD_COST_TARGET,
    }
