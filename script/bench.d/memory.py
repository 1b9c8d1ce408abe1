"""Resident memory: idle after the start, over mixed requests, and over many requests of two kinds."""

from __future__ import annotations

import http.client
import json
import random
import sys
import time
from pathlib import Path

import server
import throughput
from effort import Effort
from processes import resident_mib
from rows import LOTE, LOTES, MEMORY_TARGET_MIB, MIXED_GROWTH_TARGET_MIB, ROWS, SERVERS, SHOP
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


MIXED_SAMPLES = 20


def measure_mixed(binary: Path, effort: Effort) -> dict:
    """How mixed requests make the memory grow: to built-in APIs and one of a document, with queries that no request had
    before. Each record that is created is deleted again, so a level line is what is expected once the journal is full.
    """
    chance = random.Random(1)
    with server.running(binary, (*SERVERS["quiet"], "--api", str(SHOP))) as mixed:
        connection = http.client.HTTPConnection("127.0.0.1", mixed.port, timeout=30)
        time.sleep(effort.settle_seconds)
        samples = [{"requests": 0, "mib": resident_mib(mixed.pid)}]
        while (sent := samples[-1]["requests"]) < effort.mixed_requests:
            print(f"mixed: {sent} requests, {samples[-1]['mib']:.1f} MiB", file=sys.stderr)
            until = sent + max(effort.mixed_requests // MIXED_SAMPLES, 1)
            while sent < until:
                sent += send_mixed(connection, chance)
            samples.append({"requests": sent, "mib": resident_mib(mixed.pid)})
    middle, last = samples[len(samples) // 2], samples[-1]
    growth = last["mib"] - middle["mib"]
    return {
        "requests": last["requests"],
        "before_mib": samples[0]["mib"],
        "middle_mib": middle["mib"],
        "after_mib": last["mib"],
        "growth_of_second_half_mib": growth,
        "target_mib": MIXED_GROWTH_TARGET_MIB,
        "reached": growth <= MIXED_GROWTH_TARGET_MIB,
        "samples": samples,
    }


def send_mixed(connection: http.client.HTTPConnection, chance: random.Random) -> int:
    """Sends a few requests of one kind and returns how many."""
    number = chance.randrange(1_000_000)
    kind = chance.randrange(6)
    if kind == 0:
        body = {"title": "a" * chance.randrange(300), "body": "b" * chance.randrange(900), "userId": 1}
        status, content = send(connection, "POST", "/posts", body)
        if status == 201:
            send(connection, "DELETE", f"/posts/{json.loads(content)['id']}")
            return 2
    elif kind == 1:
        send(connection, "PATCH", f"/posts/{number % 100 + 1}", {"title": f"title {number}"})
    elif kind == 2:
        send(connection, "GET", f"/posts?_page={number}&_limit={number % 20 + 1}")
    elif kind == 3:
        send(connection, "GET", f"/comments/{number % 600}?q={number}")
    elif kind == 4:
        send(connection, "GET", f"/products?q={number}")
    else:
        send(connection, "GET", f"/nowhere/{number}")
    return 1


def send(
    connection: http.client.HTTPConnection, method: str, path: str, body: dict | None = None
) -> tuple[int, bytes]:
    """The status and the content of the answer."""
    headers = {"Content-Type": "application/json"} if body is not None else {}
    connection.request(method, path, json.dumps(body) if body is not None else None, headers)
    answer = connection.getresponse()
    return answer.status, answer.read()
