"""Socket.IO for channels whose documents name it, with Python's own client, and frames written by hand."""

from __future__ import annotations

import base64
import http.client
import json
import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import socketio  # type: ignore[import-untyped]
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from mock_server import MockServer, launch

TIMEOUT_S = 20

CHAT = """
asyncapi: 2.6.0
info: {title: Chat, version: '1'}
servers: {main: {url: 'https://chat.example.com', protocol: socketio}}
channels:
  /:
    publish: {message: {oneOf: [{$ref: '#/components/messages/SendMessage'}, {$ref: '#/components/messages/Join'}]}}
    subscribe: {message: {oneOf: [{$ref: '#/components/messages/NewMessage'}, {$ref: '#/components/messages/Welcome'}, {$ref: '#/components/messages/Joined'}, {$ref: '#/components/messages/Error'}]}}
  /admin:
    subscribe: {message: {$ref: '#/components/messages/Stats'}}
components:
  messages:
    SendMessage: {name: send_message, payload: {type: object, required: [text], properties: {text: {type: string, minLength: 1}}}}
    Join: {name: join_room, payload: {type: object, required: [room], properties: {room: {type: string}}}}
    Joined: {name: room_joined, payload: {type: object, required: [room], properties: {room: {type: string}}}}
    NewMessage: {name: new_message, payload: {type: object, required: [id, text, sentAt], properties: {id: {type: string}, text: {type: string}, sentAt: {type: string, format: date-time}}}}
    Welcome: {name: welcome, payload: {type: object, required: [motd], properties: {motd: {type: string}}}}
    Stats: {name: stats, summary: Every second., payload: {type: object, required: [online], properties: {online: {type: integer}}}}
    Error: {name: error_message, payload: {type: object, required: [message], properties: {message: {type: string}}}}
"""


@pytest.fixture
def server(binary: Path, tmp_path: Path) -> Iterator[MockServer]:
    (tmp_path / "chat.yaml").write_text(CHAT)
    server = launch(binary, tmp_path / "out", ["--port", "0", "--api", f"chat={tmp_path / 'chat.yaml'}", "--only", "chat"], {})
    yield server
    server.stop()


class Client:
    """A client of Socket.IO, with the events that it gets."""

    def __init__(self, server: MockServer, transports: list[str], namespaces: tuple[str, ...] = ("/",)) -> None:
        self.events: queue.Queue[tuple[str, Any]] = queue.Queue()
        self.client = socketio.Client(reconnection=False)
        for namespace in namespaces:
            self.client.on("*", lambda name, *data: self.events.put((name, data[0])), namespace=namespace)
        self.client.connect(server.base_url, transports=transports, namespaces=list(namespaces), wait_timeout=TIMEOUT_S)

    def next(self) -> tuple[str, Any]:
        return self.events.get(timeout=TIMEOUT_S)


@pytest.mark.parametrize("transports", [["polling"], ["websocket"], ["polling", "websocket"]], ids="-".join)
def test_events_go_both_ways(server: MockServer, transports: list[str]) -> None:
    client = Client(server, transports)
    other = Client(server, ["websocket"])
    try:
        assert client.client.transport() == transports[-1]
        assert client.next()[0] == other.next()[0] == "welcome"
        assert client.client.call("join_room", {"room": "b"}, timeout=TIMEOUT_S) == {"room": "b"}
        other.client.emit("join_room", {"room": "b"})
        assert other.next() == ("room_joined", {"room": "b"})
        other.client.emit("send_message", {"text": "Hi"})
        name, message = client.next()
        assert (name, message["text"]) == ("new_message", "Hi") and message["id"] and message["sentAt"]
        client.client.emit("send_message", {})
        name, refusal = client.next()
        assert name == "error_message" and '"text"' in refusal["message"]
    finally:
        client.client.disconnect()
        other.client.disconnect()


def test_namespaces_are_channels_and_the_clock_sends(server: MockServer) -> None:
    assert server.request("PUT", "/_mock/clock", body={"freeze": True}).status == 200
    client = Client(server, ["websocket"], ("/admin",))
    try:
        assert server.request("PUT", "/_mock/clock", body={"advance": "PT2S"}).status == 200
        assert [client.next()[0] for _ in range(2)] == ["stats", "stats"]
        pushed = {"channel": "/admin", "message": "stats", "payload": {"online": 7}}
        assert server.request("POST", "/_mock/events", body=pushed).json()["listeners"] == 1
        assert client.next() == ("stats", {"online": 7})
        with pytest.raises(socketio.exceptions.ConnectionError, match="namespaces failed"):
            Client(server, ["websocket"], ("/nowhere",))
    finally:
        client.client.disconnect()


