"""The STOMP broker beside RabbitMQ: deliveries per second, latency, and what an idle subscriber costs."""

from __future__ import annotations

import contextlib
import statistics
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

import rabbitmq
import server
import stomp_client
from effort import Effort
from processes import resident_mib
from rows import BROKER_PATH, IDLE_SUBSCRIBER_TARGET_KIB, SERVERS, BrokerRow
from stomp_client import Broker, LoadClient, Lost, Run


@dataclass
class Series:
    """The runs of one row."""

    row: BrokerRow
    ours: list[Run] = field(default_factory=list)
    theirs: list[Run] = field(default_factory=list)
    # What was not delivered as it should have been.
    losses: list[str] = field(default_factory=list)

    def summary(self) -> dict:
        """What is reported of the row."""
        row = self.row
        report: dict = {"name": row.name, "title": row.title, "losses": self.losses, "ratio": None}
        report |= {"target_ratio": row.target_ratio, "target_p50_ms": row.target_p50_ms}
        report |= {"ours": figures(self.ours), "rabbitmq": figures(self.theirs)}
        if len(self.ours) == len(self.theirs) > 0:
            pairs = zip(self.ours, self.theirs, strict=True)
            report["ratio"] = statistics.median(ours.rate / theirs.rate for ours, theirs in pairs)
        report["reached"] = reached(report)
        return report


def figures(runs: list[Run]) -> dict | None:
    """The medians of several runs, and the runs; None without any."""
    if not runs:
        return None
    medians = {
        name: statistics.median(getattr(run, name) for run in runs) for name in ("rate", "p50_ms", "p99_ms")
    }
    return {"server": runs[0].server, **medians, "runs": [asdict(run) for run in runs]}


def reached(report: dict) -> bool | None:
    """Whether a row's targets are reached; None if there is nothing to compare with. A loss is a failure."""
    if report["losses"]:
        return False
    if report["target_p50_ms"] is not None and report["ours"]["p50_ms"] >= report["target_p50_ms"]:
        return False
    return None if report["ratio"] is None else report["ratio"] >= report["target_ratio"]


def measure(binary: Path, rows: list[BrokerRow], effort: Effort) -> dict:
    """Measures all rows in rounds, so that what changes on the machine meets both brokers alike."""
    missing = rabbitmq.missing()
    series = [Series(row) for row in rows]
    with contextlib.ExitStack() as stack:
        client = stack.enter_context(stomp_client.built())
        ours = Broker(stack.enter_context(server.running(binary, SERVERS["broker"])).port, BROKER_PATH)
        theirs = None
        if not missing:
            print("starting RabbitMQ", file=sys.stderr)
            account = ("--login", rabbitmq.LOGIN, "--passcode", rabbitmq.PASSCODE)
            theirs = Broker(stack.enter_context(rabbitmq.running()), rabbitmq.PATH, account)
        for number in range(effort.rounds):
            for one in series:
                print(f"round {number + 1} of {effort.rounds}: {one.row.title}", file=sys.stderr)
                measure_round(client, one, (ours, theirs), effort, number)
    return {"rabbitmq_missing": missing, "rows": [one.summary() for one in series]}


def measure_round(
    client: LoadClient, one: Series, brokers: tuple[Broker, Broker | None], effort: Effort, number: int
) -> None:
    """One run of each broker, the other way round every second time."""
    sides = [
        (runs, name, broker)
        for runs, name, broker in zip(
            (one.ours, one.theirs), ("this server", "RabbitMQ"), brokers, strict=True
        )
        if broker
    ]
    for runs, name, broker in reversed(sides) if number % 2 else sides:
        try:
            runs.append(client.run(broker, one.row, effort))
        except Lost as loss:
            one.losses.append(f"{name}, round {number + 1}: {loss}")


def measure_idle(binary: Path, effort: Effort) -> dict:
    """What subscribers cost that hear nothing."""
    print(f"{effort.idle_subscribers} idle subscribers", file=sys.stderr)
    with stomp_client.built() as client, server.running(binary, SERVERS["broker"]) as measured:
        # The first subscriber of all brings in the code that subscribers need, which is not a cost of each.
        with client.idle(Broker(measured.port, BROKER_PATH), 1):
            time.sleep(effort.settle_seconds)
            before = resident_mib(measured.pid)
        with client.idle(Broker(measured.port, BROKER_PATH), effort.idle_subscribers):
            time.sleep(effort.settle_seconds)
            each_kib = (resident_mib(measured.pid) - before) * 1024 / effort.idle_subscribers
    return {
        "subscribers": effort.idle_subscribers,
        "each_kib": each_kib,
        "each_target_kib": IDLE_SUBSCRIBER_TARGET_KIB,
        "reached": each_kib <= IDLE_SUBSCRIBER_TARGET_KIB,
    }
