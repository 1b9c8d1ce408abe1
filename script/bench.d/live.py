"""Live custom APIs: how fast a write reaches those who listen, what listening costs, and what dead addresses cost others."""

from __future__ import annotations

import contextlib
import http.client
import http.server
import json
import multiprocessing
import resource
import selectors
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import server
from effort import Effort
from processes import Failure, processor_seconds, resident_mib
from rows import COURIER_CHANNEL, COURIER_ORDERS, DELIVERY_TARGETS, SERVERS, SUBSCRIBER_TARGETS, WRITE_TARGETS_MS
from sockets import read_until

TIMEOUT_S = 30.0
JSON = {"Content-Type": "application/json"}
SOCKET = (
    f"GET {COURIER_CHANNEL} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
EVENTS = f"GET {COURIER_CHANNEL} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
HANDSHAKES = {"WebSocket": SOCKET, "SSE": EVENTS}
# A character that each message has once, and that nothing around a message has.
MARK = b"^"
# The writes that may be under way while deliveries are counted.
WINDOW = 100


@contextlib.contextmanager
def subscribers(port: int, count: int, form: str) -> Iterator[list[socket.socket]]:
    """Clients that listen to the orders."""
    with contextlib.ExitStack() as stack:
        clients = []
        for _ in range(count):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT_S))
            client.sendall(HANDSHAKES[form].encode())
            read_until(client, b"\r\n\r\n")
            clients.append(client)
        yield clients


