"""Requests per second of each row, of this server and of its rival in turns."""

from __future__ import annotations

import contextlib
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import connexion_mock
import nginx
import server
import wrk
from effort import Effort
from processes import Failure, processor_seconds
from rows import CONNEXION, NGINX, NOTES, SERVERS, Row
from wrk import Load, Run

Measure = Callable[[Load], Run]


@dataclass
class Series:
    """The runs of one row."""

    row: Row
    ours: list[Run] = field(default_factory=list)
    rival: list[Run] = field(default_factory=list)

    def summary(self) -> dict:
        """What is reported of the row."""
        row = self.row
        report: dict = {"name": row.name, "title": row.title, "ours": figures(self.ours)}
        report |= {"rival_name": row.rival, "target_ratio": row.target_ratio, "target_rate": row.target_rate, "ratio": None}
        if self.rival:
            report["rival"] = figures(self.rival)
            pairs = zip(self.ours, self.rival, strict=True)
            report["ratio"] = statistics.median(ours.rate / theirs.rate for ours, theirs in pairs)
        report["reached"] = reached(row, report["ratio"], report["ours"]["rate"])
        report["processor_ratio"] = self.processor_ratio()
        report["target_processor_ratio"] = row.target_processor_ratio
        report["processor_reached"] = (
            report["processor_ratio"] <= row.target_processor_ratio
            if report["processor_ratio"] and row.target_processor_ratio
            else None
        )
        return report


    def processor_ratio(self) -> float | None:
        """How many times the rival's processor time a request takes; None where one of them is not known."""
        pairs = [(ours.processor_us, theirs.processor_us) for ours, theirs in zip(self.ours, self.rival, strict=False)]
        ratios = [ours / theirs for ours, theirs in pairs if ours and theirs]
        return statistics.median(ratios) if ratios else None


def figures(runs: list[Run]) -> dict:
    """The medians of several runs, and the runs."""
    times = [run.processor_us for run in runs if run.processor_us is not None]
    return {
        "processor_us": statistics.median(times) if times else None,
        "rate": statistics.median(run.rate for run in runs),
        "p50_ms": statistics.median(run.p50_ms for run in runs),
        "p99_ms": statistics.median(run.p99_ms for run in runs),
        "runs": [asdict(run) for run in runs],
    }


def reached(row: Row, ratio: float | None, rate: float) -> bool | None:
    """Whether the row's target is reached; None if it has none."""
    if row.target_ratio is not None and ratio is not None:
        return ratio >= row.target_ratio
    return rate >= row.target_rate if row.target_rate is not None else None


@dataclass(frozen=True)
class Bench:
    """What runs during the measurement."""

    binary: Path
    servers: dict[str, server.Server]
    # The port and process id of each program of others that a row is compared with.
    others: dict[str, tuple[int, int]]

    def sides(self, one: Series) -> list[tuple[list[Run], Measure]]:
        """Who is measured for a row: where the runs go, and what makes one."""
        row = one.row
        if row.grows:
            return [(one.ours, lambda load: measure_growth(self.binary, row, load))]
        ours = self.servers[row.server]
        sides = [(one.ours, requests_to(row, ours.port, ours.pid, ours, ours.tls_port))]
        if row.rival in self.others:
            sides.append((one.rival, requests_to(row, *self.others[row.rival], ours)))
        elif row.rival:
            rival = self.servers[row.rival]
            sides.append((one.rival, requests_to(row, rival.port, rival.pid, rival)))
        return sides


def measure(binary: Path, rows: list[Row], effort: Effort) -> list[dict]:
    """Measures all rows in rounds, so that what changes on the machine meets them all alike."""
    series = [Series(row) for row in rows]
    with contextlib.ExitStack() as stack:
        servers = start_servers(stack, binary, rows)
        bench = Bench(binary, servers, start_others(stack, servers, rows))
        for number in range(effort.rounds):
            for one in series:
                print(f"round {number + 1} of {effort.rounds}: {one.row.title}", file=sys.stderr)
                measure_round(bench, one, effort, number)
    return [one.summary() for one in series]


