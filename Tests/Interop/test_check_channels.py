"""`mock-api check` with AsyncAPI documents: it listens to the channels of a real backend and reports wrong messages."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import re
import socket
import ssl
import struct
import subprocess
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from mock_server import MockServer, launch, until
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

BINARY = os.environ.get("MOCK_API_BINARY", "")
ROOT = Path(__file__).resolve().parents[2]
COURIER = [ROOT / "Seeds/examples/courier/openapi.yaml", ROOT / "Seeds/examples/courier/asyncapi.yaml"]

SHOP = """
asyncapi: 3.0.0
info: { title: Shop, version: '1' }
defaultContentType: application/json
servers:
  live: { host: shop.example, pathname: /v1, protocol: PROTOCOL }
channels:
  orders:
    address: /orders/live
    bindings: { ws: { query: { type: object, properties: { token: { type: string } } } } }
    messages:
      created: { $ref: '#/components/messages/created' }
      shipped: { $ref: '#/components/messages/shipped' }
      failed: { $ref: '#/components/messages/failed' }
  room:
    address: '/rooms/{room}/live'
    parameters: { room: { default: lobby } }
    messages:
      say: { $ref: '#/components/messages/say' }
      said: { $ref: '#/components/messages/said' }
      failed: { $ref: '#/components/messages/failed' }
operations:
  announce: { action: send, channel: { $ref: '#/channels/orders' } }
  hear:
    action: send
    channel: { $ref: '#/channels/room' }
    messages: [ { $ref: '#/channels/room/messages/said' }, { $ref: '#/channels/room/messages/failed' } ]
  speak:
    action: receive
    channel: { $ref: '#/channels/room' }
    messages: [ { $ref: '#/channels/room/messages/say' } ]
    reply: { channel: { $ref: '#/channels/room' }, messages: [ { $ref: '#/channels/room/messages/said' } ] }
components:
  messages:
    created:
      name: order.created
      payload: { $ref: '#/components/schemas/Created' }
    shipped:
      name: order.shipped
      payload:
        type: object
        required: [type, carrier]
        properties: { type: { const: order.shipped }, carrier: { type: string, minLength: 2 } }
    say:
      name: say
      payload:
        type: object
        required: [type, text]
        properties: { type: { const: say }, text: { type: string } }
      examples: [ { payload: { type: say, text: Good morning } } ]
    said:
      name: said
      payload:
        type: object
        required: [type, text]
        properties: { type: { const: said }, text: { type: string } }
    failed:
      name: error
      payload:
        type: object
        required: [type, message]
        properties: { type: { const: error }, message: { type: string } }
  schemas:
    Created:
      type: object
      required: [type, order]
      properties:
        type: { const: order.created }
        order:
          type: object
          required: [id, lines]
          properties:
            id: { type: integer }
            at: { type: string, format: date-time }
            lines: { type: array, items: { type: object, properties: { quantity: { type: integer, minimum: 1 } } } }