def poll(server: MockServer, query: str, body: bytes | None = None) -> tuple[int, str]:
    connection = http.client.HTTPConnection(server.host, server.port, timeout=TIMEOUT_S)
    connection.request("GET" if body is None else "POST", f"/socket.io/?{query}", body)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def test_packets_are_those_of_the_protocol(server: MockServer) -> None:
    status, text = poll(server, "EIO=4&transport=polling")
    opened = json.loads(text.removeprefix("0"))
    assert status == 200 and opened["upgrades"] == ["websocket"] and opened["pingInterval"] > 0
    session = f"EIO=4&transport=polling&sid={opened['sid']}"
    assert poll(server, session, b"40") == (200, "ok")
    first, *greetings = poll(server, session)[1].split("\x1e")
    assert first.startswith('40{"sid":') and greetings[0].startswith('42["welcome",')
    # The probe of an upgrade, while a poll waits.
    with connect(f"ws://127.0.0.1:{server.port}/socket.io/?EIO=4&transport=websocket&sid={opened['sid']}", proxy=None) as socket:
        socket.send("2probe")
        assert socket.recv(timeout=TIMEOUT_S) == "3probe"
        socket.send("5")
        socket.send('421["join_room",{"room":"a"}]')
        assert socket.recv(timeout=TIMEOUT_S) == '431[{"room":"a"}]'
    for query, message in [
        ("EIO=3&transport=polling", "Unsupported protocol version"), ("EIO=4&transport=smoke", "Transport unknown"),
        ("EIO=4&transport=polling&sid=none", "Session ID unknown"),
    ]:
        status, text = poll(server, query)
        assert (status, json.loads(text)["message"]) == (400, message)
    _, text = poll(server, "EIO=4&transport=polling")
    assert poll(server, f"EIO=4&transport=polling&sid={json.loads(text[1:])['sid']}", b"nonsense")[0] == 400


def test_an_option_has_an_api_of_sockets_speak_it(binary: Path, tmp_path: Path) -> None:
    text = CHAT.replace("https://chat.example.com', protocol: socketio", "wss://chat.example.com', protocol: wss")
    (tmp_path / "chat.yaml").write_text(text)
    options = ["--port", "0", "--api", f"chat={tmp_path / 'chat.yaml'}", "--only", "chat"]
    for more, status in [([], 404), (["--socket-io", "chat"], 200)]:
        server = launch(binary, tmp_path / f"out{status}", options + more, {})
        try:
            assert poll(server, "EIO=4&transport=polling")[0] == status
        finally:
            server.stop()


PICTURES = """
asyncapi: 2.6.0
info: {title: Pictures, version: '1'}
servers: {main: {url: 'https://pictures.example.com', protocol: socketio}}
channels:
  /:
    publish: {message: {$ref: '#/components/messages/Upload'}}
    subscribe: {message: {oneOf: [{$ref: '#/components/messages/Shown'}, {$ref: '#/components/messages/Error'}]}}
components:
  schemas:
    Picture:
      type: object
      required: [name, pixels]
      properties: {name: {type: string}, pixels: {type: string, format: binary}, layers: {type: array, items: {type: string, format: binary}}}
  messages:
    Upload: {name: upload_picture, payload: {$ref: '#/components/schemas/Picture'}}
    Shown: {name: picture_uploaded, payload: {$ref: '#/components/schemas/Picture'}}
    Error: {name: error_message, payload: {type: object, required: [message], properties: {message: {type: string}}}}
"""

PIXELS = bytes(range(256))


@pytest.fixture
def pictures(binary: Path, tmp_path: Path) -> Iterator[MockServer]:
    (tmp_path / "pictures.yaml").write_text(PICTURES)
    options = ["--port", "0", "--api", f"pictures={tmp_path / 'pictures.yaml'}", "--only", "pictures"]
    server = launch(binary, tmp_path / "out", options, {})
    yield server
    server.stop()


