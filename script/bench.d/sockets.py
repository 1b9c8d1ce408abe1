"""The live channels: what an idle socket costs, and how fast a change reaches all who listen."""

from __future__ import annotations

import contextlib
import selectors
import socket
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import server
from effort import Effort
from processes import Failure, resident_mib
from rows import FAN_OUT_TARGET_MS, PROFILES, SERVERS, SOCKET_TARGET_KIB

TIMEOUT_S = 10.0
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
SUBSCRIBE = b'{"type":"subscribe","channels":["profile_updates"]}'


def frame(payload: bytes) -> bytes:
    """A masked text frame; the mask of zeros leaves the payload as it is."""
    return bytes([0x81, 0x80 | len(payload)]) + bytes(4) + payload


def read_until(client: socket.socket, mark: bytes) -> None:
    """Reads until something ends with a mark."""
    received = b""
    while mark not in received:
        piece = client.recv(65536)
        if not piece:
            raise Failure("a socket was closed")
        received += piece


@contextlib.contextmanager
def sockets(port: int, count: int) -> Iterator[list[socket.socket]]:
    """Open WebSockets at /ws."""
    clients: list[socket.socket] = []
    try:
        for _ in range(count):
            client = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT_S)
            clients.append(client)
            client.sendall(HANDSHAKE)
            read_until(client, b"\r\n\r\n")
        yield clients
    finally:
        for client in clients:
            client.close()


def delays(clients: list[socket.socket], port: int, token: str, number: int) -> list[float]:
    """How many milliseconds after a change was sent each socket heard of it, counted from before the request."""
    with selectors.DefaultSelector() as selector:
        for client in clients:
            selector.register(client, selectors.EVENT_READ)
        begun = time.perf_counter()
        body = f'{{"bio":"change {number}"}}'
        answer = server.ask(port, "PATCH", f"{PROFILES}/profile_1", {"Authorization": f"Bearer {token}"}, body)
        if answer.status != 200:
            raise Failure(f"the change was answered with {answer.status}")
        heard: list[float] = []
        while len(heard) < len(clients):
            ready = selector.select(TIMEOUT_S)
            if not ready:
                raise Failure(f"only {len(heard)} of {len(clients)} sockets heard of the change")
            for key, _ in ready:
                key.fileobj.recv(65536)
                heard.append((time.perf_counter() - begun) * 1000)
                selector.unregister(key.fileobj)
    return heard


def measure(binary: Path, effort: Effort) -> dict:
    """Opens the sockets, weighs them, subscribes them and changes a profile again and again."""
    print(f"{effort.sockets} sockets", file=sys.stderr)
    with server.running(binary, SERVERS["quiet"]) as measured:
        token = measured.token("interspace")
        # The first socket of all brings in the code that sockets need, which is not a cost of each.
        with sockets(measured.port, 1):
            time.sleep(effort.settle_seconds)
            before = resident_mib(measured.pid)
        with sockets(measured.port, effort.sockets) as clients:
            time.sleep(effort.settle_seconds)
            each_kib = (resident_mib(measured.pid) - before) * 1024 / effort.sockets
            for client in clients:
                client.sendall(frame(SUBSCRIBE))
                read_until(client, b"subscribed")
            all_delays = [
                delay
                for number in range(effort.changes)
                for delay in delays(clients, measured.port, token, number)
            ]
    median = statistics.median(all_delays)
    return {
        "sockets": effort.sockets,
        "each_kib": each_kib,
        "each_target_kib": SOCKET_TARGET_KIB,
        "each_reached": each_kib <= SOCKET_TARGET_KIB,
        "changes": effort.changes,
        "median_ms": median,
        "max_ms": max(all_delays),
        "target_ms": FAN_OUT_TARGET_MS,
        "reached": median < FAN_OUT_TARGET_MS,
    }