def percentile(values: list[float], share: float) -> float:
    """The value that a share of all does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def write(connection: http.client.HTTPConnection, path: str, body: Any) -> Any:
    """Sends a request on a connection that is kept, and gives the content of its response."""
    connection.request("POST", path, json.dumps(body), JSON)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status >= 300:
        raise Failure(f"POST {path} was answered {answer.status}: {content[:300]!r}")
    return json.loads(content)


def keep(port: int) -> contextlib.closing[http.client.HTTPConnection]:
    """A connection for several requests."""
    return contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S))


def measure_writes(port: int, count: int, effort: Effort) -> dict:
    """From before a write to its message, for each subscriber."""
    heard: list[float] = []
    with subscribers(port, count, "WebSocket") as clients, keep(port) as connection, selectors.DefaultSelector() as ready:
        for client in clients:
            ready.register(client, selectors.EVENT_READ)
        for number in range(effort.live_writes + 1):
            begun = time.perf_counter()
            write(connection, COURIER_ORDERS, {"item": f"Cups {number}", "quantity": 1})
            left = {client.fileno() for client in clients}
            while left:
                found = ready.select(TIMEOUT_S)
                if not found:
                    raise Failure(f"{len(left)} of {count} subscribers did not hear of a write")
                for key, _ in found:
                    if MARK not in key.fileobj.recv(65536).replace(b"order.created", MARK):
                        continue
                    left.discard(key.fd)
                    # The first write begins what later ones use.
                    if number:
                        heard.append((time.perf_counter() - begun) * 1000)
    p50, p99 = statistics.median(heard), percentile(heard, 0.99)
    target = WRITE_TARGETS_MS.get(count)
    reached = None if target is None else p50 <= target[0] and p99 <= target[1]
    return {"subscribers": count, "p50_ms": p50, "p99_ms": p99, "target_ms": target, "reached": reached}


def read(port: int, count: int, form: str, received: Any, ready: Any) -> None:
    """A process that reads what comes for all its clients, and counts the messages."""
    with subscribers(port, count, form) as clients, selectors.DefaultSelector() as selector:
        for client in clients:
            client.setblocking(False)
            selector.register(client, selectors.EVENT_READ)
        ready.set()
        while True:
            for key, _ in selector.select():
                piece = key.fileobj.recv(1 << 20)
                if not piece:
                    return
                received.value += piece.count(MARK)


def measure_deliveries(port: int, form: str, effort: Effort) -> dict:
    """How many messages reach 100 subscribers in a second; each of them is a push of a test."""
    count = min(effort.live_subscribers, 100)
    context = multiprocessing.get_context("spawn")
    received, ready = context.Value("q", 0, lock=False), context.Event()
    reader = context.Process(target=read, args=(port, count, form, received, ready), daemon=True)
    reader.start()

    def await_count(wanted: int) -> None:
        deadline = time.monotonic() + TIMEOUT_S
        while received.value < wanted:
            if not reader.is_alive() or time.monotonic() > deadline:
                raise Failure(f"{form}: {received.value} of {wanted} messages came")
            time.sleep(0.0005)

    try:
        if not ready.wait(TIMEOUT_S):
            raise Failure(f"{form}: the subscribers could not connect")
        order = {"id": 1, "item": MARK.decode(), "quantity": 1, "status": "PENDING", "createdAt": "2026-01-01T00:00:00Z"}
        payload = {"event": "order.created", "sentAt": "2026-01-01T00:00:00Z", "order": order}
        event = {"api": "courier", "channel": "/orders/live", "message": "order.created", "payload": payload}
        with keep(port) as connection:
            write(connection, "/_mock/events", event)
        await_count(count)
        each = received.value // count
        body = json.dumps(event)
        request = (
            f"POST /_mock/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}"
        ).encode()
        with socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT_S) as sender:
            # Whatever the responses say is read by another thread, so that the server is never kept from writing.
            threading.Thread(target=drain, args=(sender,), daemon=True).start()
            begun = time.perf_counter()
            for number in range(0, effort.live_messages, WINDOW):
                await_count(each * count * max(1, number + 1 - WINDOW))
                sender.sendall(request * min(WINDOW, effort.live_messages - number))
            await_count(each * count * (effort.live_messages + 1))
            passed = time.perf_counter() - begun
    finally:
        reader.terminate()
        reader.join()
    rate, target = effort.live_messages * count / passed, DELIVERY_TARGETS[form]
    return {"form": form, "subscribers": count, "per_second": rate, "target": target, "reached": rate >= target}


def drain(sender: socket.socket) -> None:
    """Reads and forgets responses until the connection ends."""
    with contextlib.suppress(OSError):
        while sender.recv(1 << 16):
            pass


def measure_idle(measured: server.Server, effort: Effort) -> dict:
    """What subscribers cost that hear nothing."""
    with subscribers(measured.port, 1, "WebSocket"):
        time.sleep(effort.settle_seconds)
        before = resident_mib(measured.pid)
    with subscribers(measured.port, effort.live_idle, "WebSocket"):
        time.sleep(effort.settle_seconds)
        each_kib = (resident_mib(measured.pid) - before) * 1024 / effort.live_idle
        used, begun = processor_seconds(measured.pid), time.monotonic()
        time.sleep(effort.idle_seconds)
        now = processor_seconds(measured.pid)
        share = None if used is None or now is None else (now - used) / (time.monotonic() - begun)
    kib, core = SUBSCRIBER_TARGETS
    return {
        "subscribers": effort.live_idle, "each_kib": each_kib, "core_share": share, "target_kib": kib, "target_share": core,
        "reached": each_kib <= kib and (share is None or share <= core),
    }


class Receiver(http.server.BaseHTTPRequestHandler):
    """Responds to webhooks, and notes when they came."""

    arrived = threading.Event()

    def do_POST(self) -> None:
        """Takes a webhook."""
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()
        self.arrived.set()

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


def measure_webhooks(measured: server.Server, effort: Effort) -> dict:
    """What webhooks to an address that never responds cost other requests, and another address."""
    with (
        socket.create_server(("127.0.0.1", 0)) as dead,
        http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as alive,
        keep(measured.port) as connection,
    ):
        threading.Thread(target=alive.serve_forever, daemon=True).start()

        def orders(count: int) -> list[float]:
            times = []
            for number in range(count):
                begun = time.perf_counter()
                write(connection, COURIER_ORDERS, {"item": f"Cups {number}", "quantity": 1})
                times.append((time.perf_counter() - begun) * 1000)
            return times

        without = orders(max(10, effort.dead_webhooks // 10))
        write(connection, "/courier/v1/webhooks", {"url": f"http://127.0.0.1:{dead.getsockname()[1]}/dead", "secret": "s"})
        before = resident_mib(measured.pid)
        times = orders(effort.dead_webhooks)
        grown = resident_mib(measured.pid) - before
        write(connection, "/courier/v1/webhooks", {"url": f"http://127.0.0.1:{alive.server_address[1]}/alive", "secret": "s"})
        Receiver.arrived.clear()
        begun = time.perf_counter()
        orders(1)
        if not Receiver.arrived.wait(TIMEOUT_S):
            raise Failure("a webhook waited for an address that does not respond")
        passed = (time.perf_counter() - begun) * 1000
        alive.shutdown()
    return {
        "webhooks": effort.dead_webhooks, "without_p99_ms": percentile(without, 0.99), "p50_ms": statistics.median(times),
        "p99_ms": percentile(times, 0.99), "growth_mib": grown, "other_address_ms": passed,
    }


def large(size: int) -> dict:
    """An AsyncAPI document of a size in bytes."""
    channels: dict[str, Any] = {}
    schema = {"type": "object", "properties": {f"value{number}": {"type": "number", "description": "A value." * 4} for number in range(20)}}
    length = len(json.dumps(schema))
    for number in range(max(1, size // length)):
        message = {"name": f"thing{number}.created", "payload": schema}
        channels[f"/things{number}"] = {"subscribe": {"message": message}}
    return document(channels)


def cyclic(count: int) -> dict:
    """An AsyncAPI document whose schemas refer to each other in circles."""
    schemas = {
        f"Node{number}": {
            "type": "object",
            "properties": {
                "next": {"$ref": f"#/components/schemas/Node{(number + 1) % count}"},
                "all": {"type": "array", "items": {"$ref": f"#/components/schemas/Node{(number * 7 + 3) % count}"}},
            },
        }
        for number in range(count)
    }
    message = {"name": "node.created", "payload": {"$ref": "#/components/schemas/Node0"}}
    return document({"/nodes": {"subscribe": {"message": message}}}) | {"components": {"schemas": schemas}}


def document(channels: dict) -> dict:
    """An AsyncAPI document with channels."""
    servers = {"main": {"url": "wss://things.example.com", "protocol": "wss"}}
    return {"asyncapi": "2.6.0", "info": {"title": "Things", "version": "1"}, "servers": servers, "channels": channels}


def measure_document(binary: Path, name: str, content: dict) -> dict:
    """How long a server takes to start with a document and to take a client."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "things.json"
        path.write_text(json.dumps(content))
        begun = time.perf_counter()
        with server.running(binary, (*SERVERS["quiet"], "--api", f"things={path}", "--only", "things")) as measured:
            started = (time.perf_counter() - begun) * 1000
            channel = next(iter(content["channels"]))
            with socket.create_connection(("127.0.0.1", measured.port), timeout=TIMEOUT_S) as client:
                client.sendall(SOCKET.replace(COURIER_CHANNEL, channel).encode())
                read_until(client, b"101 Switching Protocols")
            memory = resident_mib(measured.pid)
        return {"document": name, "bytes": path.stat().st_size, "start_ms": started, "memory_mib": memory}