"""

GOOD = {"type": "order.created", "order": {"id": 7, "at": "2026-05-01T10:00:00Z", "lines": [{"quantity": 2}]}}


def document(tmp_path: Path, protocol: str = "ws", text: str = SHOP) -> Path:
    """The document in a file."""
    file = tmp_path / "shop.yaml"
    file.write_text(text.replace("PROTOCOL", protocol))
    return file


class Verdict:
    """The result of `mock-api check`, with its JSON report."""

    def __init__(self, done: subprocess.CompletedProcess[str], report: dict[str, Any]) -> None:
        self.code, self.text, self.report = done.returncode, done.stderr, report

    def findings(self, kind: str = "contract-violation") -> list[tuple[str, str, str]]:
        """Operation, location and message of each finding of a kind."""
        found = [finding for finding in self.report["findings"] if finding["kind"] == kind]
        return [(finding["operation"], finding["location"], finding["message"]) for finding in found]

    def used(self) -> set[tuple[str, str]]:
        """Method and id of what was covered."""
        return {(use["method"], use["operationID"]) for use in self.report["coverage"]["used"]}

    def unused(self) -> dict[tuple[str, str], str]:
        """The reasons for what was not, by method and id."""
        return {(use["method"], use["operationID"]): use["reason"] for use in self.report["coverage"]["unused"]}


def check(tmp_path: Path, url: str, *options: str | Path, env: dict[str, str] | None = None) -> Verdict:
    """Runs `mock-api check`."""
    report = tmp_path / "report.json"
    command = [BINARY, "check", url, "--report", report, *options]
    if "--listen" not in options:
        command += ["--listen", "1"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=False, env={**os.environ, **(env or {})}
    )
    return Verdict(done, json.loads(report.read_text()) if report.exists() else {})


@contextlib.contextmanager
def backend(handler: Callable[[ServerConnection], None], **options: Any) -> Iterator[str]:
    """A real backend: sockets that one function serves. Yields its URL."""
    with serve(handler, "127.0.0.1", 0, **options) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        scheme = "https" if "ssl" in options else "http"
        yield f"{scheme}://127.0.0.1:{server.socket.getsockname()[1]}"
        server.shutdown()
        thread.join()


def sending(*messages: object) -> Callable[[ServerConnection], None]:
    """A function that sends messages at /v1/orders/live, and then waits for the client to leave."""

    def serve_one(connection: ServerConnection) -> None:
        assert connection.request is not None
        if connection.request.path.startswith("/v1/orders/live"):
            for message in messages:
                connection.send(message if isinstance(message, (str, bytes)) else json.dumps(message))
        with contextlib.suppress(ConnectionClosed):
            while True:
                connection.recv()

    return serve_one


def test_the_server_keeps_the_documents_that_it_serves(binary: Path, tmp_path: Path) -> None:
    """Requests make the channels send, which are listened to meanwhile."""
    files = [option for file in COURIER for option in ("--api", f"courier={file}")]
    server = launch(binary, tmp_path / "out", ["--port", "0", "--only", "courier", *files], {})
    try:
        verdict = check(tmp_path, server.base_url, *files, "--listen", "3")
        assert verdict.code == 0 and verdict.findings() == [], verdict.text
        assert verdict.unused() == {}
        channels = {pair for pair in verdict.used() if pair[0] in ("WS", "SSE")}
        assert channels == {
            ("WS", "orders"), ("SSE", "orders"), ("WS", "courierPositions"), ("SSE", "courierPositions"), ("WS", "room"),
        }  # fmt: skip
        orders = next(use for use in verdict.report["coverage"]["used"] if use["operationID"] == "orders")
        assert orders["path"] == "/v1/orders/live" and orders["statuses"] == {"101": 1} and orders["count"] >= 3
        # What no request brings about is a note, which fails nothing.
        assert {message for _, _, message in verdict.findings("note")} == {"did not come"}
        # The path of the API may be in the URL.
        again = check(tmp_path, f"{server.base_url}/v1", *files, "--listen", "3")
        assert again.code == 0 and again.unused() == {}, again.text
    finally:
        server.stop()


def test_the_server_keeps_the_document_of_its_own_sockets(start: Callable[..., MockServer], tmp_path: Path) -> None:
    """JSON messages of Interspace and the broker of the greenhouses, whose readings come each second here."""
    server = start("--sensor-interval", "1s", "--rate-limit", "off")
    file = ROOT / "openapi/asyncapi.yaml"
    verdict = check(tmp_path, server.base_url, "--api", f"sockets={file}", "--send-messages", "--listen", "4")
    assert verdict.code == 0 and verdict.findings() == [], verdict.text
    expected = {
        ("SEND", "subscribe"), ("SEND", "unsubscribe"), ("SEND", "ping"), ("WS", "channels"),
        ("STOMP", "greenhouseMessages"), ("SEND", "statusRequest"), ("STOMP", "statusResponse"),
    }  # fmt: skip
    assert expected <= verdict.used(), verdict.text
    assert "needs --token" in verdict.unused()[("SEND", "auth")]


def test_right_messages_pass(tmp_path: Path) -> None:
    with backend(sending(GOOD, {"type": "order.shipped", "carrier": "DHL"})) as url:
        verdict = check(tmp_path, url, "--api", document(tmp_path))
    assert verdict.code == 0 and verdict.findings() == [], verdict.text
    assert ("WS", "orders") in verdict.used()
    # The room is there, but says nothing.
    assert verdict.unused() == {("WS", "room"): "no message came"}


ORDERS = "WS /v1/orders/live"


@pytest.mark.parametrize(
    ("message", "finding"),
    [
        ({**GOOD, "order": {"id": "7", "lines": []}}, (f"{ORDERS} order.created", "payload /order/id", "must be an integer")),
        (
            {**GOOD, "order": {"id": 7, "lines": [{"quantity": 1}, {"quantity": 0}]}},
            (f"{ORDERS} order.created", "payload /order/lines/*/quantity", "must be at least 1"),
        ),
        ({"type": "order.shipped"}, (f"{ORDERS} order.shipped", "payload", 'must have the member "carrier"')),
        (
            {"type": "order.shipped", "carrier": "DHL", "carier": "x"},
            (f"{ORDERS} order.shipped", "payload /carier", 'did you mean "carrier"?'),
        ),
        (
            {**GOOD, "order": {"id": 7, "at": "yesterday", "lines": []}},
            (f"{ORDERS} order.created", "payload /order/at", "must be a date and time"),
        ),
        ({"type": "order.lost"}, (ORDERS, "payload /type", 'is "order.lost"; documented are order.created')),
        ([1], (f"{ORDERS} order.created", "payload", "must be an object")),
        ("not JSON", (ORDERS, "payload", "is not JSON")),
        (b"\x00\xff", (ORDERS, "payload", "is a binary message")),
    ],
)  # fmt: skip
def test_wrong_messages_are_reported(tmp_path: Path, message: object, finding: tuple[str, str, str]) -> None:
    junit = tmp_path / "junit.xml"
    with backend(sending(GOOD, message, message)) as url:
        verdict = check(tmp_path, url, "--api", document(tmp_path), "--junit", str(junit))
    found = [each for each in verdict.findings() if each[:2] == finding[:2]]
    assert verdict.code == 1 and found and finding[2] in found[0][2], verdict.text
    assert len(verdict.findings()) <= 2
    # Equal findings are reported once.
    assert all(each["count"] == 2 for each in verdict.report["findings"] if each["kind"] == "contract-violation")
    assert "contract-violation" in junit.read_text()
    # The message before them was right.
    assert ("WS", "orders") in verdict.used()


def test_bounds_end_the_listening(tmp_path: Path) -> None:
    heard = threading.Event()

    def flood(connection: ServerConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                connection.send(json.dumps(GOOD))
        heard.set()

    only = document(tmp_path, text=SHOP.replace("/rooms/{room}/live", "/orders/live"))
    with backend(flood) as url:
        # Without the bound it would go on for an hour.
        verdict = check(tmp_path, url, "--api", only, "--listen", "3600", "--messages", "25")
        assert heard.wait(10)
    counts = [use["count"] for use in verdict.report["coverage"]["used"]]
    assert verdict.code == 0 and counts and max(counts) == 25, verdict.text
    for wrong in (["--listen", "0"], ["--messages", "0"], ["--parameter", "room"]):
        assert check(tmp_path, "http://127.0.0.1:9", "--api", only, *wrong).code == 2


def test_credentials_reach_the_handshake(tmp_path: Path) -> None:
    asked: list[tuple[str, dict[str, str]]] = []

    def note(connection: ServerConnection) -> None:
        assert connection.request is not None
        headers = {name.lower(): value for name, value in connection.request.headers.raw_items()}
        asked.append((connection.request.path, headers))
        connection.recv()

    secured = SHOP.replace("action: send, channel: { $ref: '#/channels/orders' }", (
        "action: send, channel: { $ref: '#/channels/orders' }, security: [ { $ref: '#/components/securitySchemes/key' } ]"
    )).replace("components:\n", "components:\n  securitySchemes: { key: { type: httpApiKey, in: header, name: X-Key } }\n")  # fmt: skip
    with backend(note) as url:
        options = ["--token", "t0ken", "--api-key", "k3y", "--header", "X-Env: staging", "--parameter", "room=the one"]
        check(tmp_path, url, "--api", document(tmp_path, text=secured), *options)
    paths = {path: headers for path, headers in asked}
    assert set(paths) == {"/v1/orders/live?token=t0ken", "/v1/rooms/the%20one/live"}
    assert all(headers["authorization"] == "Bearer t0ken" for headers in paths.values())
    assert all(headers["x-env"] == "staging" for headers in paths.values())
    assert paths["/v1/orders/live?token=t0ken"]["x-key"] == "k3y"


def test_parameters_without_a_value_are_named(tmp_path: Path) -> None:
    with backend(sending(GOOD)) as url:
        file = document(tmp_path, text=SHOP.replace("room: { default: lobby }", "room: {}"))
        verdict = check(tmp_path, url, "--api", file)
    assert "--parameter room=VALUE" in verdict.unused()[("WS", "room")]


def test_subprotocols_are_offered_and_compared(tmp_path: Path) -> None:
    agreed = document(tmp_path, "ws, x-mock-subprotocols: [shop.v2, shop.v1]")
    offered: list[object] = []

    def choose(connection: ServerConnection, subprotocols: Any) -> Any:
        offered.append(list(subprotocols))
        return "shop.v1"

    with backend(sending(GOOD), subprotocols=["shop.v1"], select_subprotocol=choose) as url:
        verdict = check(tmp_path, url, "--api", agreed)
    assert offered[0] == ["shop.v2", "shop.v1"] and verdict.code == 0 and not verdict.findings()
    assert not [note for note in verdict.findings("note") if "Sec-WebSocket-Protocol" in note[1]]
    with backend(sending(GOOD)) as url:
        verdict = check(tmp_path, url, "--api", agreed)
    assert (ORDERS, "header Sec-WebSocket-Protocol", "is missing; documented are shop.v2, shop.v1") in verdict.findings("note")  # fmt: skip


def test_what_clients_send_is_sent_only_when_asked_for(tmp_path: Path) -> None:
    got: list[dict[str, Any]] = []

    def answer(reply: Callable[[dict[str, Any]], dict[str, Any] | None]) -> Callable[[ServerConnection], None]:
        def talk(connection: ServerConnection) -> None:
            with contextlib.suppress(ConnectionClosed):
                while True:
                    got.append(json.loads(connection.recv()))
                    if (message := reply(got[-1])) is not None:
                        connection.send(json.dumps(message))

        return talk

    file = document(tmp_path)
    with backend(answer(lambda sent: {"type": "said", "text": sent["text"]})) as url:
        quiet = check(tmp_path, url, "--api", file)
        assert got == [] and ("SEND", "say") not in quiet.used() | set(quiet.unused())
        verdict = check(tmp_path, url, "--api", file, "--send-messages")
    assert got == [{"type": "say", "text": "Good morning"}]
    assert verdict.code == 0 and {("SEND", "say"), ("WS", "room")} <= verdict.used(), verdict.text
    with backend(answer(lambda sent: {"type": "said", "text": 1})) as url:
        verdict = check(tmp_path, url, "--api", file, "--send-messages")
    assert verdict.code == 1
    assert [found[:2] for found in verdict.findings()] == [("WS /v1/rooms/{room}/live said", "payload /text")]
    with backend(answer(lambda sent: {"type": "error", "message": "be quiet"})) as url:
        verdict = check(tmp_path, url, "--api", file, "--send-messages")
    assert "be quiet" in verdict.unused()[("SEND", "say")]
    with backend(answer(lambda sent: None)) as url:
        verdict = check(tmp_path, url, "--api", file, "--send-messages")
    assert verdict.unused()[("SEND", "say")].startswith("said did not come within")


@pytest.mark.parametrize(
    ("status", "kind", "location"), [(404, "contract-violation", "status"), (503, "server-error", "status")]
)
def test_refused_handshakes_are_reported(tmp_path: Path, status: int, kind: str, location: str) -> None:
    def refuse(connection: ServerConnection, request: object) -> Any:
        return connection.respond(status, "nothing here\n")

    with backend(sending(GOOD), process_request=refuse) as url:
        verdict = check(tmp_path, url, "--api", document(tmp_path))
    found = verdict.findings(kind)
    assert verdict.code == 1 and found[0][1] == location and f"is {status}" in found[0][2], verdict.text
    assert verdict.unused()[("WS", "orders")] == f"answered {status}: nothing here"
    assert verdict.used() == set()


def test_a_backend_that_is_not_there_fails(tmp_path: Path) -> None:
    verdict = check(tmp_path, "http://127.0.0.1:9", "--api", document(tmp_path))
    assert verdict.code == 1 and "http://127.0.0.1:9 cannot be reached" in " ".join(verdict.text.split())


def test_closings_are_reported(tmp_path: Path) -> None:
    def close(code: int) -> Callable[[ServerConnection], None]:
        def serve_one(connection: ServerConnection) -> None:
            connection.close(code, "it broke")

        return serve_one

    with backend(close(1011)) as url:
        verdict = check(tmp_path, url, "--api", document(tmp_path))
    assert verdict.code == 1 and verdict.findings("server-error")[0][2] == "closed with 1011: it broke"
    with backend(close(4401)) as url:
        verdict = check(tmp_path, url, "--api", document(tmp_path))
    assert verdict.code == 0 and "closed with 4401: it broke" in verdict.unused()[("WS", "orders")]


def raw_backend(answer: Callable[[socket.socket, str], None]) -> contextlib.AbstractContextManager[str]:
    """A backend that speaks by itself what follows on a handshake; it gets the socket and the key."""

    @contextlib.contextmanager
    def run() -> Iterator[str]:
        with socket.create_server(("127.0.0.1", 0)) as listener:

            def accept() -> None:
                with contextlib.suppress(OSError):
                    while True:
                        peer, _ = listener.accept()
                        threading.Thread(target=serve_one, args=[peer], daemon=True).start()

            def serve_one(peer: socket.socket) -> None:
                with peer, contextlib.suppress(OSError):
                    head = b""
                    while b"\r\n\r\n" not in head:
                        head += peer.recv(4096)
                    lines = head.decode().split("\r\n")
                    key = next(line.split(": ")[1] for line in lines if line.lower().startswith("sec-websocket-key"))
                    answer(peer, key)
                    while peer.recv(4096):
                        pass

            threading.Thread(target=accept, daemon=True).start()
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
            listener.shutdown(socket.SHUT_RDWR)

    return run()


def upgrade(key: str, further: str = "") -> bytes:
    """The right answer to a handshake (RFC 6455 §4.2.2)."""
    accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
    lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"]
    return "\r\n".join([*lines, f"Sec-WebSocket-Accept: {accept}{further}", "", ""]).encode()


def frame(first: int, payload: bytes) -> bytes:
    """A frame of a server."""
    return bytes([first, len(payload)]) + payload if len(payload) < 126 else struct.pack("!BBH", first, 126, len(payload)) + payload  # fmt: skip


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x81\x83\x01\x02\x03\x04abc", "masked"),
        (frame(0xC1, b"{}"), "reserved bits"),
        (frame(0x83, b"{}"), "unknown opcode 3"),
        (frame(0x80, b"{}"), "continues no message"),
        (frame(0x01, b"{") + frame(0x81, b"}"), "before the one before it has ended"),
        (frame(0x09, b""), "control frame is fragmented"),
        (frame(0x89, b"x" * 126), "more than 125 bytes"),
        (frame(0x81, b"\xff\xfe"), "not UTF-8"),
        (frame(0x88, b"\x03"), "half a code"),
        (frame(0x88, b"\x03\xed"), "the code 1005"),
        (struct.pack("!BBQ", 0x81, 127, 1 << 40), "more than 16777216 bytes"),
    ],
)  # fmt: skip
def test_frames_that_are_none_of_the_protocol_are_reported(tmp_path: Path, content: bytes, message: str) -> None:
    with raw_backend(lambda peer, key: peer.sendall(upgrade(key) + content)) as url:
        verdict = check(tmp_path, url, "--api", document(tmp_path))
    assert verdict.code == 1 and any(message in found[2] for found in verdict.findings()), verdict.text


def test_pieces_of_frames_are_joined(tmp_path: Path) -> None:
    text = json.dumps({**GOOD, "order": {"id": "7", "lines": []}}).encode()

    def dribble(peer: socket.socket, key: str) -> None:
        frames = frame(0x01, text[:9]) + frame(0x89, b"?") + frame(0x00, text[9:20]) + frame(0x80, text[20:])
        for byte in upgrade(key) + frames:
            peer.sendall(bytes([byte]))
        # The pong, masked: the first byte, the length, the mask and the payload.
        pong = peer.recv(64)
        assert pong[:2] == b"\x8a\x81" and pong[6] ^ pong[2] == ord("?")

    with raw_backend(dribble) as url:
        verdict = check(tmp_path, url, "--api", document(tmp_path))
    found = [found[:2] for found in verdict.findings() if found[0].startswith(ORDERS)]
    assert found == [(f"{ORDERS} order.created", "payload /order/id")], verdict.text


@pytest.mark.parametrize(
    ("further", "message"),
    [("x", "Sec-WebSocket-Accept"), ("\r\nSec-WebSocket-Protocol: chat", "not offered"),
     ("\r\nSec-WebSocket-Extensions: permessage-deflate", "not offered")],
)  # fmt: skip
def test_wrong_handshakes_are_reported(tmp_path: Path, further: str, message: str) -> None:
    with raw_backend(lambda peer, key: peer.sendall(upgrade(key, further))) as url:
        verdict = check(tmp_path, url, "--api", document(tmp_path))
    assert verdict.code == 1 and message in verdict.findings()[0][2], verdict.text


@contextlib.contextmanager
def events(content: bytes, media_type: str = "text/event-stream; charset=utf-8") -> Iterator[str]:
    """A backend with Server-Sent Events."""
    stop = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            assert self.headers["Accept"] == "text/event-stream"
            self.send_response(200)
            self.send_header("Content-Type", media_type)
            self.end_headers()
            if self.path == "/v1/orders/live":
                self.wfile.write(content)
            self.wfile.flush()
            stop.wait(20)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    stop.set()
    server.shutdown()


def test_events_are_compared(tmp_path: Path) -> None:
    wrong = json.dumps({"type": "order.shipped", "carrier": "X"})
    right = "".join(f"data: {line}\r\n" for line in json.dumps(GOOD, indent=1).splitlines()) + "\r\n"
    # A comment, an event of two lines, one with a name, and lines that end with a carriage return alone.
    content = f": hello\n\n{right}event: order.shipped\rid: 4\rdata: {wrong}\r\r"
    with events(content.encode()) as url:
        verdict = check(tmp_path, url, "--api", document(tmp_path, "https"))
    assert [found[:2] for found in verdict.findings()] == [("SSE /v1/orders/live order.shipped", "payload /carrier")]
    assert ("SSE", "orders") in verdict.used()
    with events(b"{}", "application/json") as url:
        verdict = check(tmp_path, url, "--api", document(tmp_path, "https"))
    assert "must be text/event-stream, but is application/json" in verdict.findings()[0][2]


def test_socket_io_is_spoken(tmp_path: Path) -> None:
    """Channels are namespaces; the protocol is written here as its specification has it (Engine.IO 4, Socket.IO 5)."""
    text = SHOP.replace("address: /orders/live", "address: /orders").replace("'/rooms/{room}/live'", "/")
    got: list[str] = []

    def talk(connection: ServerConnection) -> None:
        assert connection.request is not None
        assert connection.request.path.startswith("/v1/socket.io/?EIO=4&transport=websocket")
        handshake = {"sid": "a", "upgrades": [], "pingInterval": 25000, "pingTimeout": 20000, "maxPayload": 1000000}
        connection.send("0" + json.dumps(handshake))
        with contextlib.suppress(ConnectionClosed):
            while True:
                packet = str(connection.recv())
                got.append(packet)
                if packet.startswith("40/orders,"):
                    connection.send('40/orders,{"sid":"b"}')
                    connection.send("2")
                    for name, payload in [
                        ("order.created", GOOD), ("order.created", {**GOOD, "order": 1}), ("order.lost", {}),
                    ]:  # fmt: skip
                        connection.send("42/orders," + json.dumps([name, payload]))
                elif packet.startswith("40"):
                    connection.send('40{"sid":"c"}')
                elif packet.startswith("42"):
                    identity = packet[2 : packet.index("[")]
                    connection.send(f"43{identity}" + json.dumps([{"type": "said", "text": 5}]))

    with backend(talk) as url:
        verdict = check(tmp_path, url, "--api", document(tmp_path, "socketio", text), "--send-messages", "--token", "t0")
    assert '40/orders,{"token":"t0"}' in got and "3" in got, got
    assert any(packet.startswith("42") and json.loads(packet[packet.index("[") :])[0] == "say" for packet in got)
    assert sorted(found[:2] for found in verdict.findings()) == [
        ("SOCKET.IO / said", "payload /text"),
        ("SOCKET.IO /orders", "event"),
        ("SOCKET.IO /orders order.created", "payload /order"),
    ], verdict.text
    assert {("SOCKET.IO", "orders"), ("SEND", "say")} <= verdict.used()


BROKER = SHOP.replace("pathname: /v1", "pathname: /ws").replace("/orders/live", "/topic/orders").replace("'/rooms/{room}/live'", "/app/say")  # fmt: skip


def stomp(url_of: Callable[[str], bool], got: list[str], *bodies: object) -> dict[str, Any]:
    """The options of a broker that sends messages to the first subscription; frames are those of STOMP 1.2."""

    def talk(connection: ServerConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                frame = str(connection.recv())
                got.append(frame)
                head, _, _ = frame.partition("\n\n")
                fields = dict(line.split(":", 1) for line in head.split("\n")[1:])
                if frame.startswith("CONNECT\n"):
                    connection.send("CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0")
                elif frame.startswith("SUBSCRIBE\n"):
                    for number, body in enumerate(bodies):
                        text = json.dumps(body)
                        connection.send(
                            f"MESSAGE\nsubscription:{fields['id']}\nmessage-id:{number}\n"
                            f"destination:{fields['destination']}\n\n{text}\0"
                        )
                if "receipt" in fields:
                    connection.send(f"RECEIPT\nreceipt-id:{fields['receipt']}\n\n\0")

    def choose(connection: ServerConnection, request: Any) -> Any:
        return None if url_of(request.path.split("?")[0]) else connection.respond(404, "no\n")

    return {"handler": talk, "process_request": choose, "subprotocols": ["v12.stomp"]}


@pytest.mark.parametrize("path", ["/ws", "/ws/websocket"])
def test_stomp_is_spoken(tmp_path: Path, path: str) -> None:
    """Destinations are subscribed to; behind SockJS, the plain WebSocket is one path further."""
    got: list[str] = []
    options = stomp(lambda asked: asked == path, got, GOOD, {"type": "order.shipped", "carrier": 1})
    with backend(**options) as url:
        arguments = ["--api", document(tmp_path, "stomp", BROKER), "--token", "t0", "--user", "ann:secret"]
        verdict = check(tmp_path, url, *arguments, "--send-messages")
    connect = got[0].split("\n")
    assert "Authorization:Bearer t0" in connect and "login:ann" in connect and "passcode:secret" in connect
    assert [line for frame in got if frame.startswith("SUBSCRIBE") for line in frame.split("\n") if "destination" in line] == [
        "destination:/topic/orders", "destination:/app/say",
    ]  # fmt: skip
    (said,) = [frame for frame in got if frame.startswith("SEND")]
    assert "destination:/app/say" in said and json.loads(said.partition("\n\n")[2].rstrip("\0"))["text"] == "Good morning"
    assert ("STOMP /topic/orders order.shipped", "payload /carrier") in [found[:2] for found in verdict.findings()]
    assert ("STOMP", "orders") in verdict.used(), verdict.text


def test_a_refusing_broker_is_reported(tmp_path: Path) -> None:
    def refuse(connection: ServerConnection) -> None:
        connection.recv()
        connection.send("ERROR\nmessage:no guests\n\n\0")
        connection.recv()

    with backend(refuse, subprotocols=["v12.stomp"]) as url:
        verdict = check(tmp_path, url, "--api", document(tmp_path, "stomp", BROKER))
    assert verdict.code == 1 and verdict.findings()[0][2] == "answered ERROR: no guests", verdict.text


@pytest.mark.parametrize("protocol", ["socketio", "stomp", "https"])
def test_wrong_messages_of_the_server_itself_are_found(
    binary: Path, tmp_path: Path, protocol: str
) -> None:
    """The server speaks each protocol with its own side of it; tests push what is wrong."""
    text = SHOP if protocol == "https" else BROKER.replace("/ws", "") if protocol == "socketio" else BROKER
    file = document(tmp_path, protocol, text)
    server = launch(binary, tmp_path / "out", ["--port", "0", "--only", "shop", "--api", f"shop={file}"], {})
    try:
        results: list[Verdict] = []
        thread = threading.Thread(
            target=lambda: results.append(check(tmp_path, server.base_url, "--api", f"shop={file}", "--listen", "4"))
        )
        thread.start()

        def push() -> bool:
            body = {"channel": "orders", "message": "order.created", "payload": {**GOOD, "order": {"id": 1}}}
            return server.request("POST", "/_mock/events", body=body).json()["listeners"] > 0

        def is_heard() -> bool:
            if protocol == "stomp":
                overview = json.dumps(server.request("GET", "/_mock/sockets").json())
                return "/topic/orders" in overview
            channels = server.request("GET", "/_mock/channels").json()["channels"]
            return any(channel["name"] == "orders" and channel["listeners"] for channel in channels)

        until(is_heard, server)
        assert push()
        thread.join(60)
        (verdict,) = results
        method = {"socketio": "SOCKET.IO", "stomp": "STOMP", "https": "SSE"}[protocol]
        found = [found for found in verdict.findings() if found[0].startswith(f"{method} ")]
        assert [(each[0].split()[-1], each[1]) for each in found] == [("order.created", "payload /order")], verdict.text
        assert 'must have the member "lines"' in found[0][2]
    finally:
        server.stop()


def test_tls_is_spoken_to_sockets(binary: Path, tmp_path: Path) -> None:
    """A certificate by an authority that is trusted is wanted."""
    folder = tmp_path / "tls"
    file = document(tmp_path, "wss")
    options = ["--port", "0", "--tls-port", "0", "--tls-dir", str(folder), "--only", "shop", "--api", f"shop={file}"]
    server = launch(binary, tmp_path / "out", options, {})
    try:
        url = re.findall(r"TLS: (https://127\.0\.0\.1:\d+)", server.stderr)[0]
        trusting = {"SSL_CERT_FILE": str(folder / "ca.pem"), "CURL_CA_BUNDLE": ""}
        verdict = check(tmp_path, url, "--api", f"shop={file}", "--listen", "6", env=trusting)
        assert verdict.code == 0 and ("WS", "orders") in verdict.used(), verdict.text
        verdict = check(tmp_path, url, "--api", f"shop={file}")
        assert verdict.code == 1 and "certificate" in verdict.text.lower(), verdict.text
    finally:
        server.stop()


def test_tls_of_another_server(tmp_path: Path, binary: Path) -> None:
    """Python's TLS, with the certificate that mock-api made for this machine."""
    folder = tmp_path / "tls"
    started = launch(binary, tmp_path / "out", ["--port", "0", "--tls-port", "0", "--tls-dir", str(folder)], {})
    started.stop()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "server.pem", folder / "server-key.pem")
    with backend(sending({**GOOD, "order": 5}), ssl=context) as url:
        trusting = {"CURL_CA_BUNDLE": str(folder / "ca.pem")}
        verdict = check(tmp_path, url, "--api", document(tmp_path, "wss"), env=trusting)
    assert [found[:2] for found in verdict.findings()] == [(f"{ORDERS} order.created", "payload /order")], verdict.text


