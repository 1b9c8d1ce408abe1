"""Socket.IO for channels whose documents name it, with Python's own client, and frames written by hand."""

from __future__ import annotations

import http.client
import json
import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import socketio  # type: ignore[import-untyped]
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