def measure(binary: Path, effort: Effort) -> dict:
    """Measures all of it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = effort.live_idle + 1000
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))

    def on_courier(body: Callable[[server.Server], dict]) -> dict:
        with server.running(binary, SERVERS["courier"]) as measured:
            return body(measured)

    counts = sorted({min(count, effort.live_subscribers) for count in WRITE_TARGETS_MS})
    print("live channels", file=sys.stderr)
    return {
        "writes": [on_courier(lambda measured, count=count: measure_writes(measured.port, count, effort)) for count in counts],
        "deliveries": [
            on_courier(lambda measured, form=form: measure_deliveries(measured.port, form, effort)) for form in HANDSHAKES
        ],
        "idle": on_courier(lambda measured: measure_idle(measured, effort)),
        "webhooks": on_courier(lambda measured: measure_webhooks(measured, effort)),
        "documents": [
            measure_document(binary, "large", large(effort.document_bytes)),
            measure_document(binary, "with cycles", cyclic(200)),
        ],
    }


def lines(live: dict, verdict: Callable[[bool | None], str]) -> list[str]:
    """The result as text."""
    made = []
    for row in live["writes"]:
        target = f", target {row['target_ms'][0]}/{row['target_ms'][1]} ms: {verdict(row['reached'])}" if row["target_ms"] else ""
        made.append(f"a write reaches {row['subscribers']} subscribers: p50 {row['p50_ms']:.1f} ms, p99 {row['p99_ms']:.1f} ms{target}")
    for row in live["deliveries"]:
        made.append(
            f"{row['form']}, {row['subscribers']} subscribers: {row['per_second']:,.0f} deliveries a second, "
            f"target {row['target']:,}: {verdict(row['reached'])}"
        )
    idle, hooks = live["idle"], live["webhooks"]
    share = "unknown" if idle["core_share"] is None else f"{100 * idle['core_share']:.2f} %"
    made.append(
        f"{idle['subscribers']} idle subscribers of a channel: {idle['each_kib']:.1f} KiB each, {share} of a core, "
        f"target {idle['target_kib']} KiB, {100 * idle['target_share']:g} %: {verdict(idle['reached'])}"
    )
    made.append(
        f"{hooks['webhooks']} webhooks to a dead address: a write p50 {hooks['p50_ms']:.1f} ms, p99 {hooks['p99_ms']:.1f} ms "
        f"(without {hooks['without_p99_ms']:.1f}), {hooks['growth_mib']:+.1f} MiB; "
        f"another address gets its own after {hooks['other_address_ms']:.1f} ms"
    )
    for row in live["documents"]:
        made.append(
            f"an AsyncAPI document {row['document']} ({row['bytes'] / 1e6:.1f} MB): started after {row['start_ms']:.0f} ms, "
            f"{row['memory_mib']:.0f} MiB"
        )
    return made
