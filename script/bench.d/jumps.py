"""Worlds whose clocks jump: how long a request of another world waits meanwhile."""

from __future__ import annotations

import contextlib
import http.client
import json
import statistics
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import server
from effort import Effort
from processes import Failure
from rows import ACCOUNTS, OTHER_WORLD_TARGET_MS, SERVERS

LATEST = "/api/v1/greenhouse/messages/latest"


class Client:
    """One connection that is kept."""

    def __init__(self, port: int, world: str | None = None) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {"X-Mock-World": world} if world else {}

    def ask(self, method: str, path: str, body: object = None, token: str | None = None) -> bytes:
        """Sends a request, which must succeed."""
        headers = dict(self.headers)
        if body is not None:
            headers["Content-Type"] = "application/json"
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = self.connection.getresponse()
        content = response.read()
        if response.status >= 300:
            raise Failure(f"{method} {path} was answered {response.status}: {content[:300]!r}")
        return content


def jump(port: int, world: str, times: int, durations: list[float]) -> None:
    """Has a world's clock jump a day again and again, and asks each time for the newest reading."""
    client = Client(port, world)
    login = ACCOUNTS["invernaderos"]
    for _ in range(times):
        begun = time.perf_counter()
        client.ask("PUT", "/_mock/clock", {"advance": "P1D"})
        durations.append((time.perf_counter() - begun) * 1000)
        # Yesterday's token has expired.
        token = json.loads(client.ask("POST", login.path, json.loads(login.body)))[login.token_key]
        client.ask("GET", LATEST, token=token)


def watch(port: int, is_over: threading.Event, durations: list[float]) -> None:
    """Asks the default world for a record until all is over."""
    client = Client(port)
    while not is_over.is_set():
        begun = time.perf_counter()
        client.ask("GET", "/posts/1")
        durations.append((time.perf_counter() - begun) * 1000)
        time.sleep(0.001)


def caught(failures: list[BaseException], task: Callable[..., None], *arguments: object) -> threading.Thread:
    """Runs a task on a thread of its own; what it throws is kept."""

    def run() -> None:
        try:
            task(*arguments)
        except (Failure, OSError, http.client.HTTPException) as failure:
            failures.append(failure)

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def measure(binary: Path, effort: Effort) -> dict:
    """Worlds jump a day at a time while somebody asks another world."""
    print(f"{effort.jumping_worlds} worlds jump a day", file=sys.stderr)
    jumps: list[float] = []
    others: list[float] = []
    failures: list[BaseException] = []
    is_over = threading.Event()
    with server.running(binary, SERVERS["defaults"]) as measured, contextlib.ExitStack() as stack:
        stack.callback(is_over.set)
        control = Client(measured.port)
        names = [json.loads(control.ask("POST", "/_mock/worlds", {}))["id"] for _ in range(effort.jumping_worlds)]
        watcher = caught(failures, watch, measured.port, is_over, others)
        threads = [caught(failures, jump, measured.port, name, effort.jumps, jumps) for name in names]
        for thread in threads:
            thread.join()
        is_over.set()
        watcher.join()
    if failures:
        raise Failure(f"worlds that jump: {failures[0]}")
    slowest = max(others)
    return {
        "worlds": effort.jumping_worlds,
        "jumps": len(jumps),
        "jump_median_ms": statistics.median(jumps),
        "jump_max_ms": max(jumps),
        "exchanges": len(others),
        "other_median_ms": statistics.median(others),
        "other_max_ms": slowest,
        "target_ms": OTHER_WORLD_TARGET_MS,
        "reached": slowest <= OTHER_WORLD_TARGET_MS,
    }
