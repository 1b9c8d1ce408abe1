"""Resident memory: idle after the start, over mixed requests, and over many requests of two kinds."""

from __future__ import annotations

import http.client
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import server
import throughput
from effort import Effort
from processes import Failure, resident_mib
from rows import (
    LOTE,
    LOTES,
    MEMORY_TARGET_MIB,
    MIXED_GROWTH_TARGET_MIB,
    PRODUCT_BODY,
    PRODUCTS,
    ROWS,
    SERVERS,
    SHOP,
)
from sockets import frame, sockets
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
    """How mixed requests make the memory grow: to built-in APIs and one of a document, with paths, queries, hosts, origins,
    names of clients, keys, and credentials that no request had before, and with worlds, faults, and sockets. Each record,
    world, and fault that is created is deleted again, so a level line is expected once the journal is full.
    """
    chance = random.Random(1)
    with server.running(binary, (*SERVERS["quiet"], "--api", f"shop={SHOP}")) as mixed:
        connection = http.client.HTTPConnection("127.0.0.1", mixed.port, timeout=30)
        time.sleep(effort.settle_seconds)
        samples = [{"requests": 0, "mib": resident_mib(mixed.pid)}]
        while (sent := samples[-1]["requests"]) < effort.mixed_requests:
            print(f"mixed: {sent} requests, {samples[-1]['mib']:.1f} MiB", file=sys.stderr)
            until = sent + max(effort.mixed_requests // MIXED_SAMPLES, 1)
            while sent < until:
                sent += send_mixed(mixed.port, connection, chance)
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


def send_mixed(port: int, connection: http.client.HTTPConnection, chance: random.Random) -> int:
    """Sends a few requests of one kind and returns how many.

    Raises:
        Failure: An answer has another status than its request asks for.
    """
    number = chance.randrange(1_000_000)
    post = f"/posts/{number % 100 + 1}"

    def ask(status: int, method: str, path: str, body: dict | None = None, **headers: str) -> dict:
        return send(connection, status, method, path, body, {name.replace("_", "-"): headers[name] for name in headers})

    def create_post() -> None:
        body = {"title": "a" * chance.randrange(300), "body": "b" * chance.randrange(900), "userId": 1}
        created = ask(201, "POST", "/posts", body, Idempotency_Key=f"key-{chance.getrandbits(64)}")
        ask(200, "DELETE", f"/posts/{created['id']}")

    def create_product() -> None:
        created = ask(201, "POST", PRODUCTS, json.loads(PRODUCT_BODY), Authorization="Bearer any")
        ask(204, "DELETE", f"{PRODUCTS}/{created['id']}", Authorization="Bearer any")

    def use_world() -> None:
        world = ask(201, "POST", "/_mock/worlds", {"name": f"world {number}"})["id"]
        ask(200, "GET", post, X_Mock_World=world)
        ask(204, "DELETE", f"/_mock/worlds/{world}")

    def add_fault() -> None:
        fault = {"match": {"path": f"/nowhere/{number}"}, "fault": {"type": "status", "status": 503}}
        ask(204, "DELETE", f"/_mock/faults/{ask(201, 'POST', '/_mock/faults', fault)['id']}")

    def open_socket() -> None:
        with sockets(port, 1) as clients:
            clients[0].sendall(frame(json.dumps({"type": f"type {number}"}).encode()))

    kinds: tuple[tuple[int, Callable[[], object]], ...] = (
        (2, create_post),
        (2, create_product),
        (3, use_world),
        (2, add_fault),
        (1, open_socket),
        (1, lambda: ask(200, "PATCH", post, {"title": f"title {number}"})),
        (1, lambda: ask(200, "GET", f"/posts?_page={number}&_limit={number % 20 + 1}")),
        (1, lambda: ask(200, "GET", f"/comments/{number % 500 + 1}?q={number}")),
        (1, lambda: ask(200, "GET", f"{PRODUCTS}?name={number}", Authorization=f"Bearer {number}")),
        (1, lambda: ask(404, "GET", f"/nowhere/{number}")),
        (1, lambda: ask(200, "GET", post, Host=f"host-{number}.localhost")),
        (1, lambda: ask(200, "GET", post, Origin=f"http://origin-{number}.localhost", User_Agent=f"agent {number}")),
        (1, lambda: ask(401, "GET", LOTES, Authorization=f"Bearer {number}")),
        (1, lambda: ask(200, "GET", f"/v2/everything?q=word{number}&apiKey=any")),
    )
    count, kind = chance.choice(kinds)
    kind()
    return count


def send(
    connection: http.client.HTTPConnection,
    status: int,
    method: str,
    path: str,
    body: dict | None,
    headers: dict[str, str],
) -> dict:
    """The JSON object of the response, which must have a status; empty for any other content."""
    if body is not None:
        headers = {**headers, "Content-Type": "application/json"}
    connection.request(method, path, json.dumps(body) if body is not None else None, headers)
    response = connection.getresponse()
    content = response.read()
    if response.status != status:
        raise Failure(f"{method} {path} was answered {response.status}, not {status}: {content[:300]!r}")
    value = json.loads(content) if content else None
    return value if isinstance(value, dict) else {}