TOPICS = """
asyncapi: 2.6.0
info: { title: Market, version: '1' }
servers: { live: { url: 'wss://feed.example/v2', protocol: wss } }
channels:
  ticker:
    subscribe:
      message:
        name: ticker
        payload: { type: object, required: [topic, last], properties: { topic: { const: ticker }, last: { type: number } } }
  trade:
    subscribe:
      message:
        name: trade
        payload: { type: object, required: [topic, side], properties: { topic: { const: trade }, side: { enum: [buy, sell] } } }
"""


@pytest.mark.parametrize("shared", [True, False])
def test_topics_share_a_socket_or_have_one_each(tmp_path: Path, shared: bool) -> None:
    messages = {"ticker": {"topic": "ticker", "last": "1"}, "trade": {"topic": "trade", "side": "buy"}}

    def choose(connection: ServerConnection, request: Any) -> Any:
        return None if (request.path == "/v2") == shared else connection.respond(404, "no\n")

    def talk(connection: ServerConnection) -> None:
        assert connection.request is not None
        for topic, message in messages.items():
            if shared or connection.request.path == f"/v2/{topic}":
                connection.send(json.dumps(message))
        with contextlib.suppress(ConnectionClosed):
            connection.recv()

    file = tmp_path / "market.yaml"
    file.write_text(TOPICS)
    with backend(talk, process_request=choose) as url:
        verdict = check(tmp_path, url, "--api", f"market={file}")
    assert [found[:2] for found in verdict.findings()] == [("WS /v2/ticker ticker", "payload /last")], verdict.text
    assert verdict.used() == {("WS", "trade")}


def test_many_sockets_are_listened_to_at_once(tmp_path: Path, start: Callable[..., MockServer]) -> None:
    """Hundreds of channels take a few periods, not one each."""
    channels = "".join(
        f"  c{number}: {{ address: /c{number}, messages: {{ m: {{ payload: {{ type: object }} }} }} }}\n" for number in range(80)
    )
    head = "asyncapi: 3.0.0\ninfo: { title: Many, version: '1' }\nservers: { s: { host: x, protocol: ws } }\nchannels:\n"
    file = tmp_path / "many.yaml"
    file.write_text(head + channels)

    def greet(connection: ServerConnection) -> None:
        connection.send("{}")
        with contextlib.suppress(ConnectionClosed):
            connection.recv()

    with backend(greet) as url:
        verdict = check(tmp_path, url, "--api", f"many={file}")
    assert len(verdict.used()) == 80 and verdict.code == 0, verdict.text
    assert verdict.report["durationMilliseconds"] < 20_000
