"""The load client for STOMP over WebSockets, which is C: building it, running it."""

from __future__ import annotations

import contextlib
import functools
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from effort import Effort
from processes import Failure, stopped_at_exit
from rows import BrokerRow

SOURCE = Path(__file__).with_name("stomp_load.c")
# Opening a thousand subscribers takes RabbitMQ some seconds, and what is under way at the end must arrive.
PATIENCE_S = 120
# The exit code for a message that was lost, repeated or out of order.
LOST = 1


class Lost(Failure):
    """A broker didn't deliver what it should have."""


@dataclass(frozen=True)
class Broker:
    """Where a broker is, and how to sign in."""

    port: int
    path: str
    account: tuple[str, ...] = ()

    @property
    def options(self) -> tuple[str, ...]:
        """What tells the load client."""
        return ("--port", str(self.port), "--path", self.path, *self.account)


@dataclass(frozen=True)
class Run:
    """What one run of the load client counted."""

    server: str
    deliveries: int
    # Deliveries per second.
    rate: float
    p50_ms: float
    p99_ms: float
    # The share of a core that the load client itself used.
    client_cpu: float


class LoadClient:
    """The built load client."""

    def __init__(self, program: Path) -> None:
        self.program = program

    def run(self, broker: Broker, row: BrokerRow, effort: Effort) -> Run:
        """One publisher and the row's subscribers, after some time to warm up."""
        numbers = ("--subscribers", min(row.subscribers, effort.subscribers), "--outstanding", row.outstanding)
        times = ("--seconds", effort.seconds, "--warmup", effort.warm_up_seconds)
        command = [str(self.program), *broker.options, *map(str, (*numbers, *times))]
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=effort.seconds + PATIENCE_S,
                stdin=subprocess.DEVNULL,
                check=False,
            )
        except subprocess.TimeoutExpired as timeout:
            raise Failure(f"the load client did not end: {' '.join(command)}") from timeout
        if done.returncode != 0:
            raise (Lost if done.returncode == LOST else Failure)(done.stderr.strip()[-500:])
        result = json.loads(done.stdout)
        return Run(**{name: result[name] for name in Run.__dataclass_fields__})

    @contextlib.contextmanager
    def idle(self, broker: Broker, subscribers: int) -> Iterator[None]:
        """Holds subscribers open that hear nothing."""
        child = subprocess.Popen(
            [str(self.program), *broker.options, "--idle", str(subscribers)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        with stopped_at_exit(child):
            assert child.stdout and child.stderr, "both are pipes"
            if not child.stdout.readline():
                raise Failure(f"the idle subscribers were not opened: {child.stderr.read()[-500:]}")
            yield


@contextlib.contextmanager
def built() -> Iterator[LoadClient]:
    """Builds the load client in a folder that is removed in the end."""
    with tempfile.TemporaryDirectory(prefix="mock-api-load-") as folder:
        program = Path(folder) / "stomp_load"
        done = subprocess.run(
            [compiler(), "-O2", "-std=gnu11", "-Wall", "-Wextra", "-o", str(program), str(SOURCE)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise Failure(f"the load client was not built: {done.stderr[-1000:]}")
        yield LoadClient(program)


@functools.cache
def compiler() -> str:
    """A C compiler; the Swift toolchain brings one if the system doesn't."""
    for name in ("cc", "clang"):
        if found := shutil.which(name):
            return found
    raise Failure("there is no C compiler; script/bootstrap --bench installs one")
