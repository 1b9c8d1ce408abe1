"""The time from starting the program to its first answer."""

from __future__ import annotations

import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path

import server
from effort import Effort
from processes import Failure, free_port, stopped_at_exit
from rows import ACCOUNTS, LOTE, SERVERS, STARTUP_TARGET_MS

TIMEOUT_S = 10.0


def measure(binary: Path, effort: Effort) -> dict:
    """Starts the program again and again. The one run before, which gets a token, is all that warms it up."""
    print(f"start to first answer, {effort.starts} runs", file=sys.stderr)
    account = next(iter(ACCOUNTS))
    with server.running(binary, SERVERS["quiet"]) as warm:
        token = warm.token(account)
    times, statuses = [], set()
    for _ in range(effort.starts):
        milliseconds, status = first_answer(binary, token)
        times.append(milliseconds)
        statuses.add(status)
    median = statistics.median(times)
    return {
        "runs_ms": times,
        "statuses": sorted(statuses),
        "min_ms": min(times),
        "median_ms": median,
        "max_ms": max(times),
        "target_ms": STARTUP_TARGET_MS,
        "reached": median <= STARTUP_TARGET_MS,
    }


def first_answer(binary: Path, token: str) -> tuple[float, int]:
    """Milliseconds from fork and exec to the first byte of an answer, and the answer's status."""
    port = free_port()
    request = (
        f"GET {LOTE} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
    )
    command = [str(binary), "serve", "--port", str(port), *SERVERS["quiet"]]
    nothing = subprocess.DEVNULL
    start = time.perf_counter_ns()
    child = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)
    with stopped_at_exit(child):
        with connect(port, child, start) as connection:
            connection.sendall(request)
            answer = connection.recv(4096)
        elapsed = (time.perf_counter_ns() - start) / 1e6
    if not answer.startswith(b"HTTP/1.1 "):
        raise Failure(f"the first answer is not HTTP: {answer[:100]!r}")
    return elapsed, int(answer[9:12])


def connect(port: int, child: subprocess.Popen, start: int) -> socket.socket:
    """Tries to connect, without a pause, until the program listens."""
    while True:
        attempt = socket.socket()
        attempt.settimeout(TIMEOUT_S)
        if attempt.connect_ex(("127.0.0.1", port)) == 0:
            return attempt
        attempt.close()
        if child.poll() is not None or time.perf_counter_ns() - start > TIMEOUT_S * 1e9:
            raise Failure(f"the server did not listen on port {port}")