@pytest.mark.parametrize("transports", [["polling"], ["websocket"], ["polling", "websocket"]], ids="-".join)
def test_bytes_go_both_ways(pictures: MockServer, transports: list[str]) -> None:
    client = Client(pictures, transports)
    other = Client(pictures, transports)
    try:
        sent = {"name": "sky", "pixels": PIXELS, "layers": [b"", b"\x00\xff"]}
        acknowledged = client.client.call("upload_picture", sent, timeout=TIMEOUT_S)
        name, shown = other.next()
        assert name == "picture_uploaded"
        assert {key: shown[key] for key in sent} == sent
        assert acknowledged is None or acknowledged["pixels"] == PIXELS
        # What a test pushes has bytes as Base64, and a client of Socket.IO gets them as bytes.
        payload = {"name": "sea", "pixels": base64.b64encode(PIXELS).decode()}
        pushed = {"channel": "/", "message": "picture_uploaded", "payload": payload}
        assert pictures.request("POST", "/_mock/events", body=pushed).json()["listeners"] == 2
        assert other.next() == ("picture_uploaded", {"name": "sea", "pixels": PIXELS})
    finally:
        client.client.disconnect()
        other.client.disconnect()


def test_packets_with_attachments_are_those_of_the_protocol(pictures: MockServer) -> None:
    address = f"ws://127.0.0.1:{pictures.port}/socket.io/?EIO=4&transport=websocket"
    upload = '["upload_picture",{"name":"sky","pixels":{"_placeholder":true,"num":0}}]'
    with connect(address, proxy=None) as socket, connect(address, proxy=None) as other:
        for client in (socket, other):
            client.recv(timeout=TIMEOUT_S)
            client.send("40")
            assert str(client.recv(timeout=TIMEOUT_S)).startswith("40")
        socket.send(f"451-7{upload}")
        socket.send("2")
        # A ping may come between a packet and its attachment.
        assert socket.recv(timeout=TIMEOUT_S) == "3"
        socket.send(PIXELS)
        text = str(other.recv(timeout=TIMEOUT_S))
        assert text.startswith('451-["picture_uploaded",{') and '"pixels":{"_placeholder":true,"num":0}' in text
        assert other.recv(timeout=TIMEOUT_S) == PIXELS
        # The sender hears it too, and gets its acknowledgement.
        received = [socket.recv(timeout=TIMEOUT_S) for _ in range(3)]
        assert text in received and PIXELS in received
        assert any(str(message).startswith("437[") for message in received)
    # The same over polling, where an attachment is Base64 after a b.
    opened = json.loads(poll(pictures, "EIO=4&transport=polling")[1][1:])
    session = f"EIO=4&transport=polling&sid={opened['sid']}"
    assert poll(pictures, session, b"40") == (200, "ok")
    poll(pictures, session)
    encoded = base64.b64encode(PIXELS).decode()
    pushed = {"channel": "/", "message": "picture_uploaded", "payload": {"name": "sea", "pixels": encoded}}
    assert pictures.request("POST", "/_mock/events", body=pushed).status == 202
    assert poll(pictures, session)[1].split("\x1e")[1] == f"b{encoded}"
    body = "\x1e".join([f"451-8{upload}", f"b{encoded}"])
    assert poll(pictures, session, body.encode()) == (200, "ok")
    assert any(part.startswith("438[") for part in poll(pictures, session)[1].split("\x1e"))


@pytest.mark.parametrize(
    "messages",
    [
        [PIXELS],
        ["451-[\"upload_picture\"]", "42[\"upload_picture\"]"],
        ["45101-[\"upload_picture\"]"],
        ["45x-[\"upload_picture\"]"],
        ["4510-[\"upload_picture\"]", *[bytes(1_500_000)] * 7],
    ],
    ids=["no packet", "another packet between", "too many", "no number", "too long"],
)
def test_wrong_attachments_close_the_socket(pictures: MockServer, messages: list[str | bytes]) -> None:
    address = f"ws://127.0.0.1:{pictures.port}/socket.io/?EIO=4&transport=websocket"
    with connect(address, proxy=None, max_size=None) as socket:
        socket.recv(timeout=TIMEOUT_S)
        socket.send("40")
        socket.recv(timeout=TIMEOUT_S)
        with pytest.raises(ConnectionClosed) as closed:
            for message in messages:
                socket.send(message)
            while True:
                socket.recv(timeout=TIMEOUT_S)
        assert closed.value.rcvd is not None and closed.value.rcvd.code in (1002, 1009)
    assert pictures.request("GET", "/_mock/health").status == 200


def test_a_placeholder_without_attachment_is_no_event(pictures: MockServer) -> None:
    address = f"ws://127.0.0.1:{pictures.port}/socket.io/?EIO=4&transport=websocket"
    with connect(address, proxy=None) as socket:
        socket.recv(timeout=TIMEOUT_S)
        socket.send("40")
        socket.recv(timeout=TIMEOUT_S)
        socket.send('451-1["upload_picture",{"name":"sky","pixels":{"_placeholder":true,"num":3}}]')
        socket.send(b"")
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=TIMEOUT_S)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1002