def measure_round(bench: Bench, one: Series, effort: Effort, number: int) -> None:
    """One run of each side, the other way round every second time; each side warms up before its first."""
    load = Load(effort.connections, effort.seconds)
    sides = bench.sides(one)
    for runs, side in reversed(sides) if number % 2 else sides:
        if number == 0 and not one.row.grows:
            side(replace(load, seconds=effort.warm_up_seconds))
        runs.append(side(load))


def requests_to(
    row: Row, port: int, pid: int, signed_in_at: server.Server, tls_port: int | None = None
) -> Measure:
    """Prepares a row's request to a port and checks its answer once; measured is the TLS port where there is one.

    The processor time is that of the process with the id and of its children.
    """
    headers = signed_in_at.headers(row)
    plain = server.ask(port, row.method, row.path, headers, row.body)
    expect(row, plain.status, 200)
    if row.conditional:
        headers["If-None-Match"] = plain.headers["etag"]
        expect(row, server.ask(port, row.method, row.path, headers).status, 304)
    place, scheme = (port, "http") if tls_port is None else (tls_port, "https")
    return lambda load: timed(
        pid, lambda: checked(row, wrk.run(place, row.path, load, headers, row.method, row.body, scheme))
    )


def timed(pid: int, measure: Callable[[], Run]) -> Run:
    """A run with the processor time that a process took for each of its requests."""
    before = processor_seconds(pid)
    run = measure()
    after = processor_seconds(pid)
    if before is None or after is None:
        return run
    return replace(run, processor_us=(after - before) / max(1, run.requests) * 1e6)


def measure_growth(binary: Path, row: Row, load: Load) -> Run:
    """One run of a creating row against a fresh server, and whether every success left its record.

    When wrk stops, each of its connections may have a request under way that it no longer counts.
    """
    with server.running(binary, SERVERS[row.server]) as fresh:
        before = fresh.total(row)
        headers = fresh.headers(row)
        run = timed(fresh.pid, lambda: wrk.run(fresh.port, row.path, load, headers, row.method, row.body))
        time.sleep(0.5)
        growth, counted = fresh.total(row) - before, run.requests - run.refused
    if not counted <= growth <= counted + load.connections:
        raise Failure(f"{row.title}: {counted} answers of success, but {row.grows} grew by {growth}")
    return checked(row, run)


def checked(row: Row, run: Run) -> Run:
    """The run, if every answer was good."""
    if run.refused or run.broken or not run.requests:
        counts = f"{run.requests} answers, {run.refused} of them refusals, and {run.broken} failures"
        raise Failure(f"{row.title}: {counts}")
    return run


def expect(row: Row, status: int, expected: int) -> None:
    """Fails unless the status is the expected one."""
    if status != expected:
        raise Failure(f"{row.title} was answered {status}, not {expected}")


def start_servers(stack: contextlib.ExitStack, binary: Path, rows: list[Row]) -> dict[str, server.Server]:
    """Starts each variant of the server that the rows name."""
    variants = sorted({name for row in rows if not row.grows for name in (row.server, row.rival) if name in SERVERS})
    return {name: stack.enter_context(server.running(binary, SERVERS[name])) for name in variants}


def start_others(
    stack: contextlib.ExitStack, servers: dict[str, server.Server], rows: list[Row]
) -> dict[str, tuple[int, int]]:
    """Starts the programs of others that the rows name, and gives the port and process id of each."""
    others = {}
    if any(row.rival == NGINX for row in rows):
        others[NGINX] = start_nginx(stack, servers, rows)
    if any(row.rival == CONNEXION for row in rows):
        others[CONNEXION] = stack.enter_context(connexion_mock.running(NOTES))
    return others


def start_nginx(
    stack: contextlib.ExitStack, servers: dict[str, server.Server], rows: list[Row]
) -> tuple[int, int]:
    """Starts nginx with what our server answers to the rows, and checks that it serves the same bytes.

    Gives its port and process id.
    """
    contents = {}
    for row in rows:
        if row.rival == NGINX and row.path not in contents:
            ours = servers[row.server]
            answer = server.ask(ours.port, row.method, row.path, ours.headers(row))
            expect(row, answer.status, 200)
            contents[row.path] = answer.body
    port, pid = stack.enter_context(nginx.running(contents))
    for path, content in contents.items():
        if server.ask(port, "GET", path, {}).body != content:
            raise Failure(f"nginx does not serve the bytes of {path}")
    return port, pid
